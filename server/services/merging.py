"""What an import makes of what it read: new shows and episodes, and changes to those that are here.

Rule: a text that was edited here stays. Everything else follows the source when the source has changed it, and stays
when it has not, so that nothing that was set here is lost to a source that did not move.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec

from server.domain import categories
from server.domain.categories import Category
from server.domain.episodes import CHAPTERS_FILE, Enclosure, Episode, Origin, transcript_path
from server.domain.imports import ReadEpisode, ReadShow
from server.domain.old_categories import mapped
from server.domain.plaintext import plain, shortened
from server.domain.shows import MEDIA, Show, ShowSource, ShowType, feed_guid

TEXTS = frozenset({"title", "description", "name", "author", "copyright", "owner_name", "email"})
"""Fields that are kept as they were edited here, whatever the source says now."""
WIRE = {
    "published_on": "publishedOn",
    "episode_type": "episodeType",
    "image": "imageUrl",
    "enclosure": "audioUrl",
    "chapters_address": "chapters",
    "guid_is_permalink": "guid",
    "description_html": "description",
    "content_html": "description",
}


@dataclass(slots=True)
class Merged:
    """What is to be written."""

    new: list[tuple[Episode, str]] = field(default_factory=list)
    """Episodes and their public keys, the oldest first."""
    changed: list[Episode] = field(default_factory=list)
    unchanged: int = 0
    left_out: int = 0
    refreshed: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)


def show_said(read: ReadShow, *, address: str, email: str) -> tuple[dict[str, Any], list[str]]:
    """The fields of `Show` that a feed gives, with what it lacks filled, and sentences that say so.

    `email` stands in where the feed names no owner's address.
    """
    warnings: list[str] = []

    def filled(value: str, instead: str, sentence: str) -> str:
        if not value:
            warnings.append(sentence)
        return value or instead

    host = urlsplit(address).hostname or "the source"
    name = filled(read.title, f"Podcast from {host}", "The feed has no title; a name was made from its address.")
    author = filled(
        read.author, read.owner_name or name, "The feed names no author; the owner's or the show's name was taken."
    )
    if not read.email:
        warnings.append("The feed has no owner's e-mail; the one that was given with the import was taken.")
    elif email and email.casefold() != read.email.casefold():
        warnings.append("The feed has an owner's e-mail; the one that was given with the import was not needed.")
    medium = read.medium or "podcast"
    if medium not in MEDIA:
        warnings.append(f"The feed's medium, {medium[:40]!r}, is not a published one; podcast was taken.")
        medium = "podcast"
    if read.explicit is None:
        warnings.append("The feed does not say whether it is explicit; it is published as not explicit.")
    return {
        "name": name,
        "description": filled(read.description, name, "The feed has no description; its title was taken."),
        "author": author,
        "link": filled(read.link, address, "The feed links to no page; its own address was taken."),
        "email": read.email or email,
        "language": filled(read.language, "en", "The feed names no language; English was taken."),
        "categories": _categories(read.categories, warnings),
        "explicit": bool(read.explicit),
        "type": read.type or ShowType.EPISODIC,
        "copyright": read.copyright,
        "owner_name": read.owner_name,
        "funding": read.funding,
        "persons": read.persons,
        "locked": read.locked,
        "medium": medium,
        "extras": read.extras,
    }, warnings


def new_show(
    said: Mapping[str, Any], read: ReadShow, *, id: str, owner: str, source: ShowSource, now: datetime
) -> Show:
    """The show of a first import."""
    return Show(
        id=id,
        owner=owner,
        guid=read.guid or feed_guid(source.address),
        created_on=now,
        updated_on=now,
        changed_on=now,
        source=replace(source, seen=_marks(said)),
        **said,
    )


def changed_show(show: Show, said: Mapping[str, Any], *, source: ShowSource, now: datetime) -> Show:
    """`show` after another import."""
    before = show.source.seen if show.source is not None else {}
    values = _followed(show, said, before)
    after = replace(show, source=replace(source, seen=_marks(said)), **values)
    return replace(after, updated_on=now) if values else after


def merged(
    items: Sequence[ReadEpisode], present: Iterable[Episode], *, owner: str, now: datetime, keys: Iterable[str]
) -> Merged:
    """What the items of a feed, in its order, do to the episodes of its show.

    `keys` gives public keys for new ones.
    """
    result = Merged()
    by_guid: dict[str, Episode] = {}
    without: defaultdict[str, list[Episode]] = defaultdict(list)
    taken: set[str] = set()
    for episode in present:
        taken.add(episode.guid)
        if episode.origin is not None and not episode.origin.guid:
            without[episode.origin.enclosure].append(episode)
        else:
            by_guid.setdefault(episode.guid, episode)
    lone = Counter(item.enclosure for item in items if not item.guid)
    seen: set[str] = set()
    added: list[Episode] = []
    moment = now
    for item in items:
        if not item.guid:
            identity = _mark((item.enclosure, item.title, item.published, item.date_text))
            if identity in seen:
                result.left_out += 1
                result.warnings.append(f"{_shown(item)} stands in the feed twice; the first one was taken.")
                continue
            seen.add(identity)
        elif item.guid in seen:
            result.left_out += 1
            result.warnings.append(
                f"{_shown(item)} has the guid of another item, {shortened(item.guid, 80)}, and was left out."
            )
            continue
        else:
            seen.add(item.guid)
        said, moment = _episode_said(item, moment, now, result.warnings)
        old = by_guid.get(item.guid) if item.guid else _same(item, without, is_lone=lone[item.enclosure] == 1)
        if old is None:
            guid = item.guid or _made_up(item, taken)
            taken.add(guid)
            added.append(_new_episode(item, said, guid=guid, owner=owner, now=now))
            continue
        after, names = _changed_episode(old, item, said, now)
        if after is old:
            result.unchanged += 1
        else:
            result.changed.append(after)
            result.refreshed.update(names)
    for episode, key in zip(reversed(added), keys, strict=False):
        result.new.append((_with_paths(episode, key), key))
    return result


def _categories(paths: tuple[str, ...], warnings: list[str]) -> tuple[Category, ...]:
    found: dict[Category, None] = {}
    for path in paths:
        category = mapped(path)
        if category is None:
            warnings.append(f"There is no category like {shortened(path, 60)!r} in Apple's list; it was left out.")
        else:
            found.setdefault(category)
            if str(category) != path:
                warnings.append(f"The category {shortened(path, 60)!r} is published as {str(category)!r}.")
    if not found:
        if not paths:
            warnings.append(f"The feed has no category; {categories.DEFAULT} was taken.")
        return (categories.DEFAULT,)
    return tuple(found)


def _episode_said(
    item: ReadEpisode, before: datetime, now: datetime, warnings: list[str]
) -> tuple[dict[str, Any], datetime]:
    """The fields of `Episode` that an item gives, and its moment, from which one without a date gets its own."""
    moment = item.published
    title = item.title
    if moment is None:
        moment = min(before, now) - timedelta(seconds=1)
        what = "a date that can't be read" if item.date_text else "no date"
        warnings.append(f"{_shown(item)} has {what}; it is kept in its place.")
    if not title:
        title = shortened(" ".join(plain(item.description).split()), 80) or "Untitled"
        warnings.append(f"An item without a title is called {shortened(title, 60)!r} here.")
    if not item.size:
        warnings.append(f"{_shown(item)} does not say how long its file is.")
    if _is_local(item.enclosure):
        warnings.append(f"{_shown(item)} has its recording at a private address: {shortened(item.enclosure, 100)}")
    return {
        "title": title,
        "description": item.description or title,
        "description_html": item.description_html,
        "content_html": item.content_html,
        "enclosure": Enclosure(item.enclosure, item.media_type, item.size, item.duration_s),
        "link": item.link,
        "published_on": moment,
        "guid_is_permalink": item.guid_is_permalink,
        "season": item.season,
        "number": item.number,
        "episode_type": item.episode_type,
        "explicit": item.explicit,
        "image": item.image,
        "persons": item.persons,
        "transcripts": item.transcripts,
        "chapters_address": item.chapters_address,
        "chapters": item.chapters,
        "soundbites": item.soundbites,
        "generated": item.generated,
        "extras": item.extras,
    }, moment


def _new_episode(item: ReadEpisode, said: Mapping[str, Any], *, guid: str, owner: str, now: datetime) -> Episode:
    return Episode(
        id=0,
        owner=owner,
        guid=guid,
        updated_on=now,
        audio_title=said["title"],
        origin=Origin(item.enclosure, item.guid, item.date_text, _marks(said)),
        **said,
    )


def _with_paths(episode: Episode, key: str) -> Episode:
    served = episode.chapters and not episode.chapters_address
    return replace(
        episode,
        share_path=f"/share/{key}",
        chapters_address=transcript_path(key, CHAPTERS_FILE) if served else episode.chapters_address,
    )


def _changed_episode(
    old: Episode, item: ReadEpisode, said: Mapping[str, Any], now: datetime
) -> tuple[Episode, set[str]]:
    """The same value where nothing is different; the names are those of the wire."""
    if old.origin is None:  # made or uploaded here: nobody else's word counts for it
        return old, set()
    values = _followed(old, said, old.origin.seen)
    if not item.published and not item.date_text:
        values.pop("published_on", None)  # a made-up date stays
    if "description" not in values:
        for name in ("description_html", "content_html"):
            values.pop(name, None)
    if old.enclosure.address.startswith("/"):
        values.pop("enclosure", None)  # the recording is ours
    if old.chapters_address.startswith("/") and "chapters" not in values and not item.chapters_address:
        values.pop("chapters_address", None)
    origin = Origin(item.enclosure, item.guid, item.date_text, _marks(said))
    if not values and origin == old.origin:
        return old, set()
    after = replace(old, origin=origin, updated_on=now if values else old.updated_on, **values)
    if "chapters" in values and not after.chapters_address and after.chapters:
        key = after.share_path.rsplit("/", 1)[-1]
        after = replace(after, chapters_address=transcript_path(key, CHAPTERS_FILE))
    return after, {WIRE.get(name, name) for name in values if name != "extras"}


def _followed(kept: Any, said: Mapping[str, Any], seen: Mapping[str, str]) -> dict[str, Any]:
    """Those of the said values that differ from the kept ones and are to replace them."""
    values = {}
    for name, value in said.items():
        own = getattr(kept, name)
        if own == value:
            continue
        is_edited = seen.get(name) != _mark(own)
        if is_edited and (name in TEXTS or seen.get(name) == _mark(value)):
            continue
        values[name] = value
    return values


def _same(item: ReadEpisode, without: Mapping[str, list[Episode]], *, is_lone: bool) -> Episode | None:
    """The episode that an item without a guid is: by its recording, and by title or date where several share one."""
    candidates = without.get(item.enclosure, [])
    for episode in candidates:
        assert episode.origin is not None
        is_dated_so = item.published in (None, episode.published_on)
        if is_dated_so and episode.origin.seen.get("title") == _mark(item.title):
            return episode
    return candidates[0] if is_lone and len(candidates) == 1 else None


def _made_up(item: ReadEpisode, taken: set[str]) -> str:
    """A guid for an item without one: its recording's address, told apart where that is used already."""
    if item.enclosure not in taken:
        return item.enclosure
    return f"{item.enclosure}#{_mark((item.title, item.published, item.date_text))}"


def _marks(said: Mapping[str, Any]) -> dict[str, str]:
    return {name: _mark(value) for name, value in said.items()}


def _mark(value: Any) -> str:
    return hashlib.blake2s(msgspec.json.encode(value), digest_size=6).hexdigest()


def _shown(item: ReadEpisode) -> str:
    return f"“{shortened(item.title or item.enclosure, 80)}”"


def _is_local(address: str) -> bool:
    host = (urlsplit(address).hostname or "").lower()
    return host in {"localhost", "::1"} or host.startswith(("127.", "10.", "192.168.")) or host.endswith(".local")
