"""An order as a person fills it in, before it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from app.language import mark, tr
from app.models import outputs
from app.models.timings import Timing

VIDEO_HOSTS = ("youtube.com", "youtu.be", "youtube-nocookie.com")
STYLES = (
    ("deep dive", mark("Deep dive")),
    ("brief", mark("Brief")),
    ("critique", mark("Critique")),
    ("debate", mark("Debate")),
)
DURATIONS = (("short", mark("Short")), ("default", mark("Standard")), ("long", mark("Long")))
QUALITIES = (("final", mark("Final")), ("draft", mark("Draft")))
INSTRUCTIONS_LIMIT = 5000

_ADDRESS = re.compile(r"^https?://\S+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Source:
    """One source: its wire type, its content, and what people see of it."""

    type: str
    content: str
    label: str
    feed: int = 0
    """The feed that an item comes from; 0 for what is no item of a feed."""

    @property
    def wire(self) -> dict[str, str]:
        """As the order carries it."""
        return {"type": self.type, "content": self.content}


@dataclass(frozen=True, slots=True)
class MoreSources:
    """Sources to add to those that the form has."""

    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """Order what the form holds."""


@dataclass(frozen=True, slots=True)
class Order:
    """The Create form's values. Empty means: leave it to the server."""

    sources: tuple[Source, ...] = ()
    output_type: str = "audio"
    style: str = "deep dive"
    duration: str = "default"
    language: str = ""
    voice1: int | None = None
    voice2: int | None = None
    title: str = ""
    text: str = ""
    intro_music: str = ""
    music_bed: bool = False
    """The music goes on under the whole episode."""
    stems: bool = False
    quality: str = "final"
    approve_script: bool = False
    show_id: str = ""
    format: str = "pdf"
    quiz_difficulty: str = "medium"
    include_citations: bool = False
    video_format: str = "explainer"
    look: str = "classic"
    """Of a video: one of `outputs.LOOKS` or own words."""
    orientation: str = "landscape"
    detail: str = "standard"
    deck_format: str = "detailed"
    prompts: Mapping[str, str] = field(default_factory=dict)
    """What a video's title, description and pictures should be like, by their wire names."""
    avatar: int = 0
    """Who presents a video; 0 for nobody."""
    background: str = ""
    """Address of the picture behind a video."""
    targets: tuple[Mapping[str, Any], ...] = ()
    """Where a video is published, as on the wire."""
    projects: tuple[str, ...] = ()
    related_id: str = ""
    timing: Timing = field(default_factory=Timing)
    kept: Mapping[str, Any] = field(default_factory=dict)
    """Fields of a duplicated order that the form doesn't show; they are sent as they came."""

    @property
    def wire(self) -> dict[str, Any]:
        """The body of the call."""
        body: dict[str, Any] = dict(self.kept)
        body |= {
            "outputType": self.output_type,
            "resources": [source.wire for source in self.sources if not source.feed],
        }
        chosen = outputs.options_of(self.output_type)
        optional: dict[str, Any] = {"language": self.language, "title": self.title, "text": self.text}
        of_type = {
            "style": self.style,
            "duration": self.duration,
            "quality": self.quality,
            "voice1": self.voice1,
            "voice2": self.voice2 if self.voice1 else None,
            "introMusicUrl": self.intro_music,
            "musicBed": (self.music_bed and bool(self.intro_music)) or None,
            "stems": self.stems or None,
            "approveScript": self.approve_script or None,
            "podcastId": self.show_id,
            "format": self.format,
            "quizDifficulty": self.quiz_difficulty,
            "includeCitations": self.include_citations or None,
            "videoFormat": self.video_format,
            "look": self.look,
            "infographicOrientation": self.orientation,
            "infographicDetail": self.detail,
            "slideDeckFormat": self.deck_format,
            "avatarId": self.avatar or None,
            "backgroundImageUrl": self.background,
            "publishTargets": [dict(target) for target in self.targets],
            **self.prompts,
        }
        optional |= {outputs.WIRE_NAMES.get(name, name): value for name, value in of_type.items() if name in chosen}
        if optional.get("podcastId"):
            optional["episodeTitle"] = self.title
        optional |= {
            "feedSelections": _selections(self.sources),
            "projects": list(self.projects),
            "relatedId": self.related_id,
        } | self.timing.wire
        if not body["resources"]:
            del body["resources"]
        return body | {name: value for name, value in optional.items() if value not in ("", None, [])}

    def place_of_resource(self, number: int) -> int:
        """Where among all sources a resource of the body stands; items of feeds are none of its resources."""
        places = [place for place, source in enumerate(self.sources) if not source.feed]
        return places[number] if number < len(places) else number


SHOWN = frozenset(
    {"outputType", "resources", "style", "duration", "quality", "language", "title", "text", "voice1", "voice2"}
    | {"musicBed", "stems"}
    | {"introMusicUrl", "approveScript", "podcastId", "episodeTitle", "format", "quizDifficulty", "includeCitations"}
    | {"feedSelections", "projects", "relatedId", "infographicOrientation", "infographicDetail", "slideDeckFormat"}
    | outputs.PROMPTS
    | {"publishTargets", "avatarId", "backgroundImageUrl"}
)
ONCE = frozenset({"scheduledOn", "isScheduled", "dailyCount", "scheduleEndDate", "templateMode"})
"""Fields that a duplicate must not repeat."""


