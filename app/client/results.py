"""What a completed request came to: its files, its text, and the passages that it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, records, sentences, text
from app.client.requests import Passage, passage_of
from app.language import mark


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file of a result: what people call it, where it is, and its ending (``.pdf``)."""

    name: str
    address: str
    ending: str


@dataclass(frozen=True, slots=True)
class Result:
    """A completed request as Status tells it. `html` holds a page only where the answer itself carried it."""

    id: str
    title: str = ""
    text: str = ""
    share_url: str = ""
    document_format: str = ""
    html: str = ""
    html_url: str = ""
    pdf_url: str = ""
    files: tuple[ResultFile, ...] = ()
    citations: tuple[Passage, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def main(self) -> ResultFile | None:
        """The file that stands for the result."""
        return self.files[0] if self.files else None

    @property
    def video_url(self) -> str:
        """Where its film is; empty where there is none."""
        return next((file.address for file in self.files if file.name == "Video"), "")

    @property
    def image_url(self) -> str:
        """Where its picture is: an infographic, or a film's thumbnail; empty where there is none."""
        return next((file.address for file in self.files if file.name == "Picture"), "")

    def file(self, ending: str) -> ResultFile | None:
        """The file of this ending, when there is one."""
        return next((file for file in self.files if file.ending == ending), None)


_FILES = (
    ("audio_url", mark("Audio")),
    ("video_url", mark("Video")),
    ("briefing_doc_url", "PDF"),
    ("datatable_url", mark("Workbook")),
    ("datatable_csv_url", mark("Table as CSV")),
    ("slide_deck_url", mark("Slides")),
    ("slide_deck_pdf_url", mark("Slides as PDF")),
    ("document_pdf_url", "PDF"),
    ("document_html_url", mark("Web page")),
    ("document_url", mark("Document")),
    ("image_url", mark("Picture")),
)
_BY_ENDING = {".md": "Markdown", ".html": mark("Web page"), ".json": mark("Quiz data"), ".pdf": "PDF"}


class Results:
    """Calls about results."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of(self, request_id: str) -> Result:
        """The result of a completed request."""
        return result_of(await self._connection.get(f"/content/Status/{request_id}"))


def result_of(record: Record) -> Result:
    """Read a Status record."""
    files: dict[str, ResultFile] = {}
    for name, words in _FILES:
        address = text(record, name)
        if address and address not in files:
            ending = ending_of(address)
            files[address] = ResultFile(_BY_ENDING.get(ending, words), address, ending)
    by_ending = {file.ending: file.address for file in reversed(files.values())}
    document_format, content = text(record, "document_format"), text(record, "document_content")
    return Result(
        id=text(record, "id"),
        title=text(record, "audio_title"),
        text=text(record, "response_text"),
        share_url=text(record, "share_url"),
        document_format=document_format,
        html=content if document_format == "html" else "",
        html_url=by_ending.get(".html", ""),
        pdf_url=by_ending.get(".pdf", ""),
        files=tuple(files.values()),
        citations=tuple(passage_of(entry) for entry in records(record.get("citations"))),
        notes=sentences(record, "notes"),
    )


def ending_of(address: str) -> str:
    """The ending of the file at an address, small, with its dot; empty where there is none."""
    name = address.partition("?")[0].partition("#")[0].rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    return f".{ending.lower()}" if stem and dot else ""
