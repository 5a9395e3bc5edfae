"""Orders that hold whole files: taken apart in another process, kept whole, and nothing of them left lying about."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
from typing import Any

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 1_500
TEXT = "A keeper of lighthouses wrote every ship down. " * 9_000


def artefacts(api: Any) -> set[str]:
    """The names of what the storage holds."""
    folder = api.server.log_path.parents[1] / "artefacts"
    return {path.name for path in folder.rglob("*") if path.is_file()}


def drafts(api: Any) -> list[Any]:
    """What lies in the folder for bodies under way."""
    folder = api.server.log_path.parents[1] / "drafts"
    return list(folder.rglob("*")) if folder.exists() else []


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def two_sources() -> list[dict[str, str]]:
    packed = base64.b64encode(PDF).decode()
    return [
        {"type": "text", "content": TEXT},
        {"type": "pdf", "content": f"data:application/pdf;base64,{packed}"},
        {"type": "text", "content": "A short one beside them."},
    ]


async def test_a_large_order_is_kept_whole_and_leaves_no_draft(api: Any) -> None:
    request = await api.create(resources=two_sources(), scheduledOn="2040-01-01T00:00:00Z", outputType="audio")

    assert {sha256(PDF), sha256(TEXT.encode())} <= artefacts(api)
    assert drafts(api) == []
    detail = (await api.get(f"/studio/requests/{request}")).body
    assert detail["title"].startswith("A keeper of lighthouses wrote every ship down.")
    sent = [resource["content"] for resource in detail["order"]["resources"]]
    assert sent[0] == TEXT
    assert base64.b64decode(sent[1]) == PDF
    assert sent[2] == "A short one beside them."


async def test_a_packed_order_is_the_same_order(api: Any) -> None:
    body = json.dumps({"outputType": "text", "resources": two_sources(), "unheard": 1}).encode()

    answer = await api.call(
        "POST",
        "/content/Create?quote=true",
        data=io.BytesIO(gzip.compress(body)),
        headers={"Content-Encoding": "gzip"},
    )

    assert answer.status == 200, answer.body
    assert answer.body["warnings"] == ["unheard is not a field of this operation and was ignored"]
    assert artefacts(api) == set()
    assert drafts(api) == []


async def test_what_is_wrong_in_a_large_order_is_told_by_its_field(api: Any) -> None:
    async def refused(resources: list[dict[str, str]], **fields: Any) -> list[str]:
        answer = await api.post("/content/Create", {"outputType": "text", "resources": resources, **fields})
        assert answer.status == 400
        assert drafts(api) == []
        return [detail["field"] for detail in answer.body["details"]]

    no_pdf = base64.b64encode(b"GIF89a" + PDF).decode()
    assert await refused([{"type": "text", "content": TEXT}, {"type": "pdf", "content": no_pdf}]) == [
        "resources[1].content"
    ]
    assert await refused([{"type": "text", "content": TEXT}], duration="endless") == ["duration"]
    nul = [{"type": "text", "content": TEXT}, {"type": "text", "content": "a\0b"}]
    assert await refused(nul) == ["resources[1].content"]


async def test_voices_of_ones_own_take_large_sources_too(api: Any) -> None:
    answer = await api.post(
        "/content/CreatePodcastCustomVoices", {"voice1": 1, "voice2": 2, "resources": two_sources()}
    )

    assert answer.status == 200, answer.body
    assert sha256(PDF) in artefacts(api)