def order_from(wire: Mapping[str, Any]) -> Order:
    """The form's values for an order as the server keeps it."""
    resources, selections = wire.get("resources"), wire.get("feedSelections")
    is_video = wire.get("outputType") == "video"
    style, form = str(wire.get("style") or ""), str(wire.get("format") or "")
    return Order(
        sources=(
            *(source_from(r) for r in resources or () if isinstance(r, Mapping)),
            *(
                feed_item(int(chosen.get("feedId", 0)), str(item), "")
                for chosen in selections or ()
                if isinstance(chosen, Mapping)
                for item in chosen.get("feedItemIds", ())
            ),
        ),
        output_type=str(wire.get("outputType") or "audio"),
        style=("" if is_video else style) or "deep dive",
        duration=str(wire.get("duration") or "default"),
        language=str(wire.get("language") or ""),
        voice1=wire.get("voice1"),
        voice2=wire.get("voice2"),
        title=str(wire.get("title") or wire.get("episodeTitle") or ""),
        text=str(wire.get("text") or ""),
        intro_music=str(wire.get("introMusicUrl") or ""),
        music_bed=wire.get("musicBed") is True,
        stems=wire.get("stems") is True,
        quality=str(wire.get("quality") or "final"),
        approve_script=wire.get("approveScript") is True,
        show_id=str(wire.get("podcastId") or ""),
        format=("" if is_video else form) or "pdf",
        quiz_difficulty=str(wire.get("quizDifficulty") or "medium"),
        include_citations=wire.get("includeCitations") is True,
        video_format=(form if is_video else "") or "explainer",
        look=(style if is_video else "") or "classic",
        orientation=str(wire.get("infographicOrientation") or "landscape"),
        detail=str(wire.get("infographicDetail") or "standard"),
        deck_format=str(wire.get("slideDeckFormat") or "detailed"),
        prompts={name: str(wire[name]) for name in sorted(outputs.PROMPTS) if wire.get(name)},
        avatar=int(wire.get("avatarId") or 0),
        background=str(wire.get("backgroundImageUrl") or ""),
        targets=tuple(each for each in wire.get("publishTargets") or () if isinstance(each, Mapping)),
        projects=tuple(str(each) for each in wire.get("projects") or ()),
        related_id=str(wire.get("relatedId") or ""),
        kept={k: v for k, v in wire.items() if k not in SHOWN and k not in ONCE and v is not None},
    )


def draft_of(order: Order) -> dict[str, Any]:
    """What is kept of an order that is not placed yet; nothing where nothing was written."""
    if not (order.sources or order.title or order.text):
        return {"order": None}
    return {"order": order.wire, "names": [source.label for source in order.sources]}


def drafted(kept: Mapping[str, Any]) -> Order | None:
    """The order that `draft_of` kept."""
    wire, names = kept.get("order"), kept.get("names")
    if not isinstance(wire, Mapping):
        return None
    order = order_from(wire)
    if not isinstance(names, list) or len(names) != len(order.sources):
        return order
    named = (replace(source, label=str(name)) for source, name in zip(order.sources, names, strict=True))
    return replace(order, sources=tuple(named))


def source_from(wire: Mapping[str, Any]) -> Source:
    """A source as an order carries it, with something to show for it."""
    kind, content = str(wire.get("type") or "text"), str(wire.get("content") or "")
    name = str(wire.get("fileName") or "")
    if kind == "text":
        return pasted_text(content)
    return Source(kind, content, name or (address_label(content) if kind in ("website", "video_site") else tr("File")))


def sources_in(pasted: str) -> tuple[Source, ...]:
    """What was pasted or dropped as text: addresses when every line is one, else one text."""
    words = pasted.split()
    if words and all(_ADDRESS.match(word) for word in words):
        return tuple(address(word) for word in words)
    return (pasted_text(pasted),) if pasted.strip() else ()


def address(url: str) -> Source:
    """A web page, or a video of the video site."""
    host = (urlsplit(url).hostname or "").removeprefix("www.").removeprefix("m.")
    kind = "video_site" if host in VIDEO_HOSTS else "website"
    return Source(kind, url, address_label(url))


def pasted_text(text: str) -> Source:
    """Plain text, shown by its first words and its length."""
    words = text.split()
    # The sign of a heading is no word.
    start = " ".join(words[:6]).lstrip("# ")
    return Source(
        "text",
        text.strip(),
        (
            tr("“{start}…” · {count} words", start=start, count=len(words))
            if len(words) > 6
            else tr("“{start}” · {count} words", start=start, count=len(words))
        ),
    )


def uploaded(file_id: str, path: Path) -> Source:
    """A file that the server has taken."""
    return Source("file", file_id, path.name)


def feed_item(feed_id: int, item_id: str, title: str) -> Source:
    """An item that a feed has brought."""
    return Source("feed_item", item_id, title or tr("Item of a feed"), feed_id)


def _selections(sources: tuple[Source, ...]) -> list[dict[str, Any]]:
    by_feed: dict[int, list[str]] = {}
    for source in sources:
        if source.feed:
            by_feed.setdefault(source.feed, []).append(source.content)
    return [{"feedId": feed, "feedItemIds": items} for feed, items in by_feed.items()]


def address_label(url: str) -> str:
    """An address without what every address has."""
    parts = urlsplit(url)
    return f"{(parts.hostname or '').removeprefix('www.')}{parts.path.rstrip('/')}" or url
