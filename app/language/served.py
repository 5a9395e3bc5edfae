"""What the server says to people, in the window's language.

The API speaks English. Its sentences stand in ``served.json`` as they are written in the server's code, with names in
braces for what they fill in; `packaging/served_sentences.py` collects them, and the catalogues translate them like any
other words. A sentence is known by what stands around its particulars; these are kept, but for numbers, which are
written as the window does, and for words of the server's own, which are translated too. What is not known stays as it
came.
"""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.language.catalogue import ENGLISH, current, tr
from app.language.formats import number

FILE = Path(__file__).resolve().parent / "served.json"
PLACE = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")
WHOLE, PARTED = re.compile(r"\d{1,3}(,\d{3})+|\d+"), re.compile(r"\d+\.\d+")
LISTED, ENDED = re.compile(r"(, | and | or )"), re.compile(r"(?<=[.!?]) (?=[A-Z])")
DEEPEST, MOST_READINGS = 4, 32


@dataclass(frozen=True, slots=True)
class _Template:
    """A sentence with places: what stands around them, in order, and what they are called."""

    words: str
    around: tuple[str, ...]
    places: tuple[str, ...]

    def readings(self, words: str) -> Iterator[dict[str, str]]:
        """Each way of taking `words` as this sentence: what stands in its places."""
        first, *middle, last = self.around
        if words.startswith(first) and words.endswith(last) and len(words) >= len(first) + len(last):
            inside = words[len(first) : len(words) - len(last)]
            for values in itertools.islice(_parted(inside, middle), MOST_READINGS):
                yield dict(zip(self.places, values, strict=True))


def _parted(words: str, between: list[str]) -> Iterator[list[str]]:
    if not between:
        yield [words]
        return
    at = words.find(between[0])
    while at >= 0:
        for rest in _parted(words[at + len(between[0]) :], between[1:]):
            yield [words[:at], *rest]
        at = words.find(between[0], at + 1)


def said(words: str) -> str:
    """A sentence of the server's in the window's language where it is known, else as the server wrote it."""
    found = known(words)
    return words if found is None else found


def known(words: str) -> str | None:
    """A sentence of the server's in the window's language; nothing where it is not known."""
    if current() == ENGLISH or not words:
        return words
    found = _known(current(), words, DEEPEST)
    return found.words if found is not None else None


@dataclass(frozen=True, slots=True)
class _Told:
    """Words in the window's language; `left` counts the letters that stay as they came."""

    words: str
    left: int


@functools.lru_cache(maxsize=2048)
def _known(code: str, words: str, deep: int) -> _Told | None:
    """The translation that leaves the fewest letters as they came; nothing where no sentence fits."""
    whole, parted = _templates()
    if words in whole:
        return _Told(tr(whole[words]), 0)
    if deep <= 0:
        return None
    ways = []
    for template in parted:
        for values in template.readings(words):
            told = {name: _told(code, value, deep - 1) for name, value in values.items()}
            filled = tr(template.words, **{name: each.words for name, each in told.items()})
            ways.append(_Told(filled, sum(each.left for each in told.values())))
    several = [_known(code, each, deep - 1) for each in ENDED.split(words)]
    if len(several) > 1 and all(several):
        found = [each for each in several if each is not None]
        ways.append(_Told(" ".join(each.words for each in found), sum(each.left for each in found)))
    return min(ways, key=lambda way: way.left, default=None)


def _told(code: str, value: str, deep: int) -> _Told:
    """A particular as the window writes it."""
    if WHOLE.fullmatch(value):
        return _Told(number(int(value.replace(",", ""))), 0)
    if PARTED.fullmatch(value):
        return _Told(number(float(value), places=len(value.partition(".")[2])), 0)
    if (found := _known(code, value, deep)) is not None:
        return found
    whole, _ = _templates()
    parts = LISTED.split(value)
    if len(parts) > 1 and any(part in whole for part in parts[::2]):
        told = "".join(tr(whole[part]) if part in whole else _joint(part) for part in parts)
        return _Told(told, sum(len(part) for part in parts[::2] if part not in whole))
    return _Told(value, len(value))


def _joint(part: str) -> str:
    return {" and ": tr(" and "), " or ": tr(" or ")}.get(part, part)


@functools.cache
def _templates() -> tuple[dict[str, str], tuple[_Template, ...]]:
    """The sentences without places, by their words; and those with places, the ones that say most themselves first."""
    listed: list[str] = json.loads(FILE.read_text("utf-8"))
    whole, parted = {}, []
    for words in listed:
        parts = PLACE.split(words)
        around = tuple(part.replace("{{", "{").replace("}}", "}") for part in parts[::2])
        if len(around) > 1:
            parted.append(_Template(words, around, tuple(parts[1::2])))
        else:
            whole[around[0]] = words
    parted.sort(key=lambda each: -len("".join(each.around)))
    return whole, tuple(parted)
