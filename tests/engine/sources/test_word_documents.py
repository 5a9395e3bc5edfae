"""Word documents: structure from styles, tables, notes, revisions; and files made to harm."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind, Source

ReadFile = Callable[[Path], Source]
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PROSE = "The chain ferry between Brannock and Sele will stop running on Monday, the harbour office said."
FOOTNOTES = f"""<?xml version="1.0"?><w:footnotes {W}>
<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:t>See the minute book of 1791.</w:t></w:r></w:p></w:footnote></w:footnotes>"""


def rewritten(
    data: bytes, changes: dict[str, Callable[[bytes], bytes]], extra: dict[str, bytes] | None = None
) -> bytes:
    """An archive with some of its entries changed and others added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name, lambda part: part)(old.read(name)))
        for name, part in (extra or {}).items():
            new.writestr(name, part)
    return out.getvalue()


def saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def table(document: Any, rows: list[tuple[str, ...]]) -> Any:
    made = document.add_table(len(rows), len(rows[0]))
    for at, row in enumerate(rows):
        for column, words in enumerate(row):
            made.cell(at, column).text = words
    return made


def test_styles_become_structure(tmp_path: Path, read_file: ReadFile, outline: Callable[[Source], list[str]]) -> None:
    document = docx.Document()
    document.core_properties.author = "Ada Brand"
    document.add_heading("The ferry report", 0)
    document.add_heading("Traffic", 1)
    document.add_paragraph(PROSE)
    document.add_paragraph("Divers inspect the chain every spring.", style="List Bullet")
    document.add_paragraph("They look at each link.", style="List Bullet 2")
    document.add_paragraph("We shall miss it, she said.", style="Quote")
    table(document, [("Year", "Passengers"), ("2023", "398,000"), ("2024", "412,000")])
    document.save(tmp_path / "a.docx")

    source = read_file(tmp_path / "a.docx")

    assert outline(source) == [
        "heading: The ferry report",
        "heading: Traffic",
        f"paragraph: {PROSE}",
        "list_item: Divers inspect the chain every spring.",
        "list_item: They look at each link.",
        "quotation: We shall miss it, she said.",
        "table_row: Year | Passengers",
        "table_row: 2023 | 398,000",
        "table_row: 2024 | 412,000",
    ]
    assert (source.title, source.author) == ("The ferry report", "Ada Brand")
    assert [block.level for block in source.blocks[:5]] == [1, 2, 0, 1, 2]
    rows = [block for block in source.blocks if block.kind is BlockKind.TABLE_ROW]
    assert [(row.row, row.is_header) for row in rows] == [(1, True), (2, False), (3, False)]
    assert source.passage(rows[1].start, rows[1].end).row == 2


def test_revisions_count_as_accepted_and_fields_are_left_out(tmp_path: Path, read_file: ReadFile) -> None:
    document = docx.Document()
    document.element.body.insert(
        0,
        parse_xml(
            f"<w:p {W}><w:r><w:t>The ferry </w:t></w:r><w:del w:id='1'><w:r><w:delText>never </w:delText></w:r></w:del>"
            "<w:ins w:id='2'><w:r><w:t>always </w:t></w:r></w:ins><w:r><w:instrText>PAGE</w:instrText></w:r>"
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden </w:t></w:r>"
            "<w:hyperlink><w:r><w:t>runs on time.</w:t></w:r></w:hyperlink></w:p>"
        ),
    )
    document.element.body.insert(
        1, parse_xml(f"<w:sdt {W}><w:sdtContent><w:p><w:r><w:t>In a control.</w:t></w:r></w:p></w:sdtContent></w:sdt>")
    )
    document.save(tmp_path / "a.docx")

    assert read_file(tmp_path / "a.docx").text == "The ferry always runs on time.\n\nIn a control."


def test_footnotes_follow_their_paragraph(tmp_path: Path, read_file: ReadFile) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph(PROSE)
    paragraph._p.append(parse_xml(f"<w:r {W}><w:footnoteReference w:id='2'/></w:r>"))
    document.add_paragraph("Nothing else is known.")
    relation = (
        b'<Relationship Id="rIdNotes" Target="footnotes.xml" '
        b'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"/></Relationships>'
    )
    kind = (
        b'<Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.'
        b'wordprocessingml.footnotes+xml"/></Types>'
    )
    data = rewritten(
        saved(document),
        {
            "word/_rels/document.xml.rels": lambda part: part.replace(b"</Relationships>", relation),
            "[Content_Types].xml": lambda part: part.replace(b"</Types>", kind),
        },
        {"word/footnotes.xml": FOOTNOTES.encode()},
    )
    (tmp_path / "a.docx").write_bytes(data)

    blocks = read_file(tmp_path / "a.docx").blocks

    assert [block.kind for block in blocks] == [BlockKind.PARAGRAPH, BlockKind.NOTE, BlockKind.PARAGRAPH]


