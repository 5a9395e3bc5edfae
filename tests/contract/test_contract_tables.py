"""The OpenAPI document against the contract's own tables: paths, methods, fields, choices and limits."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from server.http.openapi import document
from server.http.routes import all_routes

CONTRACT = Path(__file__).parent.parent / "data" / "contract"
ENDPOINT = re.compile(r"\b((?:GET|POST|DELETE)(?:/(?:GET|POST|DELETE))*) (/[A-Za-z][\w/{}:.-]*)")

STILL_TO_COME: set[tuple[str, str]] = set()
"""What later work brings. It only shrinks: what is served must not stand here, and nothing else may be added."""
AT_MOST_STILL_TO_COME = 62

SCHEMA_OF = {
    "Usage": "UsageReply",
    "QueueStats": "QueueStatsReply",
    "QueueRequestSummary": "QueueRequestSummary",
    "QueueRequestsResponse": "QueueRequestsResponse",
    "Citation": "CitationReply",
}
"""Sections of the contract whose table lists the fields of an answer."""
PROSE = {
    "Podcast record": ("PodcastRecord", r"Fields: (.*?)\.\n"),
    "List item": ("ListItem", r"\n(id, requestTypeId.*?)\.\n"),
    "Request status record": ("RequestResult", r"Result shape: (.*?)\n"),
}
TYPES = {"string": "string", "integer": "integer", "boolean": "boolean", "number": "number", "date-time": "string"}


@cache
def contract() -> str:
    return (CONTRACT / "service.md").read_text("utf-8")


@cache
def decisions() -> str:
    return (CONTRACT / "decisions.md").read_text("utf-8")


@cache
def openapi() -> dict[str, Any]:
    return document(all_routes())


def normal(path: str) -> str:
    """Parameters have many names and spellings; only their place counts."""
    path = re.sub(r"\{[^}]*\}|:[A-Za-z]+", "{}", path.rstrip("./"))
    return path.replace("/Content/", "/content/").replace("/YYYY", "")


def promised() -> set[tuple[str, str]]:
    """Every operation of the tables, of the bold headings, and of the decisions."""
    found: set[tuple[str, str]] = set()
    for line in contract().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) > 2 and cells[0] in {"GET", "POST", "DELETE"}:
            found.add((cells[0], normal(cells[1])))
        if match := re.match(r"\*\*(GET|POST) (/\S+?)\*\*", line):
            found.add((match[1], normal(match[2])))
    for code in re.findall(r"`([^`]+)`", decisions().replace("`GET` and `POST ", "`GET/POST ")):
        for verbs, path in ENDPOINT.findall(code.partition("?")[0]):
            found |= {(verb, normal(path)) for verb in verbs.split("/")}
    # Written without its slash in one place, and as one of two forms of an address in another.
    return {(verb, path) for verb, path in found if path != "/content/GetTranscript" or verb == "POST"}


def served() -> set[tuple[str, str]]:
    return {(verb.upper(), normal(path)) for path, verbs in openapi()["paths"].items() for verb in verbs}


def section(title: str) -> str:
    match = re.search(rf"### {re.escape(title)}[^\n]*\n(.*?)(?=\n##)", contract(), re.DOTALL)
    assert match is not None, title
    return match[1]


def rows(title: str) -> list[list[str]]:
    """The lines of a section's first table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def properties(schema: str) -> dict[str, Any]:
    return dict(openapi()["components"]["schemas"][schema]["properties"])


def types_of(facts: dict[str, Any]) -> set[str]:
    """The JSON types that a property may have, null aside."""
    if "$ref" in facts:
        return {"object"}
    choices = facts.get("anyOf", [facts])
    return {t for choice in choices for t in ([choice["type"]] if "type" in choice else types_of(choice))} - {"null"}


def described(schema: str, name: str) -> dict[str, Any]:
    """A property's constraints, whether it may be null or not."""
    facts = properties(schema)[name]
    inner = next((choice for choice in facts.get("anyOf", []) if choice.get("type") != "null"), {})
    return {**facts, **inner}


def test_every_promised_operation_is_served_or_named_as_still_to_come() -> None:
    assert promised() - served() - STILL_TO_COME == set()


def test_the_list_of_what_is_to_come_only_shrinks() -> None:
    assert STILL_TO_COME & served() == set()
    assert STILL_TO_COME - promised() == set()
    assert len(STILL_TO_COME) <= AT_MOST_STILL_TO_COME


def test_enough_was_found_in_the_contract_to_compare_with() -> None:
    assert len(promised()) > 85
    assert ("POST", "/content/Create") in promised()
    assert ("GET", "/content/Languages") in promised()
    assert ("POST", "/studio/requests/{}/restore") in promised()


@pytest.mark.parametrize(("title", "schema"), SCHEMA_OF.items())
def test_answers_have_the_fields_of_their_table(title: str, schema: str) -> None:
    listed = rows(title)
    assert len(listed) >= 4
    for name, typed, *_ in listed:
        kind = typed.partition(" (")[0]
        assert name in properties(schema), f"{schema} lacks {name}"
        expected = "array" if kind.startswith("array") else TYPES[kind]
        assert types_of(properties(schema)[name]) == {expected}, name


@pytest.mark.parametrize("title", PROSE)
def test_answers_have_the_fields_of_their_sentence(title: str) -> None:
    schema, pattern = PROSE[title]
    match = re.search(pattern, "\n" + section(title), re.DOTALL)
    assert match is not None
    sentence = re.sub(r"\([^)]*\)", "", match[1])
    names = set(re.findall(r"\b([a-z]+(?:[A-Z_][A-Za-z_]*)?)\b(?=\s*[,.]|$)", sentence)) & set(
        re.findall(r"[\w]+", sentence)
    )
    names -= {"when", "applicable", "requested"}
    assert len(names) >= 4
    assert names - set(properties(schema)) == set()


