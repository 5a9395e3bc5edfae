"""From an order to a source: load, recognise, read, set apart what is no running text, and join."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import MIN_WORDS, BlockKind, Source, SourceKind
from server.engine.sources import saved_pages
from server.engine.sources.bylines import set_bylines_apart
from server.engine.sources.charsets import decode
from server.engine.sources.clutter import Clutter, clutter_of, is_caption, is_correction, is_image_marker
from server.engine.sources.contents import Content, load
from server.engine.sources.documents import Document, Part, assemble, tidy
from server.engine.sources.equipment import Equipment
from server.engine.sources.footnotes import set_notes_apart
from server.engine.sources.formats import (
    PLAIN_TEXT,
    SEPARATED,
    WEB_PAGE,
    Format,
    accepted_media_types,
    format_of,
    readable,
)
from server.engine.sources.interviews import set_turns_apart
from server.engine.sources.languages import language_of
from server.engine.sources.saved_pages import Line
from server.engine.sources.separated import looks_separated
from server.engine.sources.webpages import declared_charset
from server.engine.specs import SourceSpec
from server.fetch import UnexpectedType, mask

_TITLE_WORDS = 12
_TITLE_WORDS_LEAST, _SMALL_WORD = 5, 3
"""Words that a title keeps, and letters of a word that it doesn't end with: of, the, in."""


def import_source(spec: SourceSpec, *, allow_private_urls: bool = False, equipment: Equipment | None = None) -> Source:
    """Import one source.

    Args:
        spec: what to import and how people call it.
        allow_private_urls: the owner's switch for addresses on private networks.
        equipment: models for pictures and recordings, the time there is, and who is told of the progress.

    Returns:
        The source with its canonical text. It may have few words: `check_enough` judges the set.

    Raises:
        SourceNotImported: it could not be fetched or read; `Paywalled` when it is withheld from those who don't pay.
        NothingUsable: it was read and holds no text at all.
    """
    equipment = equipment or Equipment()
    if spec.path is None and not spec.content.strip():
        raise NothingUsable(f"there is no text in {spec.name or 'this source'}: 0 words were found")
    if spec.kind is SourceKind.VIDEO_SITE:
        return _imported_video(spec, equipment, allow_private_urls=allow_private_urls)
    try:
        content = load(spec, allow_private_urls=allow_private_urls, accept=accepted_media_types())
    except UnexpectedType as error:
        raise SourceNotImported(f"{error.message}; what can be read is {readable()}", source=error.source) from error
    return read_source(content, kind=spec.kind, equipment=equipment)


def read_source(content: Content, *, kind: SourceKind, equipment: Equipment | None = None) -> Source:
    """The source that a content holds.

    Raises:
        SourceNotImported, NothingUsable: as `import_source`.
    """
    form = PLAIN_TEXT if kind is SourceKind.TEXT else format_of(content)
    warnings: tuple[str, ...] = ()
    if form.is_text:
        declared = content.charset or (declared_charset(content.data) if form is WEB_PAGE else "")
        text, warnings = decode(content.data, name=content.name, declared=declared)
        content = replace(content, text=text)
        form = _by_look(form, text, kind=kind)
    document = tidy(form.read(content, equipment or Equipment()))
    document = replace(document, warnings=(*document.warnings, *warnings))
    return _assembled(document, form.is_marked_up, kind=kind, name=content.name, address=content.address)


def _imported_video(spec: SourceSpec, equipment: Equipment, *, allow_private_urls: bool) -> Source:
    from server.engine.sources.videos import read_video

    address = spec.content.strip()
    shown = mask(address)
    document = tidy(read_video(address, equipment, name=spec.name or shown, allow_private=allow_private_urls))
    return _assembled(document, False, kind=spec.kind, name=spec.name or shown, address=shown)


def _assembled(document: Document, is_marked_up: bool, *, kind: SourceKind, name: str, address: str) -> Source:
    if is_marked_up:
        document = structured(document)
    document = replace(document, title=document.title or _first_words(document))
    return assemble(document, kind=kind, name=name, address=address, language=language_of(document))


def _by_look(form: Format, text: str, *, kind: SourceKind) -> Format:
    """A table where neither its name nor its server says that a text is one."""
    is_table = form is PLAIN_TEXT and kind is not SourceKind.TEXT and looks_separated(text)
    return SEPARATED if is_table else form


def structured(document: Document) -> Document:
    """The document with furniture removed, and bylines, notes, captions and turns of talk set apart."""
    lines = [Line(part, group) for group, part in enumerate(document.parts)]
    if saved_pages.is_saved_page(lines):
        document = replace(document, parts=saved_pages.article_of(lines))
    document = replace(document, parts=[part for part in map(_plainly, document.parts) if part is not None])
    document = set_bylines_apart(document)
    parts = set_turns_apart(set_notes_apart(document.parts), author=document.author)
    return tidy(replace(document, parts=parts))


def check_enough(sources: Sequence[Source]) -> None:
    """Judge whether a set of sources carries anything: a table of figures is something, however few words it has.

    Raises:
        NothingUsable: together they have fewer than `MIN_WORDS` words and no table.
    """
    words = sum(source.word_count for source in sources)
    if words < MIN_WORDS and not any(source.has_figures_in_rows for source in sources):
        found = "1 word was found" if words == 1 else f"{words} words were found"
        raise NothingUsable(f"there is too little text: {found} and at least {MIN_WORDS} are needed; add more")


def _plainly(part: Part) -> Part | None:
    """The part, as a caption or note where it plainly is one; None for furniture."""
    if part.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return part
    if is_image_marker(part.text) or (part.words <= 30 and clutter_of(part.text) is Clutter.LINE and part.words > 2):
        return None
    if part.kind is BlockKind.PARAGRAPH and is_caption(part.text):
        return replace(part, kind=BlockKind.CAPTION, level=0)
    if part.kind is BlockKind.PARAGRAPH and is_correction(part.text) and part.words <= 80:
        return replace(part, kind=BlockKind.NOTE, level=0)
    return part


def _first_words(document: Document) -> str:
    """A title for a text that has none: the beginning of its first sentence."""
    first = next((part.text for part in document.parts if part.kind is not BlockKind.BYLINE), "")
    sentence = re.split(r"(?<=[.!?…])\s", first, maxsplit=1)[0]
    words = sentence.split()
    if len(words) <= _TITLE_WORDS:
        return sentence.rstrip(".:;,")
    kept = words[:_TITLE_WORDS]
    while len(kept) > _TITLE_WORDS_LEAST and (kept[-1].strip(".,").isdigit() or len(kept[-1]) <= _SMALL_WORD):
        kept.pop()  # "… closed from Monday 6" would be cut within its date
    return " ".join(kept).rstrip(".:;,–—-") + "…"
