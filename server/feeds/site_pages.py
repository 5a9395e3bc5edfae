"""The page of a show that stands on a web host of its own: it needs nothing but the files beside it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from server.domain.episodes import Episode
from server.domain.plaintext import plain
from server.domain.shows import Show
from server.feeds.markup import content, description

STYLE = (
    "body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:2rem 1.25rem;color:#1c1e21;"
    "background:#fff}header{display:flex;gap:1.5rem;align-items:center;margin-bottom:2rem}header img{width:9rem;"
    "height:9rem;border-radius:.75rem}h1{margin:0;font-size:1.9rem;line-height:1.2}h2{font-size:1.2rem;"
    "margin:0 0 .25rem}article{border-top:1px solid #d9dce0;padding:1.5rem 0}audio,video{width:100%;margin:.5rem 0}"
    ".soft{color:#565c64;margin:0}a{color:#0b57d0}@media(prefers-color-scheme:dark){body{background:#16181b;"
    "color:#e8eaed}.soft{color:#a9b0b8}a{color:#8ab4f8}article{border-color:#34383d}}"
)


def show_page(show: Show, episodes: Iterable[tuple[Episode, str]]) -> str:
    """The page of a show.

    Args:
        show: whose page it is; its picture is ``artwork/cover.jpg``, its feed ``feed.xml``.
        episodes: the newest first, each with the address of its recording.
    """
    title = escape(plain(show.name))
    picture = '<img src="artwork/cover.jpg" alt="">' if show.artwork else ""
    listed = "".join(_episode(episode, address) for episode, address in episodes)
    return (
        f'<!doctype html><html lang="{escape(show.language, quote=True)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f'<link rel="alternate" type="application/rss+xml" title="{title}" href="feed.xml">'
        f"<style>{STYLE}</style></head>"
        f'<body><header>{picture}<div><h1>{title}</h1><p class="soft">{escape(plain(show.author))}</p>'
        f'<nav><a href="feed.xml">Subscribe (RSS)</a></nav></div></header><main>{description(show.description)}'
        f"{listed}</main></body></html>"
    )


def _episode(episode: Episode, address: str) -> str:
    title = escape(plain(episode.title))
    day = episode.released_on
    when = f'<p class="soft"><time datetime="{day:%Y-%m-%d}">{day.day} {day:%B %Y}</time></p>' if day else ""
    source = escape(address, quote=True)
    kind = "video" if episode.enclosure.media_type.startswith("video/") else "audio"
    return (
        f'<article id="episode-{episode.id}"><h2>{title}</h2>{when}'
        f'<{kind} controls preload="none" src="{source}" aria-label="{title}"></{kind}>'
        f"{episode.content_html or content(episode.description)}"
        f'<p><a href="{source}" download>Download</a>{_transcript(episode)}</p></article>'
    )


def _transcript(episode: Episode) -> str:
    """A link to what is said, for who can't hear it."""
    order = {"text/html": 0, "text/plain": 1, "text/vtt": 2}
    found = min(episode.transcripts, key=lambda each: order.get(each.media_type, 9), default=None)
    return f' · <a href="{escape(found.address, quote=True)}">Transcript</a>' if found else ""