def test_tables_in_tables_and_merged_cells_are_told(tmp_path: Path, read_file: ReadFile) -> None:
    document = docx.Document()
    outer = table(document, [("Pier", "Boats"), ("North", "7"), ("", "9")])
    outer.cell(1, 0).merge(outer.cell(2, 0))
    inner = outer.cell(2, 1).add_table(1, 2)
    inner.cell(0, 0).text, inner.cell(0, 1).text = "small", "blue"
    document.save(tmp_path / "a.docx")

    rows = [block.cells for block in read_file(tmp_path / "a.docx").blocks]

    assert rows == [("Pier", "Boats"), ("North", "7"), ("North", "9 small, blue")]


def test_a_document_with_macros_is_read_as_text(tmp_path: Path, read_file: ReadFile) -> None:
    document = docx.Document()
    document.add_paragraph(PROSE)
    plain = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    macros = b"application/vnd.ms-word.document.macroEnabled.main+xml"
    data = rewritten(
        saved(document),
        {"[Content_Types].xml": lambda part: part.replace(plain, macros)},
        {"word/vbaProject.bin": b"\xd0\xcf\x11\xe0 Sub AutoOpen()"},
    )
    (tmp_path / "a.docm").write_bytes(data)

    assert read_file(tmp_path / "a.docm").text == PROSE


def test_links_to_elsewhere_are_not_followed(
    tmp_path: Path, read_file: ReadFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = docx.Document()
    document.add_paragraph(PROSE)
    template = (
        b'<Relationship Id="rIdOut" TargetMode="External" Target="http://127.0.0.1:9/evil.dotm" '
        b'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate"/></Relationships>'
    )
    data = rewritten(
        saved(document), {"word/_rels/document.xml.rels": lambda part: part.replace(b"</Relationships>", template)}
    )
    (tmp_path / "a.docx").write_bytes(data)
    monkeypatch.setattr("socket.socket.connect", lambda *args: pytest.fail("a connection was opened"))

    assert read_file(tmp_path / "a.docx").text == PROSE


ENTITIES = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize("entry", ["word/document.xml", "word/styles.xml", "[Content_Types].xml"])
def test_entities_are_refused_before_they_are_parsed(tmp_path: Path, read_file: ReadFile, entry: str) -> None:
    declaration = b"<?xml version='1.0' encoding='UTF-8' standalone='yes'?>"
    data = rewritten(saved(docx.Document()), {entry: lambda part: part.replace(declaration, declaration + ENTITIES, 1)})
    assert ENTITIES in zipfile.ZipFile(io.BytesIO(data)).read(entry)
    (tmp_path / "a.docx").write_bytes(data)

    with pytest.raises(SourceNotImported, match=r"a\.docx holds definitions that no office program writes"):
        read_file(tmp_path / "a.docx")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(
    tmp_path: Path, read_file: ReadFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = rewritten(saved(docx.Document()), {}, {"word/media/bomb.xml": bytes(30_000_000)})
    (tmp_path / "a.docx").write_bytes(data)
    monkeypatch.setattr("docx.opc.package.OpcPackage.open", lambda *args: pytest.fail("it was opened"))

    with pytest.raises(SourceNotImported, match=r"a\.docx is a Word document that unpacks to 31 MB, more than can be"):
        read_file(tmp_path / "a.docx")


def damaged_files() -> dict[str, bytes]:
    whole = saved(docx.Document())
    return {
        "cut": whole[: len(whole) // 2],
        "no main part": rewritten(whole, {"_rels/.rels": lambda part: b"<Relationships/>"}),
        "no xml": rewritten(whole, {"word/document.xml": lambda part: part[:400]}),
        "wrong relations": rewritten(whole, {"word/_rels/document.xml.rels": lambda part: b"not xml"}),
    }


@pytest.mark.parametrize("how", ["cut", "no main part", "no xml", "wrong relations"])
def test_damaged_files_are_named(tmp_path: Path, read_file: ReadFile, how: str) -> None:
    (tmp_path / "a.docx").write_bytes(damaged_files()[how])

    with pytest.raises(
        SourceNotImported, match=r"a\.docx is damaged: it can't be opened as a Word document; open it in"
    ):
        read_file(tmp_path / "a.docx")


@pytest.mark.parametrize(
    ("stream", "says"),
    [
        ("EncryptedPackage", "is protected by a password; save a copy without a password"),
        ("WordDocument", r"is an old Word document; save it as \.docx"),
        ("Workbook", r"is an old Excel workbook; save it as \.xlsx"),
    ],
)
def test_old_and_encrypted_files_are_named(tmp_path: Path, read_file: ReadFile, stream: str, says: str) -> None:
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)
    (tmp_path / "a.docx").write_bytes(head + stream.encode("utf-16-le") + bytes(500))

    with pytest.raises(SourceNotImported, match=rf"a\.docx {says}"):
        read_file(tmp_path / "a.docx")


def test_a_wrong_extension_does_no_harm(tmp_path: Path, read_file: ReadFile) -> None:
    document = docx.Document()
    document.add_paragraph(PROSE)
    document.save(tmp_path / "a.pdf")

    assert read_file(tmp_path / "a.pdf").text == PROSE
