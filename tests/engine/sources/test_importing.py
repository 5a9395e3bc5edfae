"""Importing by file, address, data URL and base64, and what is refused."""

from __future__ import annotations

import base64
import os
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import typst

from server.domain.errors import ErrorCode, GenerationError, NothingUsable, Paywalled, SourceNotImported
from server.domain.sources import Source, SourceKind
from server.engine.sources import contents, documents, import_source
from server.engine.sources.charsets import decode
from server.engine.sources.formats import accepted_media_types, readable
from server.engine.specs import SourceSpec
from server.fetch import AddressNotAllowed

PROSE = "The chain ferry between Brannock and Sele will stop running on Monday, the harbour office said. " * 6
PDF = typst.compile(PROSE.encode())


WHAT_CAN = "what can be read is web pages, PDF, Word documents"


def file_spec(path: Path) -> SourceSpec:
    return SourceSpec(SourceKind.FILE, path=path, name=path.name)


# Files


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.txt", PROSE.encode(), PROSE),
        ("a.md", f"# Ferry\n\n{PROSE}".encode(), f"Ferry\n\n{PROSE}"),
        ("a.MARKDOWN", f"Ferry\n===\n\n{PROSE}".encode(), f"Ferry\n\n{PROSE}"),
        ("a.html", f"<h1>Ferry</h1><p>{PROSE}</p>".encode(), f"Ferry\n\n{PROSE}"),
        ("a.htm", f"<html><body><h1>Ferry</h1><p>{PROSE}</p>".encode(), f"Ferry\n\n{PROSE}"),
        ("no extension", PROSE.encode(), PROSE),
        ("a.pdf", PDF, PROSE),
        ("wrongly named.txt", PDF, PROSE),
        ("utf16.txt", PROSE.encode("utf-16"), PROSE),
    ],
)
def test_files_are_read_by_what_they_hold(tmp_path: Path, name: str, data: bytes, text: str) -> None:
    (tmp_path / name).write_bytes(data)

    source = import_source(file_spec(tmp_path / name))

    assert source.text == text.strip()
    assert (source.kind, source.address, source.language) == (SourceKind.FILE, name, "en")


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.exe", b"MZ\x90\0\x03\0\0\0\x04\0" + bytes(100), f"is a program; {WHAT_CAN}"),
        ("a.bin", b"\x7fELF\x02\x01\x01" + bytes(100), f"is a program; {WHAT_CAN}"),
        ("a.avi", b"RIFF\0\0\0\0AVI LIST", f"is a film; {WHAT_CAN}"),
        ("a.gif", b"GIF89a" + bytes(100), "is a picture of a kind that is not read; save it as PNG or JPEG"),
        ("a.heic", b"\0\0\0\x18ftypheic" + bytes(100), "is a picture of a kind that is not read"),
        ("a.zip", b"PK\x03\x04" + bytes(100), "is an archive; unpack it"),
        ("a.gz", b"\x1f\x8b\x08" + bytes(100), "is an archive; unpack it"),
        ("a.rtf", b"{\\rtf1\\ansi Hello}", "is an RTF document; save it as .docx"),
        ("junk.txt", bytes(range(256)) * 40, f"is no text but binary data; {WHAT_CAN}"),
        ("zeros.txt", bytes(10_000), f"is no text but binary data; {WHAT_CAN}"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(100), "is damaged: it can't be opened as a picture"),
        ("a.jpg", b"\xff\xd8\xff\xe0" + bytes(100), "is damaged: it can't be opened as a picture"),
        ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", "is damaged: it can't be opened as a picture"),
        ("a.docx", b"PK\x03\x04" + b"....word/document.xml", "is damaged: it can't be opened as a Word document"),
        ("a.docx", b"", "is empty; choose another file"),
        ("b.docx", bytes(range(256)) * 9, "is damaged: it can't be opened as a Word document"),
    ],
)
def test_what_holds_no_text_is_named(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(data)

    with pytest.raises(SourceNotImported) as caught:
        import_source(file_spec(tmp_path / name))

    assert caught.value.message.startswith(f"{name} {says}")
    assert caught.value.source == name


def test_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceNotImported, match="is a folder"):
        import_source(file_spec(tmp_path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceNotImported, match=r"there is no file gone\.md"):
        import_source(file_spec(tmp_path / "gone.md"))


def test_a_device_or_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(SourceNotImported, match="is not an ordinary file"):
        import_source(file_spec(tmp_path / "pipe"))


def test_a_file_that_can_not_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.txt").write_text(PROSE)
    monkeypatch.setattr(Path, "open", refuse)

    with pytest.raises(SourceNotImported, match="permissions"):
        import_source(file_spec(tmp_path / "a.txt"))


def test_a_huge_file_is_refused_by_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(2_000_000_000)
    monkeypatch.setattr(Path, "open", lambda path, mode: pytest.fail("the file was read"))

    with pytest.raises(SourceNotImported, match="is 1,907 MB and at most 200 MB can be read"):
        import_source(file_spec(tmp_path / "huge.txt"))


def test_a_huge_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_CHARACTERS", 100)

    with pytest.raises(SourceNotImported, match="at most 100 can be read; split it"):
        import_source(SourceSpec(SourceKind.TEXT, content=PROSE))


# No text


@pytest.mark.parametrize("content", ["", "  \n\t ", "\u200b", "* * *", "---\n\n***"])
def test_no_text_is_said(content: str) -> None:
    with pytest.raises(NothingUsable, match="0 words were found") as caught:
        import_source(SourceSpec(SourceKind.TEXT, content=content))

    assert caught.value.error_code is ErrorCode.NOTHING_USABLE


def test_an_empty_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")

    with pytest.raises(NothingUsable, match=r"there is no text in empty\.txt"):
        import_source(file_spec(tmp_path / "empty.txt"))


def test_an_address_that_is_no_video_is_named() -> None:
    with pytest.raises(SourceNotImported, match="the talk is not the address of a video; open the video"):
        import_source(SourceSpec(SourceKind.VIDEO_SITE, content="https://video.example/watch?v=1", name="the talk"))


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-32"])
def test_encodings_are_found(encoding: str) -> None:
    text = "Die Fähre über den Fluß fährt wieder, sagte der Kapitän: „Für Sie umsonst.“ " * 5

    assert decode(text.encode(encoding), name="x")[0].lstrip("\ufeff") == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Паром через реку снова ходит с понедельника, сказал капитан. " * 6, "cp1251"),
        ("Prom przez rzekę znów kursuje od poniedziałku, powiedział wczoraj kapitan żeglugi. " * 6, "cp1250"),
    ],
)
def test_other_alphabets_are_found(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), name="x")[0] == text


