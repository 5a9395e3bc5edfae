"""Articles of an encyclopaedia in a ZIM file, found by their titles and their text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from server.domain.errors import GenerationError
from server.domain.sources import Source, SourceKind
from server.engine.sources.contents import Content
from server.engine.sources.importing import read_source
from server.engine.topics.archives import opened
from server.engine.topics.terms import ENOUGH, share_of, terms_of

MOST_ARTICLES = 4
_LOOKED_AT = 12
_MOST_QUERY = 200


def articles_about(topic: str, path: Path) -> tuple[Source, ...]:
    """Articles whose title or text holds most of the topic's words, the best first; none is no error.

    Raises:
        CannotProduce: the file is gone or no encyclopaedia.
    """
    archive = opened(path)
    terms = terms_of(topic)
    found: dict[str, tuple[float, Source]] = {}
    for entry_path in dict.fromkeys(_paths(archive, " ".join(terms), topic)):
        if len(found) >= _LOOKED_AT:
            break
        source = _article(archive, entry_path, path)
        if source is None or source.address in found:
            continue
        in_title, in_text = share_of(terms, source.title), share_of(terms, source.text)
        if in_text >= ENOUGH:
            found[source.address] = (in_title + in_text, source)
    best = sorted(found.values(), key=lambda each: -each[0])
    return tuple(source for _, source in best[:MOST_ARTICLES])


def _paths(archive: Any, query: str, topic: str) -> Iterator[str]:
    from libzim.search import Query, Searcher
    from libzim.suggestion import SuggestionSearcher

    try:
        yield from SuggestionSearcher(archive).suggest(topic[:_MOST_QUERY]).getResults(0, 3)
        yield from SuggestionSearcher(archive).suggest(query[:_MOST_QUERY]).getResults(0, _LOOKED_AT)
        if archive.has_fulltext_index:
            search = Searcher(archive).search(Query().set_query(query[:_MOST_QUERY]))
            yield from search.getResults(0, _LOOKED_AT)
    except RuntimeError:
        return


def _article(archive: Any, entry_path: str, path: Path) -> Source | None:
    try:
        item = archive.get_entry_by_path(entry_path).get_item()
    except (KeyError, RuntimeError):
        return None
    if not item.mimetype.startswith("text/html"):
        return None
    content = Content(
        bytes(item.content),
        name=item.title,
        address=f"{path.stem}: {item.title}",
        media_type="text/html",
        charset="utf-8",
        file_name="article.html",
    )
    try:
        return read_source(content, kind=SourceKind.FILE)
    except GenerationError:
        return None