def test_the_progress_shape_has_its_fields() -> None:
    expected = "id status updated_on error_code error_message requested_on callback_data cancelled stage progress_text"
    assert set(expected.split()) - set(properties("RequestProgress")) == set()


def test_create_has_every_field_of_its_table() -> None:
    names = [name for row in rows("ContentRequest") for name in row[0].split(", ")]
    assert len(names) >= 39
    assert set(names) - set(properties("ContentRequest")) == set()
    assert openapi()["components"]["schemas"]["ContentRequest"]["required"] == ["outputType"]


@pytest.mark.parametrize(
    "field",
    ["outputType", "duration", "infographicOrientation", "infographicDetail", "slideDeckFormat", "quizDifficulty"],
)
def test_create_takes_the_choices_of_its_table(field: str) -> None:
    rule = next(row[2] for row in rows("ContentRequest") if row[0] == field)
    choices = re.findall(r"`([^`]+)`", rule)
    assert len(choices) >= 2
    assert described("ContentRequest", field)["enum"] == choices


def test_create_takes_the_kinds_of_resources_of_its_table() -> None:
    rule = next(row[2] for row in rows("ContentRequest") if row[0] == "resources")
    choices = re.findall(r"`([^`]+)`", rule.partition(";")[0])
    assert described("Resource", "type")["enum"] == choices


def test_create_holds_the_limits_of_its_table() -> None:
    seen = 0
    for name, kind, rule in rows("ContentRequest"):
        if match := re.search(r"max ([\d,]+) characters", rule):
            assert described("ContentRequest", name)["maxLength"] == int(match[1].replace(",", "")), name
            seen += 1
        elif (match := re.search(r"max (\d+)$", rule)) and kind.startswith("array"):
            assert described("ContentRequest", name)["maxItems"] == int(match[1]), name
            seen += 1
        elif match := re.match(r"(\d+) to (\d+);", rule):
            facts = described("ContentRequest", name)
            assert (facts["minimum"], facts["maximum"]) == (int(match[1]), int(match[2])), name
            seen += 1
    assert seen >= 7


def test_repurpose_has_every_field_of_its_table() -> None:
    table = contract().partition("**POST /content/Repurpose**")[2].partition("Response:")[0]
    lines = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")][1:]
    names = [name.strip() for line in lines for name in line[0].split(",")]
    assert len(names) >= 20
    assert set(names) == set(properties("Repurpose"))
    assert openapi()["components"]["schemas"]["Repurpose"]["required"] == ["requestId", "outputType"]


@pytest.mark.parametrize(
    ("schema", "named", "required"),
    [
        (
            "Schedule",
            "frequency urls feedSelections video_siteChannels numberOfEpisodes instructions brandUrl duration style"
            " language podcastId episodeTitle voice1 voice2 startOn callbackData notebookId",
            "frequency",
        ),
        (
            "CustomScript",
            "script voice1 voice2 voice3 voice4 callbackData introMusicUrl musicBed stems",
            "script voice1 voice2",
        ),
        (
            "CustomVoices",
            "voice1 voice2 resources topic feeds projects text duration style language notebookId callbackData",
            "voice1 voice2",
        ),
        ("WebhookAddress", "url", "url"),
    ],
)
def test_other_orders_have_the_fields_of_their_sentences(schema: str, named: str, required: str) -> None:
    assert set(properties(schema)) == set(named.split())
    assert set(openapi()["components"]["schemas"][schema]["required"]) == set(required.split())


def test_series_hold_the_limits_of_their_sentence() -> None:
    assert described("Schedule", "frequency")["minimum"] == 1
    number = described("Schedule", "numberOfEpisodes")
    assert (number["minimum"], number["maximum"]) == (1, 100)
    assert described("Schedule", "instructions")["maxLength"] == 500
    assert described("CustomVoices", "feeds")["maxItems"] == 10


def test_queries_take_what_the_tables_say() -> None:
    def parameters(path: str) -> dict[str, Any]:
        return {p["name"]: p["schema"] for p in openapi()["paths"][path]["get"]["parameters"]}

    queue = parameters("/content/QueueRequests")
    assert queue["state"]["enum"] == ["queued", "processing", "active", "all"]
    assert queue["state"]["default"] == "active"
    assert (queue["page"]["minimum"], queue["page"]["default"]) == (1, 1)
    assert (queue["limit"]["minimum"], queue["limit"]["maximum"], queue["limit"]["default"]) == (1, 100, 50)
    podcasts = parameters("/content/Podcasts")
    assert podcasts["status"]["enum"] == ["all", "queued", "failed", "succeeded", "processed"]
    assert set(parameters("/content/List")) == {"page", "limit"}


def test_the_document_says_who_may_call() -> None:
    public = {p for p, verbs in openapi()["paths"].items() for o in verbs.values() if o.get("security") == []}
    assert public == {
        "/media/{key}/{name}",
        "/podcast/ideas",
        "/share/{key}",
        "/podcast/rss",
        "/podcast/rss/{podcastId}",
        "/podcast/transcripts/{key}/{name}",
        "/studio/health",
        "/openapi.json",
        "/docs",
    }
    assert openapi()["info"]["version"] == "1.0.0"
    assert openapi()["openapi"].startswith("3.1")


def test_every_operation_is_described_and_tells_its_errors() -> None:
    names: list[str] = []
    for path, verbs in openapi()["paths"].items():
        for operation in verbs.values():
            assert operation["summary"].endswith("."), path
            assert {"400", "421", "500", "503"} <= set(operation["responses"]), path
            names.append(operation["operationId"])
    assert len(names) == len(set(names))
