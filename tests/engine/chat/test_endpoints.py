"""Endpoints that fail, hang, cut off, refuse options and shapes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from misbehaving_model import BrokenOff, Cut, Fault, Model, Play, Reply, Silence, in_turn

from server.domain.errors import CannotProduce, Refused
from server.engine.chat.connecting import connected, findings_of, tried
from server.engine.chat.discovery import found_here
from server.engine.chat.endpoints import ContextExceeded, Endpoint
from server.engine.chat.local import check_model_file
from server.engine.chat.spending import Purse, SpendingLimit
from server.engine.chat.structure import BadAnswer, parsed, schema_of
from server.engine.specs import WriterSpec

Start = Callable[[Play], Model]
SpecOf = Callable[..., WriterSpec]


class Word(msgspec.Struct):
    """A shape."""

    word: str


class Inner(msgspec.Struct):
    """A part."""

    numbers: list[int] = []


class Outer(msgspec.Struct):
    """A whole."""

    inner: list[Inner] = []


GOOD = '{"word": "ready"}'


def asked(spec: WriterSpec, waits: list[float] | None = None) -> str:
    waits = [] if waits is None else waits
    with connected(spec, request="r", sleep=waits.append) as interview:
        return interview.ask([{"role": "user", "content": "Say it."}], Word, max_tokens=50).word


def form_of(body: dict[str, object]) -> str:
    form = body.get("response_format")
    return str(form["type"]) if isinstance(form, dict) else "prompt"


@pytest.mark.parametrize(
    ("supported", "status"),
    [("json_schema", 400), ("json_object", 400), ("json_object", 500), ("prompt", 422), ("prompt", 500)],
)
def test_the_shape_is_negotiated_once_and_kept(model: Start, spec_of: SpecOf, supported: str, status: int) -> None:
    def play(body: dict[str, object]) -> Reply:
        return GOOD if form_of(body) in {supported, "prompt"} else Fault(status, "response_format is not supported")

    server = model(play)
    spec = spec_of(server, model="parrot-1")
    assert asked(spec) == "ready"
    known = findings_of(spec.data_dir).of(f"{server.base_url}|parrot-1")
    assert known is not None and known.form == supported
    server.asked.clear()
    assert asked(spec) == "ready"
    assert [form_of(body) for body in server.asked] == [supported]


def test_passing_errors_are_tried_again_after_longer_and_longer(model: Start, spec_of: SpecOf) -> None:
    server = model(in_turn(Fault(429, "slow down", (("Retry-After", "7"),)), Fault(503), Fault(502), GOOD))
    waits: list[float] = []
    assert asked(spec_of(server), waits) == "ready"
    assert waits[0] == 7.0
    assert len(waits) == 3 and 2 <= waits[1] < waits[2]


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (Fault(401, "bad key sk-secret"), Refused, "refused the key"),
        (Fault(429, "insufficient_quota"), Refused, "no credit"),
        (Fault(503), CannotProduce, "503"),
        (Fault(429), CannotProduce, "fewer calls"),
        (Fault(400, "This exceeds the maximum context length"), ContextExceeded, "context size"),
        (Silence(), CannotProduce, "in time"),
        (BrokenOff(), CannotProduce, "again later"),
    ],
)
def test_what_stays_wrong_is_one_sentence_to_act_on(
    model: Start, spec_of: SpecOf, reply: Reply, kind: type[Exception], words: str
) -> None:
    server = model(in_turn(reply))
    with pytest.raises(kind) as caught:
        asked(spec_of(server, timeout_s=1))
    assert words in str(caught.value)
    assert "sk-secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_named(spec_of: SpecOf, model: Start) -> None:
    server = model(in_turn(GOOD))
    spec = spec_of(server, endpoint="http://127.0.0.1:9/v1", model="m")
    with pytest.raises(CannotProduce, match="can't be reached"):
        asked(spec)


def test_options_that_an_endpoint_does_not_take_are_left_out_for_good(model: Start, spec_of: SpecOf) -> None:
    def play(body: dict[str, object]) -> Reply:
        for option, message in (
            ("stream_options", "unknown field stream_options"),
            ("max_tokens", "use max_completion_tokens instead"),
            ("temperature", "temperature does not support 0.3"),
        ):
            if option in body:
                return Fault(400, message)
        return GOOD

    server = model(play)
    assert asked(spec_of(server)) == "ready"
    assert server.asked[-1]["max_completion_tokens"] == 50
    server.asked.clear()
    assert asked(spec_of(server)) == "ready"
    assert len(server.asked) == 1


def test_a_bad_answer_is_sent_back_once(model: Start, spec_of: SpecOf) -> None:
    server = model(in_turn(Cut('{"word": "re'), GOOD))
    assert asked(spec_of(server)) == "ready"
    assert "cut off" in server.said()
    assert server.asked[-1]["max_tokens"] == 75


def test_a_model_that_never_keeps_to_the_shape_is_given_up(model: Start, spec_of: SpecOf) -> None:
    server = model(in_turn("I would rather chat."))
    with pytest.raises(BadAnswer, match="larger model"):
        asked(spec_of(server))
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"Sure! Here it is:\n```json\n{GOOD}\n```\nAnything else?",
        f"The answer is {GOOD}.",
        f"<think>Hm, {{}}</think>{GOOD}"[len("<think>Hm, {}</think>") :],
    ],
)
def test_chatter_around_an_answer_does_no_harm(text: str) -> None:
    assert parsed(text, Word) == Word("ready")


def test_thoughts_are_no_answer(model: Start, spec_of: SpecOf) -> None:
    assert asked(spec_of(model(in_turn(f'<think>{{"word": "no"}}</think>{GOOD}')))) == "ready"


@pytest.mark.parametrize("text", ["", "{}", '{"word": 1', "[1, 2]", "{" * 100_000])
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parsed(text, Word)


def test_every_property_of_a_schema_is_required_and_none_is_referred_to() -> None:
    schema = schema_of(Outer)
    assert schema["required"] == ["inner"]
    assert schema["properties"]["inner"]["items"]["required"] == ["numbers"]
    assert "$ref" not in str(schema) and "default" not in str(schema)


def test_keys_of_the_environment_go_nowhere(model: Start, spec_of: SpecOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    server = model(in_turn(GOOD))
    assert asked(spec_of(server)) == "ready"
    assert set(server.keys) == {"Bearer none"}


def test_a_test_tells_models_and_shape(model: Start, spec_of: SpecOf) -> None:
    trial = tried(spec_of(model(in_turn(GOOD))), key="given")
    assert (trial.models, trial.model, trial.form) == (("parrot-1",), "parrot-1", "json_schema")


def test_what_answers_here_is_found(model: Start) -> None:
    server = model(in_turn(GOOD))
    port = int(server.base_url.split(":")[2].split("/")[0])
    (found,) = found_here([(port, "Ours"), (9, "Nobody")])
    assert (found.name, found.models, found.base_url) == ("Ours", ("parrot-1",), server.base_url)


def test_an_endpoint_without_models_is_told(model: Start) -> None:
    server = model(in_turn(GOOD))
    server.models.clear()
    endpoint = Endpoint(server.base_url)
    with pytest.raises(CannotProduce, match="lists no model"):
        _ = endpoint.model
    endpoint.close()


def test_spending_ends_at_the_limits_of_request_and_day(model: Start, spec_of: SpecOf, tmp_path: Path) -> None:
    server = model(in_turn(GOOD))
    spec = spec_of(server, request_tokens=170)
    assert asked(spec) == "ready"
    with pytest.raises(SpendingLimit, match="170 tokens"):
        asked(spec)
    assert len(server.asked) == 1
    days = [datetime(2030, 1, 1, tzinfo=UTC)]
    purse = Purse(tmp_path / "other.json", request="a", a_day=100, now=lambda: days[0])
    purse.spend(90)
    with pytest.raises(SpendingLimit, match="today"):
        purse.require(20)
    days[0] = datetime(2030, 1, 2, tzinfo=UTC)
    purse.require(20)
    assert purse.spent_today == 0


def test_only_model_files_are_run(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("not a model")
    with pytest.raises(CannotProduce, match="no model file"):
        check_model_file(tmp_path / "text.gguf")
    with pytest.raises(CannotProduce, match="can't be opened"):
        check_model_file(tmp_path / "absent.gguf")
