"""Notebooks with real worker processes: files of several kinds, a large body, and a killed worker's peers."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from fake_desk import FakeDesk
from fake_engine import FakeEngine
from live_server import OWNER_ACCOUNT, FewVoices, judge, no_network
from misbehaving_model import misbehaving
from open_reader import CANAL, Reader

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import ClientChange
from server.domain.writing import WriterChoice
from server.http.logs import LogFile
from server.http.sites import serving
from server.services.writing_settings import WritingChange


def as_docx(text: str) -> bytes:
    import docx

    document = docx.Document()
    document.add_heading("The canal", 1)
    document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def as_xlsx() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (("Lock", "Rise in metres"), ("Tolley", 4.2), ("Hollin", 3.7)):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def sent(name: str, data: bytes) -> dict[str, str]:
    return {"type": "file", "fileName": name, "content": base64.b64encode(data).decode()}


@pytest.mark.slow
async def test_files_are_read_in_processes_and_bad_ones_say_why(tmp_path: Path) -> None:
    engine, config = FakeEngine(), ServerConfig(data_dir=tmp_path, port=0, workers=2)
    log = LogFile(tmp_path / "logs" / "server.jsonl")
    async with (
        assembled(
            config, engine=engine, catalogue=FewVoices(), judge=judge, fetch=no_network, desk=FakeDesk()
        ) as services,
        serving(services, config, log=log) as address,
        aiohttp.ClientSession() as session,
    ):
        await services.accounts.save_client("reader", ClientChange(licence=True), by=OWNER_ACCOUNT)
        token = await services.accounts.issue_token("reader")
        reader: Any = Reader(address, token, session, services, engine, None, tmp_path)  # type: ignore[arg-type]
        body = {
            "sources": [
                sent("canal.docx", as_docx(CANAL)),
                sent("locks.xlsx", as_xlsx()),
                sent("broken.docx", b"PK\x03\x04 not a document"),
                {"type": "pdf", "content": base64.b64encode(b"%PDF-1.4 nothing").decode()},
                {"type": "text", "content": "A large text. " * 30_000},
            ]
        }
        status, made, _ = await reader.call("POST", "/dedicated-account/notebooks", body)
        assert status == 201
        assert [source["success"] for source in made["sources"]] == [True, True, False, False, True], made
        path = f"/dedicated-account/notebooks/{made['notebookId']}/questions"
        _, told, _ = await reader.call("POST", path, {"question": "How long is the Aldwater Canal?"})
        assert "118" in told["answer"]
        _, told, _ = await reader.call("POST", path, {"question": "What is the rise in metres of the lock Tolley?"})
        assert "4.2" in told["answer"], told
        _, told, _ = await reader.call("GET", f"/studio/notebooks/{made['notebookId']}/suggestions")
        assert isinstance(told["questions"], list)
        with misbehaving(lambda _: "The canal is 118 kilometres long. [1]") as model:
            change = WritingChange(writer=WriterChoice.ENDPOINT, endpoint=model.base_url, model="parrot-1")
            await services.writing.save(change, by=OWNER_ACCOUNT)
            _, told, _ = await reader.call(
                "POST", f"/studio/notebooks/{made['notebookId']}/questions", {"question": "How long is the canal?"}
            )
        assert told["answer"] == "The canal is 118 kilometres long. [1]", told
        assert "parrot-1" in told["writtenBy"]
        assert not list((tmp_path / "notebooks").rglob("said*"))
    engine.stop()
    log.close()
