"""The public page of a result as HTML that needs nothing else. Everything that came from a source is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from server.feeds.markup import as_text, content
from server.feeds.transcripts import Cue
from server.http.docs import page_part

_HEADING = re.compile(r"</?h([1-6])\b")
DESCRIPTION = 200
"""Characters of the description that other pages show beside a link."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter and when it begins, in seconds."""

    start_s: float
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPage:
    """What a page shows. Addresses are full; what is empty is left out."""

    title: str
    address: str
    language: str = "en"
    """ISO 639-1 code."""
    by: str = ""
    """Whose it is: the show."""
    made: str = ""
    """The day, as people write it."""
    description_html: str = ""
    """Safe to show."""
    audio_url: str = ""
    audio_type: str = ""
    video_url: str = ""
    image_url: str = ""
    downloads: tuple[tuple[str, str], ...] = ()
    """Names and addresses."""
    chapters: tuple[Chapter, ...] = ()
    turns: tuple[Cue, ...] = ()
    """What is said, with times."""
    markdown: str = ""
    """The document, or a transcript without times."""
    html: str = ""
    """The document where it is HTML; not yet safe."""
    show_image: bool = field(default=False)
    """Whether the image is the result itself."""


def html_of(shared: SharedPage) -> str:
    """The whole page."""
    title = escape(shared.title or "Untitled")
    facts = " · ".join(escape(fact) for fact in (shared.by, shared.made) if fact)
    script = script_of(shared)
    return (
        f'<!doctype html><html lang="{escape(shared.language, quote=True)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{title}</title>{''.join(_graph(shared))}"
        f"<style>{page_part('page.css')}{page_part('share.css')}</style></head>"
        f'<body><main class="page"><header class="head">{_picture(shared, title)}<div><h1>{title}</h1>'
        f'<p class="soft">{facts}</p></div></header>{"".join(_player(shared, title))}'
        f"{_description(shared)}{_chapters(shared)}{_turns(shared)}{_document(shared)}</main>"
        f"{f'<script>{script}</script>' if script else ''}</body></html>"
    )


def document_page(page: str, shared: SharedPage) -> str:
    """A document that was drawn as a whole page, with what other pages show of it and its downloads.

    Args:
        page: as the engine drew it: everything in it is escaped, and it has no script.
    """
    head, charset, rest = page.partition('<meta charset="utf-8">')
    body, footer, end = rest.rpartition("</footer>")
    if not charset or not footer:
        return html_of(shared)
    links = f"<nav>{_downloads(shared)}</nav>" if shared.downloads else ""
    return f'{head}{charset}<meta name="robots" content="noindex">{"".join(_graph(shared))}{body}{links}{footer}{end}'


def script_of(shared: SharedPage) -> str:
    """The page's script: seeks and follows; without it, links still lead into the recording. Empty without times."""
    return page_part("share.js") if shared.audio_url and (shared.turns or shared.chapters) else ""


def _graph(shared: SharedPage) -> Iterator[str]:
    """Open Graph: what other pages show beside a link to this one."""
    words = " ".join(as_text(shared.description_html).split()) or " ".join(shared.markdown.split())
    kind = "video.other" if shared.video_url else "music.song" if shared.audio_url else "article"
    facts = {
        "og:title": shared.title or "Untitled",
        "og:type": kind,
        "og:url": shared.address,
        "og:site_name": shared.by,
        "og:description": words[: DESCRIPTION - 1] + "…" if len(words) > DESCRIPTION else words,
        "og:image": shared.image_url,
        "og:audio": shared.audio_url,
        "og:audio:type": shared.audio_type if shared.audio_url else "",
        "og:video": shared.video_url,
    }
    for name, value in facts.items():
        if value:
            yield f'<meta property="{name}" content="{escape(value, quote=True)}">'
    yield f'<meta name="twitter:card" content="{"summary_large_image" if shared.show_image else "summary"}">'
    if words:
        yield f'<meta name="description" content="{escape(facts["og:description"], quote=True)}">'


def _picture(shared: SharedPage, title: str) -> str:
    if not shared.image_url or shared.show_image or shared.video_url:
        return ""
    return f'<img class="cover" alt="Cover of {title}" src="{escape(shared.image_url, quote=True)}">'


