"""What a page or a document says, as background for a writer."""

from __future__ import annotations

from server.domain.plaintext import shortened
from server.domain.sources import SourceKind
from server.fetch import mask


def context_of(data: bytes, *, url: str, media_type: str, charset: str, file_name: str, limit: int) -> str:
    """The running text of what lies at an address, in at most `limit` characters. For a worker process.

    Raises:
        SourceNotImported, NothingUsable: it can't be read, or says nothing.
    """
    from server.engine.sources.contents import Content
    from server.engine.sources.importing import read_source

    content = Content(
        data,
        name=mask(url),
        address=mask(url),
        media_type=media_type,
        charset=charset,
        file_name=file_name,
    )
    return shortened(read_source(content, kind=SourceKind.WEBSITE).text, limit)
