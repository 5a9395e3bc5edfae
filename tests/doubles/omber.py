"""A town of a few sentences, round which a test puts its own: enough for the writer, and nothing it asks for."""

from __future__ import annotations

from plain_sources import source_of

from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked
from server.engine.writing.builtin import BuiltInWriter

PADDING = (
    "The kettle factory of Omber stands at the end of a long street. Its chimney is made of yellow brick. The street "
    "was paved with the same brick in the years that followed. Neighbours remember the smell of hot tin."
)


def asked_of(writer: BuiltInWriter, text: str) -> list[Asked]:
    """The questions that a text is asked, before any is chosen."""
    analysis = writer.analysis((source_of(f"# Omber\n\n{PADDING}\n\n{text}\n\n{PADDING}"),), language="en")
    return asker_for(analysis).questions(range(len(analysis.sentences)))
