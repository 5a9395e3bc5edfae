"""A style tried on the caller's own words, over the wire."""

from __future__ import annotations

from typing import Any

from fake_easel import JPEG


async def test_a_first_scene_is_seen_in_a_style(api: Any) -> None:
    seen = await api.post("/studio/preview", {"style": "anime", "format": "short", "text": "A lake.", "title": "Vell"})
    usual = await api.post("/studio/preview", {"title": "Vell"})

    assert (seen.status, seen.headers["Content-Type"]) == (200, "image/jpeg")
    assert seen.body == JPEG + b"anime|short|Vell|A lake."
    assert usual.body == JPEG + b"classic|explainer|Vell|"


async def test_what_cannot_be_shown_is_told(api: Any) -> None:
    nothing = await api.post("/studio/preview", {"style": "anime"})
    unknown = await api.post("/studio/preview", {"title": "Vell", "format": "epic"})
    broken = await api.post("/studio/preview", {"title": "Vell", "style": "broken"})

    assert (nothing.status, nothing.body["error"]) == (400, "There is nothing to show yet: add a text or a title.")
    assert unknown.status == 400
    assert broken.status == 503
    assert (await api.post("/studio/preview", {"title": "Vell"}, token=None)).status == 401
