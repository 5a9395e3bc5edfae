"""What the server says when it refuses is told in the window's language, as far as nothing is lost by that."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from app import language
from app.client.faults import from_reply
from app.client.refusals import BY_CODE, PARTICULARS, SENTENCES, of_field
from server.http.faults import _SENTENCES

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


VALUES = ("1,234", "40", "3.2", "the lake", "2026-11-20 09:00")


def as_told(sentence: ast.JoinedStr) -> str:
    """A sentence of the server's code with something in each of its places."""
    values = iter(VALUES * 2)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else next(values) for part in sentence.values)


@pytest.mark.usefixtures("german")
def test_every_sentence_with_particulars_is_told_in_german() -> None:
    of_fields = {"invalid_field", "invalid_audio_format", "no_podcast"}
    sentences = {
        as_told(each)
        for code, every in raised().items()
        if code not in of_fields
        for each in every
        if isinstance(each, ast.JoinedStr)
    }
    assert len(sentences) > 15
    assert [each for each in sentences if told("", each) == each] == []
    for template in PARTICULARS:
        places = {name: VALUES[1] for _, name, _, _ in Formatter().parse(template) if name}
        assert told("", template.format(**places)) != template.format(**places)


@pytest.mark.usefixtures("german")
def test_particulars_are_kept_and_written_as_the_window_writes_them() -> None:
    german = told("insufficient_credits", "This costs 1,200 credits and 3 are left.")
    assert german == "Das kostet 1.200 Credits, und 3 sind übrig."
    assert "3,2 GB" in told(
        "disk_full", "The disk has only 3.2 GB left and 5.0 GB are to stay free: free some space and try again."
    )
    used = (
        "All 6 video of the last 24 hours are used: wait until 2026-11-20 09:00 UTC "
        "(resetsOn in /dedicated-account/usage)."
    )
    assert "(6 Videos)" in told("allowance_reached", used)
    assert "2026-11-20 09:00" in told("allowance_reached", used)
    assert "/data/x: {odd}" in told("not_writable", "/data/x: {odd} can't be written; choose another folder.")


@pytest.mark.usefixtures("german")
def test_every_fault_of_a_field_that_reading_a_body_finds_is_told_in_german() -> None:
    context = {"max_length": 1200, "min_length": 2, "ge": 1, "le": 9, "expected": "'a' or 'b'", "error": ""}
    for kind, say in _SENTENCES.items():
        if kind != "value_error":
            assert of_field(say(context)) != say(context), kind
    assert of_field("may have at most 1,200 characters") == "darf höchstens 1.200 Zeichen haben"
    error = from_reply(
        400, {"error": "name: is required", "details": [{"field": "name", "message": "is required"}]}, address=""
    )
    assert (error.message, error.fields[0].message) == ("name: wird gebraucht", "wird gebraucht")


@pytest.mark.usefixtures("german")
def test_particulars_are_worth_more_than_the_language() -> None:
    unknown = "The lake fell by 40 cm."
    assert told("lake", unknown) == unknown
    faulty = "name: is too long"
    assert told("webhook_exists", faulty, details=[{"field": "name", "message": "is too long"}]) == faulty