def test_the_declared_encoding_is_taken_first() -> None:
    assert decode("naïve café".encode("mac_roman"), name="x", declared="macintosh")[0] == "naïve café"


def test_a_few_broken_bytes_are_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(("Die Fähre fährt über den Fluß. " * 20).encode() + b"\xff\xfe Ende der Strecke.")

    source = import_source(file_spec(tmp_path / "a.txt"))

    assert "Fähre fährt" in source.text
    assert "\ufffd" not in source.text
    assert source.warnings == ("2 characters could not be read and were left out",)


def test_broken_utf8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbf" + b"The ferry \xff\xfe\xc0\x80 runs \x81\x8d again. " * 30)

    with pytest.raises(SourceNotImported, match=r"the characters of a\.txt can't be read.*save it as UTF-8"):
        import_source(file_spec(tmp_path / "a.txt"))


# Data URLs and base64


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (SourceKind.PDF, base64.b64encode(PDF).decode()),
        (SourceKind.PDF, base64.b64encode(PDF).decode().rstrip("=")),
        (SourceKind.PDF, "data:application/pdf;base64," + base64.b64encode(PDF).decode()),
        (SourceKind.FILE, "data:text/plain;charset=utf-8," + PROSE.replace(" ", "%20")),
        (SourceKind.FILE, "data:;base64," + base64.b64encode(PROSE.encode()).decode()),
    ],
)
def test_content_may_come_with_the_order(kind: SourceKind, content: str) -> None:
    source = import_source(SourceSpec(kind, content=content))

    assert source.text == PROSE.strip()
    assert (source.kind, source.address) == (kind, "")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("this is not base64!", "neither an address nor valid base64"),
        ("data:application/pdf;base64", "not a complete data URL"),
        ("data:application/pdf;base64,%%%%", "nor valid base64"),
        ("data:application/pdf;base64,aGVsbG8=", "damaged"),
        ("data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(50)).decode(), "opened as a picture"),
    ],
)
def test_bad_content_is_explained(content: str, says: str) -> None:
    with pytest.raises(SourceNotImported, match=says):
        import_source(SourceSpec(SourceKind.PDF, content=content))


