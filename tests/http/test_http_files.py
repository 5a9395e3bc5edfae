"""Uploads: streamed, counted, and gone again when something is wrong."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from small_edge import raw_call

BOUNDARY = "xXxBoundaryxXx"


def form(content: bytes = b"hello", *, name: str = "file", file_name: str | None = "notes.txt") -> aiohttp.FormData:
    data = aiohttp.FormData()
    data.add_field(name, content, filename=file_name, content_type="text/plain")
    return data


def kept_files(folder: Path) -> list[Path]:
    return [path for path in (folder / "artefacts").rglob("*") if path.is_file()]


async def test_a_file_is_uploaded_listed_used_and_deleted(api: Any) -> None:
    data = aiohttp.FormData()
    data.add_field("comment", "nobody asked")
    data.add_field("file", b"Words of a file. " * 50, filename="C:\\docs\\Über uns.txt", content_type="text/plain")
    uploaded = await api.post("/files", data=data)

    assert uploaded.status == 200, uploaded.body
    assert uploaded.body["success"] is True
    assert (uploaded.body["fileName"], uploaded.body["contentType"], uploaded.body["size"]) == (
        "Über uns.txt",
        "text/plain",
        850,
    )
    assert uploaded.body["createdOn"].endswith("Z")
    assert uploaded.body["warnings"] == ["comment is not a field of this form and was ignored"]
    listed = (await api.get("/files")).body
    assert [file["id"] for file in listed] == [uploaded.body["id"]]
    assert (await api.get("/files", token=await api.server.client("bob"))).body == []

    made = await api.made(resources=[{"type": "file", "content": uploaded.body["id"]}])
    assert made["error_code"] == 0
    assert (await api.call("DELETE", f"/files/{uploaded.body['id']}")).body["success"] is True
    assert (await api.call("DELETE", f"/files/{uploaded.body['id']}")).status == 404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "invalid_form"),
        (b"no boundary at all", "invalid_form"),
        (b"--" + BOUNDARY.encode(), "invalid_form"),
        (b"--%b\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nabc", "invalid_form"),
        (b"--%b\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\nabc\r\n--%b", "invalid_form"),
        (b"--%b\r\nbroken header\r\n\r\nabc\r\n--%b--\r\n", "invalid_form"),
        (b"--%b\r\nContent-Disposition: form-data; name=other\r\n\r\nabc\r\n--%b--\r\n", "invalid_field"),
        (b"--%b\r\nContent-Disposition: form-data; name=file\r\n\r\nabc\r\n--%b--\r\n", "invalid_field"),
        (
            b"--%b\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nabc\r\n--in--\r\n--%b--\r\n",
            "invalid_form",
        ),
        (
            b"--%b\r\nContent-Disposition: form-data; name=file; filename=a\r\nContent-Transfer-Encoding: base64\r\n"
            b"\r\n!!!\r\n--%b--\r\n",
            "unsupported_encoding",
        ),
    ],
)
async def test_a_broken_form_is_told_and_leaves_nothing(api: Any, body: bytes, code: str) -> None:
    answer = await api.post(
        "/files",
        data=body.replace(b"%b", BOUNDARY.encode()),
        headers={"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"},
    )

    assert answer.status in {400, 415}, answer.body
    assert answer.body["code"] == code
    assert answer.body["success"] is False
    assert (await api.get("/files")).body == []
    assert kept_files(api.server.log_path.parent.parent) == []


@pytest.mark.parametrize(
    "content_type", ["application/json", "multipart/form-data", "text/plain", "multipart/mixed; boundary=x"]
)
async def test_only_forms_are_taken(api: Any, content_type: str) -> None:
    answer = await api.post("/files", data=b"abc", headers={"Content-Type": content_type})
    assert answer.status == 400
    assert answer.body["success"] is False


async def test_an_empty_file_is_a_400(api: Any) -> None:
    answer = await api.post("/files", data=form(b""))
    assert (answer.status, answer.body["details"][0]["field"]) == (400, "file")


async def test_limits_are_counted_while_streaming(api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = await raw_call(
        api.server.address,
        b"POST /files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
        + api.token.encode()
        + b"\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 300000000\r\n\r\n",
    )
    assert declared is not None
    assert declared.status == 413
    assert json.loads(declared.body)["code"] == "body_too_large"

    async def endless() -> Any:
        yield b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n"
        for _ in range(202):
            yield bytes(1024 * 1024)

    answer = await api.post("/files", data=endless(), headers={"Content-Type": "multipart/form-data; boundary=x"})
    assert answer.status in {400, 413}
    assert kept_files(api.server.log_path.parent.parent) == []


async def test_a_caller_who_leaves_in_the_middle_leaves_nothing(api: Any) -> None:
    await raw_call(
        api.server.address,
        b"POST /files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
        + api.token.encode()
        + b"\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3000000\r\n\r\n"
        + b"--x\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n"
        + bytes(1_000_000),
        end=True,
    )
    async with asyncio.timeout(10):
        while kept_files(api.server.log_path.parent.parent):
            assert (await api.get("/files")).body == []


async def test_a_file_of_exactly_its_limit_is_no_transport_fault(api: Any) -> None:
    answer = await api.post("/files", data={"file": io.BytesIO(bytes(3_000_000))})
    assert answer.body["size"] == 3_000_000
