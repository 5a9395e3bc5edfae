"""Public pages without a script, without eyes, and in both kinds of light."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from lxml import html

from server.domain.plaintext import plain
from server.http.docs import page_part

TEXT = ("--ink", "--soft", "--accent")
BEHIND = ("--ground", "--card")


async def shared(studio: Any) -> Any:
    show = await studio.show(language="Deutsch")
    await studio.recording(podcastId=show, language="Deutsch")
    (episode,) = await studio.episodes(show)
    said = {
        "title": "Tides",
        "description": "<h1>Big</h1><p>Words <a href='https://e.example/'>and a link</a></p>",
        "chapters": [{"startTime": 0, "title": "Start"}],
    }
    assert (await studio.call("POST", f"/podcast/episodes/{episode['id']}", json=said)).status == 200
    return episode, html.fromstring((await studio.call("GET", episode["shareUrl"], token=None)).body)


async def test_a_reader_of_screens_finds_its_way(studio: Any) -> None:
    _, page = await shared(studio)

    assert page.xpath("string(//title)") == "Tides"
    assert page.get("lang") == "de"
    assert len(page.xpath("//main")) == len(page.xpath("//main//h1")) == len(page.xpath("//h1")) == 1
    levels = [int(each.tag[1]) for each in page.xpath("//h1 | //h2 | //h3 | //h4 | //h5 | //h6")]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(each.get("alt") for each in page.xpath("//img"))
    assert page.xpath("//audio/@aria-label") == ["Tides"]
    assert page.xpath("//section/@aria-label") == ["Chapters", "Transcript"]
    assert all(plain(each.text_content()).strip() for each in page.xpath("//a | //button"))
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    (viewport,) = page.xpath("//meta[@name='viewport']/@content")
    assert "user-scalable" not in viewport  # it can be made larger
    assert "maximum-scale" not in viewport
    assert not page.xpath("//*[@tabindex > 0] | //*[@autoplay]")


async def test_without_a_script_everything_is_there(studio: Any) -> None:
    episode, page = await shared(studio)

    for script in page.xpath("//script"):
        script.drop_tree()
    assert page.xpath("//audio[@controls]/@src") == [episode["audioUrl"]]
    links = page.xpath("//section//a/@href")
    assert len(links) > 1
    assert all(re.fullmatch(re.escape(episode["audioUrl"]) + r"#t=[\d.]+", link) for link in links)
    assert "What is this about?" in page.text_content()
    assert not page.xpath("//*[@hidden or contains(@style, 'display')] | //@*[starts-with(name(), 'on')]")


@pytest.mark.parametrize("part", [0, 1])
def test_letters_stand_out(part: int) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1, in light and in dark."""
    colours = dict(re.findall(r"(--[a-z]+): (#[0-9a-f]{6})", page_part("page.css").split("@media")[part]))
    for text in TEXT:
        for behind in BEHIND:
            lighter, darker = sorted((_luminance(colours[text]), _luminance(colours[behind])), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (text, behind)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