def test_large_base64_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "MAX_BYTES", 1000)

    with pytest.raises(SourceNotImported, match="at most"):
        import_source(SourceSpec(SourceKind.PDF, content="A" * 4000))


# Addresses


PAGES: dict[str, tuple[int, str, bytes]] = {
    "/ferry": (200, "text/html; charset=utf-8", f"<html><body><h1>Ferry</h1><p>{PROSE}</p></body></html>".encode()),
    "/ferry.pdf": (200, "application/octet-stream", PDF),
    "/ferry.md": (200, "text/plain", f"# Ferry\n\n{PROSE}".encode()),
    "/zip": (200, "application/zip", b"PK\x03\x04" + bytes(100)),
    "/exe": (200, "text/html", b"MZ\x90\0\x03\0\0\0" + bytes(100)),
    "/login": (401, "text/html", b"<p>no</p>"),
    "/paid": (402, "text/html", b"<p>no</p>"),
    "/closed": (403, "text/html", b"<p>no</p>"),
}


class Pages(BaseHTTPRequestHandler):
    """Answers with `PAGES`."""

    def do_GET(self) -> None:
        status, media_type, body = PAGES.get(self.path, (404, "text/html", b""))
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a server with `PAGES`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


Import = Callable[[str], Source]


@pytest.fixture
def import_address(site: str) -> Import:
    """Import a page of the site, with private addresses allowed."""
    return lambda path: import_source(SourceSpec(SourceKind.WEBSITE, content=site + path), allow_private_urls=True)


@pytest.mark.parametrize("path", ["/ferry", "/ferry.md"])
def test_an_address_is_read(import_address: Import, site: str, path: str) -> None:
    source = import_address(path)

    assert source.text == f"Ferry\n\n{PROSE.strip()}"
    assert (source.kind, source.address) == (SourceKind.WEBSITE, site + path)


def test_a_website_may_turn_out_a_pdf(import_address: Import) -> None:
    source = import_address("/ferry.pdf")

    assert source.text == PROSE.strip()
    assert source.blocks[0].page == 1


@pytest.mark.parametrize("path", ["/login", "/paid", "/closed"])
def test_a_closed_door_is_a_paywall(import_address: Import, path: str) -> None:
    with pytest.raises(Paywalled) as caught:
        import_address(path)

    assert caught.value.code == "paywalled"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/missing", "nothing at this address"),
        ("/zip", "sent application/zip, .*; what can be read is web pages"),
        ("/exe", "is a program"),
    ],
)
def test_a_useless_address_is_explained(import_address: Import, path: str, says: str) -> None:
    with pytest.raises(SourceNotImported, match=says) as caught:
        import_address(path)

    assert not isinstance(caught.value, Paywalled)


def test_credentials_are_not_kept(site: str) -> None:
    url = site.replace("//", "//anna:secret@") + "/ferry"

    source = import_source(SourceSpec(SourceKind.WEBSITE, content=url), allow_private_urls=True)

    assert "secret" not in repr(source)


def test_private_addresses_are_refused_unless_allowed(site: str) -> None:
    with pytest.raises(AddressNotAllowed, match="not a public address"):
        import_source(SourceSpec(SourceKind.WEBSITE, content=f"{site}/ferry"))


def test_a_dead_address_is_said() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        with pytest.raises(GenerationError, match="takes no connections"):
            import_source(SourceSpec(SourceKind.WEBSITE, content=url), allow_private_urls=True)


def test_the_kinds_are_named_from_the_list_of_formats() -> None:
    assert readable() == (
        "web pages, PDF, Word documents, PowerPoint decks, Excel workbooks, CSV, Markdown, plain text, pictures and "
        "recordings"
    )
    assert "application/pdf" in accepted_media_types()
