"""Settings of writing over HTTP: the owner's alone, keys never told, models tried and found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backends import fail
from misbehaving_model import Fault, misbehaving

PATH = "/studio/settings/writing"
SECRET = "sk-never-told"


@pytest.fixture(autouse=True)
def no_keyring() -> Any:
    """As on a machine without a desktop."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
async def owner(api: Any) -> Any:
    """Calls as the owner."""
    token = await api.server.owner()

    async def call(method: str, path: str = "", body: Any = None) -> Any:
        if method == "GET":
            return await api.get(PATH + path, token=token)
        return await api.post(PATH + path, body, token=token)

    return call


def holding(folder: Path) -> list[str]:
    """Names of the files that the key stands in."""
    return [path.name for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


async def test_only_the_owner_reads_and_sets_them(api: Any, owner: Any) -> None:
    for method, path in (
        ("GET", ""),
        ("POST", ""),
        ("POST", "/test"),
        ("POST", "/models"),
        ("GET", "/found"),
    ):
        answer = await api.call(method, PATH + path, **({"data": b"{}"} if method == "POST" else {}))
        assert (answer.status, answer.body["code"]) == (403, "owner_only")
    assert (await owner("GET")).body["writer"] == "built_in"


async def test_the_choice_reaches_what_is_made_and_the_key_stays(api: Any, owner: Any, tmp_path: Path) -> None:
    set_ = {
        "writer": "endpoint",
        "endpoint": "http://127.0.0.1:9/v1/chat/completions",
        "model": "parrot",
        "key": SECRET,
        "contextTokens": 4096,
        "requestTokens": 5,
        "dayTokens": 0,
        "timeoutSeconds": 30,
        "fallsBack": True,
    }
    answer = await owner("POST", "", set_)
    assert answer.status == 200
    assert answer.body == (await owner("GET")).body
    assert (answer.body["endpoint"], answer.body["hasKey"]) == ("http://127.0.0.1:9/v1", True)
    assert SECRET not in json.dumps(answer.body)
    await api.made()
    spec = api.server.engine.submitted[-1].spec
    assert (spec.writer.endpoint, spec.writer.model, spec.writer.context_tokens) == (
        "http://127.0.0.1:9/v1",
        "parrot",
        4096,
    )
    assert spec.writer.falls_back and spec.writer.request_tokens == 5
    assert SECRET not in repr(spec)
    assert holding(tmp_path) == ["secrets.json"]
    elsewhere = (await owner("POST", "", {"endpoint": "http://127.0.0.1:10/v1"})).body
    assert elsewhere["hasKey"] is False, "a key belongs to the host it was given for"
    back = (await owner("POST", "", {"endpoint": "http://127.0.0.1:9/v1"})).body
    assert back["hasKey"] is True
    assert (await owner("POST", "", {"key": ""})).body["hasKey"] is False
    assert (await owner("POST", "", {"writer": "built_in"})).status == 200
    await api.made()
    assert api.server.engine.submitted[-1].spec.writer is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"writer": "endpoint"}, "endpoint"),
        ({"writer": "gguf"}, "gguf"),
        ({"writer": "gguf", "gguf": "/nowhere/model.gguf"}, "gguf"),
        ({"endpoint": "ftp://a.example"}, "endpoint"),
        ({"endpoint": "http://me:pass@a.example/v1"}, "endpoint"),
        ({"key": "k"}, "key"),
        ({"contextTokens": 10}, "contextTokens"),
        ({"encyclopaedia": "/nowhere/small.zim"}, "encyclopaedia"),
        ({"writer": "oracle"}, "writer"),
    ],
)
async def test_faults_are_named_and_nothing_is_kept(owner: Any, body: dict[str, Any], field: str) -> None:
    before = (await owner("GET")).body
    answer = await owner("POST", "", body)
    assert answer.status == 400
    assert [fault["field"] for fault in answer.body["details"]] == [field]
    assert (await owner("GET")).body == before


async def test_an_endpoint_is_tried_before_it_is_saved(owner: Any) -> None:
    with misbehaving(lambda _: json.dumps({"word": "ready"})) as model:
        answer = await owner("POST", "/test", {"writer": "endpoint", "endpoint": model.base_url, "key": SECRET})
        assert answer.body == {
            "reachable": True,
            "model": "parrot-1",
            "models": ["parrot-1"],
            "structuredOutput": "json_schema",
            "error": None,
        }
        assert set(model.keys) == {f"Bearer {SECRET}"}
        listed = await owner("POST", "/models", {"endpoint": model.base_url})
        assert listed.body == {"models": ["parrot-1"]}
        model.play = lambda _: Fault(401)
        refused = (await owner("POST", "/test", {"writer": "endpoint", "endpoint": model.base_url})).body
        assert refused["reachable"] is False and "refused the key" in refused["error"]
    gone = await owner("POST", "/models", {"endpoint": model.base_url})
    assert gone.status == 400 and gone.body["details"][0]["field"] == "endpoint"
    assert (await owner("GET")).body["writer"] == "built_in"
    built_in = (await owner("POST", "/test", {})).body
    assert built_in["reachable"] is False and built_in["error"]


async def test_what_is_found_is_only_offered(owner: Any) -> None:
    answer = await owner("GET", "/found")
    assert answer.status == 200
    assert all({"endpoint", "name", "models", "needsKey"} == set(each) for each in answer.body)
    assert (await owner("GET")).body["writer"] == "built_in"
