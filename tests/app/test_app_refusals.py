"""What the server says when it refuses is told in the window's language, as far as nothing is lost by that."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import language
from app.client.faults import from_reply
from app.client.refusals import BY_CODE, SENTENCES

SERVER = Path(__file__).resolve().parents[2] / "server"


@pytest.fixture
def german() -> Iterator[None]:
    """The window in German."""
    language.use("de")
    yield
    language.use("en")


def raised() -> dict[str, list[ast.expr]]:
    """The sentences of all errors in the server's code that name a code of their own, by that code."""
    found: dict[str, list[ast.expr]] = {}
    for path in SERVER.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and call.args:
                for keyword in call.keywords:
                    if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                        found.setdefault(str(keyword.value.value), []).append(call.args[-1])
    return found


def told(code: str, sentence: str, *, details: object = None) -> str:
    return from_reply(409, {"code": code, "error": sentence, "details": details}, address="here").message


def test_every_code_in_the_list_is_one_of_the_servers_and_its_sentences_tell_no_particulars() -> None:
    sentences = raised()
    for code in BY_CODE:
        if code != "unauthorized":  # the class says it
            assert code in sentences, f"the server knows no {code}"
            assert not any(isinstance(each, ast.JoinedStr) for each in sentences[code]), f"{code} tells particulars"
    words = {each.value for every in sentences.values() for each in every if isinstance(each, ast.Constant)}
    assert set(SENTENCES) - words <= {"The notebook can't be read just now: try again."}


def test_english_keeps_the_servers_own_words() -> None:
    assert told("closing", "The server is closing: send it again when it is back.").endswith(
        "send it again when it is back."
    )


@pytest.mark.usefixtures("german")
def test_german_is_told_by_the_sentence_or_by_its_code() -> None:
    assert told("request_not_found", "There is no such template or recurring schedule.").startswith("Diese Vorlage")
    assert told("request_not_found", "There is no such completed recording.") == "Diesen Auftrag gibt es nicht."
    for code in BY_CODE:
        assert told(code, "Something.") != "Something."


@pytest.mark.usefixtures("german")
def test_particulars_are_worth_more_than_the_language() -> None:
    costly = "This costs 40 credits and 3 are left."
    assert told("insufficient_credits", costly) == costly
    faulty = "name: is too long"
    assert told("webhook_exists", faulty, details=[{"field": "name", "message": "is too long"}]) == faulty
