"""The voice catalogue as a table: searched, filtered, with favourites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.client.voices import Voice, percent, told_errors
from app.language import current, mark, tr
from app.models.tables import Column, Rows

ORIGINS = {
    "packaged": mark("Packaged"),
    "blend": mark("Blend"),
    "file": mark("From a file"),
    "endpoint": mark("Endpoint"),
    "own": mark("Your match"),
}
KINDS = (
    ("", mark("All voices")),
    ("favourite", mark("Favourites")),
    ("ready", mark("Ready to speak")),
    ("mine", mark("Made by you")),
    ("file", mark("From files")),
    ("endpoint", mark("Of an endpoint")),
    ("missing", mark("Not available")),
)
"""What can be shown alone: value and words."""

ANY_LANGUAGE = mark("Any language")


@dataclass(frozen=True, slots=True)
class Entry:
    """One voice of the catalogue; `language` is the language's own name."""

    voice: Voice
    language: str
    favourite: bool = False

    @property
    def grade(self) -> str:
        """The grade in words: what is missing comes first."""
        if not self.voice.available:
            return tr("Missing")
        if self.voice.grade == "basic":
            return tr("Basic")
        if self.voice.origin != "packaged":
            return tr(ORIGINS.get(self.voice.origin, ""))
        return tr("Grade {grade}", grade=self.voice.grade) if self.voice.grade else tr("Ready")

    @property
    def errors(self) -> str:
        """Its word errors in hundredths, or a dash."""
        share = self.voice.word_errors
        return "—" if share is None or not self.voice.available else f"{percent(share)} %"

    @property
    def tone(self) -> str:
        """The palette's colour for the grade."""
        if not self.voice.available:
            return "bad"
        if self.voice.grade == "basic":
            return "warning"
        if self.voice.origin != "packaged":
            return "accent"
        return "good" if self.voice.grade[:1] in ("A", "B") else "muted"

    @property
    def removable(self) -> bool:
        """Whether a person can take it away here."""
        return self.voice.origin in ("blend", "own")

    @property
    def blendable(self) -> bool:
        """Whether it can be a part of a blend."""
        return self.voice.available and self.voice.origin == "packaged" and self.voice.engine in ("", "kokoro")


def accent(entry: Entry) -> str:
    """Accent and sex, as far as they are known."""
    return " · ".join(tr(each) for each in (entry.voice.accent, entry.voice.sex) if each) or "—"


def spoken(entry: Entry) -> str:
    """A voice as a screen reader says it."""
    star = tr(", favourite") if entry.favourite else ""
    needs = tr(", needs {needs}", needs=entry.voice.needs) if entry.voice.needs else ""
    told = told_errors(entry.voice.word_errors, by_default=entry.voice.by_default) if entry.voice.available else ""
    errors = f", {told}" if told else ""
    return f"{entry.voice.name}, {entry.language}, {accent(entry)}, {entry.grade}{errors}{star}{needs}"


COLUMNS: tuple[Column[Entry], ...] = (
    Column(mark("Voice"), lambda e: f"★ {e.voice.name}" if e.favourite else e.voice.name, tip=spoken),
    Column(mark("Language"), lambda e: e.language),
    Column(mark("Accent and sex"), accent),
    Column(
        mark("Word errors"),
        lambda e: e.errors,
        tip=lambda e: (
            tr("So many of a hundred words the packaged listener hears otherwise; its own errors are among them.")
            if e.errors != "—"
            else tr("Not measured")
        ),
    ),
    Column(
        mark("Grade"),
        lambda e: e.grade,
        tip=lambda e: tr("Needs {needs}.", needs=e.voice.needs) if e.voice.needs else e.grade,
    ),
)


def voice_rows(parent: QObject | None = None) -> Rows[Entry]:
    """Rows for the catalogue."""
    return Rows(COLUMNS, key=lambda entry: entry.voice.id, parent=parent)


def entries_of(voices: Iterable[Voice], names: Mapping[str, str], favourites: frozenset[int]) -> tuple[Entry, ...]:
    """The catalogue by language: those with most voices ready first, within each the best grades first."""
    entries = [
        Entry(voice, _language(voice.language.partition("-")[0], names), voice.id in favourites) for voice in voices
    ]
    ready: dict[str, int] = {}
    for entry in entries:
        good = entry.voice.available and entry.voice.grade != "basic"
        ready[entry.language] = ready.get(entry.language, 0) + good
    return tuple(
        sorted(entries, key=lambda e: (-ready[e.language], e.language.casefold(), _rank(e), e.voice.name.casefold()))
    )


def offered(voices: Iterable[Voice], *, language: str = "") -> list[tuple[int, str]]:
    """The voices that can speak a language (any without one) for a choice: first those that have few word errors."""
    fitting = [v for v in voices if v.available and (not language or v.language in ("", language))]
    return [(voice.id, voice.label) for voice in sorted(fitting, key=lambda voice: not voice.by_default)]


def chosen(entries: Iterable[Entry], *, search: str = "", language: str = "", kind: str = "") -> tuple[Entry, ...]:
    """The entries that fit: every word of the search stands somewhere in name, language, accent, sex or grade."""
    words = search.casefold().split()
    tests: dict[str, Callable[[Entry], bool]] = {
        "": lambda _entry: True,
        "favourite": lambda e: e.favourite,
        "ready": lambda e: e.voice.available,
        "mine": lambda e: e.voice.origin in ("blend", "own"),
        "file": lambda e: e.voice.origin == "file",
        "endpoint": lambda e: e.voice.origin == "endpoint",
        "missing": lambda e: not e.voice.available,
    }
    fits = tests[kind]
    return tuple(
        entry
        for entry in entries
        if fits(entry) and (not language or entry.language == language) and all(_has(entry, word) for word in words)
    )


def _language(code: str, names: Mapping[str, str]) -> str:
    """A language's own name, or the reader's one of a language that nothing here can speak yet."""
    if not code:
        return tr(ANY_LANGUAGE)
    if code in names:
        return names[code]
    from babel import Locale, UnknownLocaleError

    try:
        return Locale(code).get_language_name(current()) or code
    except UnknownLocaleError:
        return code


def _has(entry: Entry, word: str) -> bool:
    parts = f"{entry.voice.name} {entry.language} {entry.voice.accent} {entry.grade}".casefold()
    # "male" stands in "female" too: the sex counts from its beginning.
    return word in parts or (bool(entry.voice.sex) and entry.voice.sex.startswith(word))


def _rank(entry: Entry) -> tuple[int, str]:
    """Favourites, then what speaks, by grade: ``A``, ``A-``, ``B`` …"""
    voice = entry.voice
    level = (voice.grade or "Z")[:1] + {"+": "0", "-": "2"}.get(voice.grade[1:2], "1")
    return (
        0 if entry.favourite else 1 if voice.available and voice.grade != "basic" else 2 if voice.available else 3,
        level,
    )


def favourites_of(kept: str) -> frozenset[int]:
    """The ids of a kept list ``3,17``."""
    return frozenset(int(part) for part in kept.split(",") if part.strip().isdecimal())


def kept_of(favourites: Iterable[int]) -> str:
    """The list to keep."""
    return ",".join(str(number) for number in sorted(favourites))
