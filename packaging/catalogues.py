"""The catalogues of the window's words: python packaging/catalogues.py

Extracts what `tr`, `trn`, `mark` and `dated` name in app/, what the server declares for people and what it says to
them in sentences (listed in app/language/served.json); brings app/language/de/LC_MESSAGES/quillcast.po up to date
with it and compiles it. Says what is missing; a test keeps it whole.

    --check    write nothing; exit code 1 where something is missing or not up to date
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from served_sentences import sentences  # noqa: E402

from server.config.groups import GROUPS  # noqa: E402
from server.domain.categories import TAXONOMY  # noqa: E402
from server.domain.documents import BUILT_IN  # noqa: E402

APP = ROOT / "app"
LANGUAGES = ("de",)
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands in place of the time of writing, so that the same words make the same files."""
SERVED = APP / "language" / "served.json"
"""The sentences of the server, by which the window knows them."""
KEYWORDS = {"tr": None, "trn": (1, 2), "mark": None, "dated": (2,)}
HEADER = """# The words of Quillcast's window.
# Written by packaging/catalogues.py; the translations are edited here.
"""


def po_of(language: str) -> Path:
    """The catalogue of a language, as it is edited."""
    return APP / "language" / language / "LC_MESSAGES" / "quillcast.po"


def found() -> Catalog:
    """What has to be translated, with the files it stands in."""
    catalog = Catalog(charset="utf-8")
    for file, _line, words, _comments, _context in extract_from_dir(
        APP, method_map=[("**.py", "python")], keywords=KEYWORDS
    ):
        if words if isinstance(words, str) else words[0]:
            catalog.add(words, locations=[(f"app/{file}", 1)])
    for words in declared():
        catalog.add(words, locations=[("server", 1)])
    for words, path in sentences().items():
        catalog.add(words, locations=[(path, 1)])
    for message in catalog:
        message.flags.discard("python-brace-format")
        message.flags.discard("python-format")
    return catalog


def declared() -> Iterator[str]:
    """Words for people that the server sends: its settings, what voices are like, what shows are filed under."""
    yield from (BUILT_IN, "basic", "female", "male")
    voices = json.loads((ROOT / "resources" / "voices" / "catalogue.json").read_text("utf-8"))["voices"]
    yield from sorted({voice["accent"] for voice in voices if voice.get("accent")})
    for category, subcategories in TAXONOMY.items():
        yield from (category, *subcategories)
    for group in GROUPS:
        yield from (group.title, group.words)
        for setting in group.settings:
            yield from (words for words in (setting.label, setting.help) if words)


def updated(language: str, wanted: Catalog) -> Catalog:
    """The catalogue of a language with all that is wanted, and nothing else; new words are empty."""
    with po_of(language).open("rb") as file:
        kept = read_po(file, locale=language)
    fresh = Catalog(
        locale=language, charset="utf-8", fuzzy=False, creation_date=NO_DATE, revision_date=NO_DATE, project="Quillcast"
    )
    for message in sorted(wanted, key=_place):
        if message.id:
            before = kept.get(message.id)
            fresh.add(
                message.id,
                before.string if before is not None else None,
                locations=message.locations,
                flags=before.flags if before is not None else (),
            )
    return fresh


def _place(message: Message) -> tuple[str, str]:
    words = message.id if isinstance(message.id, str) else message.id[0]
    return (message.locations[0][0] if message.locations else "", words)


def po_bytes(catalog: Catalog) -> bytes:
    """A catalogue as it is edited: by file, without line numbers and dates, so that it changes only with the words."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=120, include_lineno=False, omit_header=True)
    head = (
        f'{HEADER}msgid ""\nmsgstr ""\n"Language: {catalog.locale}\\n"\n"MIME-Version: 1.0\\n"\n'
        f'"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return head.encode() + buffer.getvalue()


def served_bytes() -> bytes:
    """The server's sentences, in the order of its files."""
    return (json.dumps(list(sentences()), ensure_ascii=False, indent=0) + "\n").encode()


def mo_bytes(catalog: Catalog) -> bytes:
    """A catalogue as the window reads it."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def places(words: str) -> frozenset[str]:
    """The names in braces."""
    return frozenset(name for _text, name, _spec, _conversion in Formatter().parse(words) if name is not None)


def faults(catalog: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue: words without translation, uncertain ones, places that differ."""
    for message in catalog:
        if not message.id:
            continue
        words = message.id if isinstance(message.id, tuple) else (message.id,)
        told = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if not all(told):
            yield f"not translated: {words[0]!r}"
        elif message.fuzzy:
            yield f"uncertain: {words[0]!r}"
        elif any(places(each) - places(words[-1]) for each in told) or places(told[-1]) != places(words[-1]):
            yield f"other places in braces: {words[0]!r}"
        elif any(_edges(each) != _edges(words[0]) for each in told):
            yield f"begins or ends with another space or sign: {words[0]!r}"


def _edges(words: str) -> tuple[str, str, bool]:
    before, after = len(words) - len(words.lstrip()), len(words.rstrip())
    return words[:before], words[after:], words.rstrip().endswith("…")


def main(arguments: list[str]) -> int:
    """Bring every catalogue up to date; the exit code tells whether it is whole."""
    check, bad = "--check" in arguments, 0
    wanted = found()
    for language in LANGUAGES:
        catalog, po = updated(language, wanted), po_of(language)
        for name, data in (
            (SERVED, served_bytes()),
            (po, po_bytes(catalog)),
            (po.with_suffix(".mo"), mo_bytes(catalog)),
        ):
            if not name.exists() or name.read_bytes() != data:
                print(f"{name.relative_to(ROOT)} {'is not up to date' if check else 'was written'}")
                bad += check
                if not check:
                    name.write_bytes(data)
        for fault in faults(catalog):
            print(f"{language}: {fault}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
