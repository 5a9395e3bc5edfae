"""What the server says in sentences is told in the window's language, and every sentence of its code has one."""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from app import language
from app.client.faults import from_reply
from app.client.readings import sentence, sentences
from app.language import known, said
from app.language.served import FILE
from app.models import phrases
from server.http.faults import _SENTENCES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def german() -> Iterator[None]:
    """The window in German."""
    language.use("de")
    yield
    language.use("en")


@pytest.fixture(scope="module")
def collector() -> ModuleType:
    """The script that finds the sentences in the server's code."""
    place = ROOT / "packaging" / "served_sentences.py"
    spec = importlib.util.spec_from_file_location("served_sentences", place)
    assert spec is not None and spec.loader is not None
    module = sys.modules["served_sentences"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def told(code: str, words: str, *, details: object = None) -> str:
    return from_reply(409, {"code": code, "error": words, "details": details}, address="here").message


def test_the_window_knows_every_sentence_of_the_servers_code(collector: ModuleType) -> None:
    found = collector.sentences()
    assert list(found) == json.loads(FILE.read_text("utf-8")), "run packaging/catalogues.py"
    assert len(found) > 1000


@pytest.mark.parametrize(
    "words",
    [
        "There is no such project.",  # kept as a constant of the module
        "You have {most_projects} projects, the most there can be: delete some.",
        "needs at least {c} characters",  # in a table of functions
        "peaks at {true_peak} dBTP, so that it would distort in some players",  # handed to a helper
        "has no such voice or model{reason}; check its settings.",  # a declared value
        "Drawing the slides",  # progress, put together by its callers
        "Reading source {number} of {inputs}",
        "The feed has no description; its title was taken.",  # a warning
        "It rests on no passage of the sources.",  # a finding of the desk
        "The owner has one valid e-mail; directories verify by it.",  # a rule
        "Written by {name}.",  # a note of a result
        "it holds no voice {name}",  # a ValueError that is handed on
        "The video is made, but was not published to {name}: {message}",  # written by the store's thread
    ],
)
def test_sentences_are_found_wherever_they_come_from(collector: ModuleType, words: str) -> None:
    assert words in collector.sentences()


def test_a_new_sentence_is_found(collector: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "errors.py").write_text("class DomainError(Exception): ...\nclass Unfit(DomainError): ...\n")
    (tmp_path / "lakes.py").write_text(
        "NONE = 'There is no such lake.'\n"
        "def fill(lake):\n"
        "    raise _unfit('is full to the brim' if lake.full else 'has no bank')\n"
        "def _unfit(what):\n"
        "    return Unfit(f'The lake {what}; choose another.')\n"
        "def find():\n"
        "    raise Unfit(NONE)\n"
    )
    said_there = collector.Said(collector.Code(tmp_path), declared=()).said()
    assert {words for words, _ in said_there} == {
        *("There is no such lake.", "The lake {what}; choose another.", "is full to the brim", "has no bank")
    }


def test_what_people_are_told_is_read_as_a_sentence() -> None:
    plain = []
    for path in sorted((ROOT / "app" / "client").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "text":
                names = {each.value for each in call.args[1:] if isinstance(each, ast.Constant)}
                if names & {"error", "error_message", "errorMessage", "fault", "last_fault", "message", "needs"}:
                    plain.append(f"{path.name}:{call.lineno}")
    assert plain == [], "read them with `sentence`"


def test_english_keeps_the_servers_own_words() -> None:
    words = "The server is closing: send it again when it is back."
    assert told("closing", words) == words
    assert phrases.progress("Written: Ada", "writing") == "Written: Ada"


@pytest.mark.usefixtures("german")
def test_every_fault_of_a_field_that_reading_a_body_finds_is_told_in_german() -> None:
    context = {"max_length": 1200, "min_length": 2, "ge": 1, "le": 9, "expected": "'a' or 'b'", "error": ""}
    for kind, say in _SENTENCES.items():
        if kind != "value_error":
            assert said(say(context)) != say(context), kind
    assert said("may have at most 1,200 characters") == "darf höchstens 1.200 Zeichen haben"
    error = from_reply(
        400, {"error": "name: is required", "details": [{"field": "name", "message": "is required"}]}, address=""
    )
    assert (error.message, error.fields[0].message) == ("name: wird gebraucht", "wird gebraucht")


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
    assert "2026-11-20 09:00" in told("allowance_reached", used)
    assert "/data/x: {odd}" in told("not_writable", "/data/x: {odd} can't be written; choose another folder.")


@pytest.mark.usefixtures("german")
def test_words_of_the_servers_within_a_sentence_are_told_in_german_too() -> None:
    assert said("It plays 3 s longer than the original: the voices need more time.") == (
        "Sie dauert 3 s länger als das Original: die Stimmen brauchen mehr Zeit."
    )
    assert said("Left out: there is no text in x.pdf: 0 words were found") == (
        "Ausgelassen: in x.pdf ist kein Text: 0 Wörter wurden gefunden"
    )
    assert said("The speech endpoint here:80 took too long to answer.") == (
        "Der Sprach-Endpunkt here:80 brauchte zu lange für die Antwort."
    )
    assert said("a.odt is an OpenDocument text; what can be read is PDF, web pages and CSV") == (
        "a.odt ist ein OpenDocument-Text; gelesen werden PDF, Webseiten und CSV"
    )
    assert said("Nothing was changed: change a scene first. There is no such show.") == (
        "Es wurde nichts geändert: Ändern Sie erst eine Szene. Diese Sendung gibt es nicht."
    )


@pytest.mark.usefixtures("german")
def test_progress_is_told_by_its_sentence_else_by_its_stage() -> None:
    assert phrases.progress("Read 2 of 5 sources", "importing") == "2 von 5 Quellen gelesen"
    assert phrases.progress("Written: Ada", "writing") == phrases.stage("writing")
    assert phrases.progress("", "writing") == phrases.stage("writing")


@pytest.mark.usefixtures("german")
def test_records_are_read_in_german() -> None:
    record = {"error": None, "error_message": "The engine is stopping.", "notes": ["The lake fell.", "it is empty"]}
    assert sentence(record, "error", "error_message") == "Die Werkstatt wird beendet."
    assert sentences(record, "notes") == ("The lake fell.", "es ist leer")
    assert sentences(record, "warnings") == ()


@pytest.mark.usefixtures("german")
def test_what_is_not_known_stays_as_it_came() -> None:
    unknown = "The lake fell by 40 cm."
    assert known(unknown) is None
    assert told("lake", unknown) == unknown
    faulty = "name: is quite odd"
    assert told("webhook_exists", faulty, details=[{"field": "name", "message": "is quite odd"}]) == faulty