def _player(shared: SharedPage, title: str) -> Iterator[str]:
    if shared.video_url:
        yield f'<video controls preload="metadata" src="{escape(shared.video_url, quote=True)}"></video>'
    elif shared.audio_url:
        yield (
            f'<audio id="player" controls preload="metadata" aria-label="{title}" '
            f'src="{escape(shared.audio_url, quote=True)}"></audio>'
        )
    elif shared.show_image and shared.image_url:
        yield f'<p><img class="wide" alt="{title}" src="{escape(shared.image_url, quote=True)}"></p>'
    if shared.downloads:
        yield f'<p class="downloads">{_downloads(shared)}</p>'


def _downloads(shared: SharedPage) -> str:
    return " ".join(
        f'<a class="get" href="{escape(address, quote=True)}?download=1" download>{escape(name)}</a>'
        for name, address in shared.downloads
    )


def _description(shared: SharedPage) -> str:
    return f'<div class="words">{_below(shared.description_html)}</div>' if shared.description_html else ""


def _below(safe_html: str) -> str:
    """Headings moved so that the highest stands below the page's own (h2): there is one h1."""
    highest = min((int(level) for level in _HEADING.findall(safe_html)), default=2)
    return _HEADING.sub(lambda m: m[0][:-1] + str(min(int(m[1]) + 2 - highest, 6)), safe_html)


def _chapters(shared: SharedPage) -> str:
    if not shared.chapters:
        return ""
    entries = "".join(
        f'<li><a {_moment(shared, chapter.start_s)}><span class="time">{_clock(chapter.start_s)}</span> '
        f"{escape(chapter.title)}</a></li>"
        for chapter in shared.chapters
    )
    return f'<section aria-label="Chapters"><h2>Chapters</h2><ol class="chapters">{entries}</ol></section>'


def _turns(shared: SharedPage) -> str:
    if not shared.turns:
        return ""
    speakers = tuple(dict.fromkeys(turn.speaker for turn in shared.turns))
    lines = "".join(
        f'<p class="turn" data-start="{turn.start_ms / 1000:g}" data-end="{turn.end_ms / 1000:g}">'
        f'<a class="time" {_moment(shared, turn.start_ms / 1000)}>{_clock(turn.start_ms / 1000)}</a> '
        f"<strong>{escape(_name(turn.speaker, speakers))}</strong> {escape(turn.text)}</p>"
        for turn in shared.turns
    )
    return f'<section aria-label="Transcript"><h2>Transcript</h2>{lines}</section>'


def _document(shared: SharedPage) -> str:
    if shared.html:
        return f'<article class="document">{content(shared.html)}</article>'
    if not shared.markdown or shared.turns:
        return ""
    if shared.audio_url or shared.video_url:
        return f'<section aria-label="Transcript"><h2>Transcript</h2>{"".join(_lines(shared.markdown))}</section>'
    lines = shared.markdown.strip().splitlines()
    if lines and lines[0].lstrip("# ").strip() == shared.title:
        lines = lines[1:]
    return f'<article class="document">{_marked_up(chr(10).join(lines))}</article>'


def _marked_up(markdown: str) -> str:
    from markdown_it import MarkdownIt

    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown))


def _lines(transcript: str) -> Iterator[str]:
    """A transcript without times, a paragraph for each turn."""
    lines = [line.strip() for line in transcript.splitlines() if line.strip()]
    split = [line.partition(": ") if line.startswith("SPEAKER_") else ("", "", line) for line in lines]
    speakers = tuple(dict.fromkeys(speaker for speaker, _, _ in split if speaker))
    for speaker, _, words in split:
        name = f"<strong>{escape(_name(speaker, speakers))}</strong> " if speaker else ""
        yield f'<p class="turn">{name}{escape(words)}</p>'


def _name(speaker: str, speakers: Sequence[str]) -> str:
    """Speakers without a name are counted from 1."""
    return f"Speaker {speakers.index(speaker) + 1}" if speaker.startswith("SPEAKER_") else speaker


def _moment(shared: SharedPage, seconds: float) -> str:
    """A link into the recording (W3C Media Fragments): it works without the script."""
    return f'href="{escape(shared.audio_url, quote=True)}#t={seconds:g}" data-seek="{seconds:g}"'


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
