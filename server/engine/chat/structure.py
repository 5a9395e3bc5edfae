"""Answers with a shape: what an endpoint can do is found out once, and kept.

``json_schema`` is tried first, then ``json_object``, then plain words with the schema in the question. Whatever the
endpoint promises, the answer is parsed and checked here; a bad one is sent back once to be repaired.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from filelock import FileLock

from server.domain.decoding import converted, from_json
from server.domain.errors import CannotProduce
from server.engine.chat.endpoints import Endpoint, Habits, Heard, Message, Said, Unsupported, estimated_tokens
from server.engine.chat.spending import Purse

T = TypeVar("T")
_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_QUOTED = 2_000
"""Characters of a bad answer that are shown again for repair."""
_MOST_ITEMS = (40, 8, 6, 6)
"""Of a list, by how many lists it lies in."""
_MOST_CHARACTERS = 600


class Form(StrEnum):
    """How an endpoint can be made to answer in a shape."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    WORDS = "prompt"


class BadAnswer(CannotProduce):
    """The model does not keep to the shape asked for, not even when told what was wrong."""

    code = "bad_answer"


@dataclass(frozen=True, slots=True)
class Known:
    """What was found out about a model at an endpoint."""

    form: Form
    without: tuple[str, ...] = ()


class Findings:
    """What is known of endpoints, in one file; one that can't be read or written is found out anew."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, key: str) -> Known | None:
        """What is known of this one."""
        return self._read().get(key)

    def keep(self, key: str, known: Known) -> None:
        """Keep what was found."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(self._path.with_suffix(".lock")):
                every = {**self._read(), key: known}
                draft = self._path.with_suffix(".part")
                draft.write_bytes(msgspec.json.encode(every))
                draft.replace(self._path)
        except OSError:
            return

    def _read(self) -> dict[str, Known]:
        try:
            return from_json(self._path.read_bytes(), dict[str, Known])
        except (OSError, msgspec.MsgspecError):
            return {}


class Interview:
    """Questions to one endpoint whose answers are values.

    Args:
        findings: where what is found out about the endpoint is kept.
        purse: says what may still be spent.
        known_as: what the findings are kept under; the address and the model where it is empty.
        is_bounded: whether what enforces the schema also keeps lists and texts to a length: a small model that goes
            round in circles would fill all its room with one of them.
    """

    def __init__(
        self, endpoint: Endpoint, *, findings: Findings, purse: Purse, known_as: str = "", is_bounded: bool = False
    ) -> None:
        self.endpoint = endpoint
        self._findings = findings
        self._purse = purse
        self._known_as = known_as
        self._is_bounded = is_bounded
        self._key = ""
        self._known: Known | None = None

    @property
    def form(self) -> Form | None:
        """The form that the endpoint was found to answer in."""
        return self._known.form if self._known else None

    def ask(self, messages: list[Message], shape: type[T], *, max_tokens: int, heard: Heard | None = None) -> T:
        """The answer as a value of `shape`.

        Raises:
            BadAnswer: what comes is not of the shape, and was not after one repair.
            CannotProduce, Refused: as `Endpoint.ask`; ``spending_limit`` when the purse is empty.
        """
        self._recall()
        schema = schema_of(shape)
        enforced = bounded(schema) if self._is_bounded else schema
        asked = [*messages[:-1], _with_schema(messages[-1], schema)]
        text, is_cut = self._answer(asked, shape, enforced, max_tokens, heard)
        try:
            return parsed(text, shape)
        except ValueError as fault:
            if self.form is not Form.WORDS and not is_cut:
                # It takes the form and does not keep it: the words of the question say the same.
                self._learn(Form.WORDS)
            what = "it was cut off before its end: be shorter" if is_cut else f"it is not the JSON asked for: {fault}"
            repair = [
                *asked,
                {"role": "assistant", "content": text[:_QUOTED] or "{}"},
                {"role": "user", "content": f"Your answer can't be used; {what}. Answer again, with the JSON only."},
            ]
        most = max_tokens + max_tokens // 2 if is_cut else max_tokens
        text, is_cut = self._answer(repair, shape, enforced, most, heard)
        try:
            return parsed(closed(text) if is_cut else text, shape)
        except ValueError as fault:
            raise BadAnswer(
                f"{self.endpoint.model} does not answer in the form that is needed: choose a larger model."
            ) from fault

    def speak(self, messages: list[Message], *, max_tokens: int, said: Said | None = None) -> str:
        """The answer in plain words.

        Raises:
            CannotProduce, Refused: as `Endpoint.ask`; ``spending_limit`` when the purse is empty.
        """
        self._recall()
        characters = sum(len(message["content"]) for message in messages)
        self._purse.require(estimated_tokens(characters) + max_tokens)
        answer = self.endpoint.ask(messages, max_tokens=max_tokens, said=said)
        self._purse.spend(answer.tokens)
        return answer.text

    def _recall(self) -> None:
        if not self._key:
            self._key = self._known_as or f"{self.endpoint.base_url}|{self.endpoint.model}"
            self._known = self._findings.of(self._key)
            if self._known:
                self.endpoint.habits = Habits(frozenset(self._known.without))

    def _learn(self, form: Form) -> None:
        known = Known(form, tuple(sorted(self.endpoint.habits.without)))
        if known != self._known:
            self._known = known
            self._findings.keep(self._key, known)

    def _answer(
        self,
        messages: list[Message],
        shape: type[Any],
        schema: dict[str, Any],
        max_tokens: int,
        heard: Heard | None,
    ) -> tuple[str, bool]:
        characters = sum(len(message["content"]) for message in messages)
        for form in (self.form,) if self.form else tuple(Form):
            self._purse.require(estimated_tokens(characters) + max_tokens)
            try:
                answer = self.endpoint.ask(
                    messages,
                    max_tokens=max_tokens,
                    form=_response_format(form, shape, schema),
                    heard=heard,
                    may_be_unsupported=form is not Form.WORDS and self._known is None,
                )
            except Unsupported:
                continue
            self._purse.spend(answer.tokens)
            self._learn(form)
            return answer.text, answer.is_cut
        raise CannotProduce(f"{self.endpoint.base_url} answers in no form that can be used: use another endpoint.")


def schema_of(shape: type[Any]) -> dict[str, Any]:
    """The JSON Schema of a value, without references, every property required and no other allowed."""
    (root,), parts = msgspec.json.schema_components((shape,), ref_template="{name}")
    found = _inlined(root, parts)
    if not isinstance(found, dict):
        raise TypeError(f"{shape} has no schema")
    return found


def parsed(text: str, shape: type[T]) -> T:
    """The value that a model's words hold, fences and chatter around it aside. Raises `ValueError` with the fault."""
    candidates = [text, *(match[1] for match in _FENCED.finditer(text))]
    start, end = text.find("{"), text.rfind("}")
    if 0 <= start < end:
        candidates.append(text[start : end + 1])
    fault: Exception = ValueError("there is no JSON in it")
    for candidate in candidates:
        try:
            return converted(json.loads(candidate.strip()), shape, strict=False)
        except (ValueError, RecursionError) as error:
            if isinstance(error, msgspec.ValidationError) or not isinstance(fault, msgspec.ValidationError):
                fault = error
    raise ValueError(str(fault)[:300])


def bounded(schema: Any, depth: int = 0) -> Any:
    """The schema with a most for every list and text; what lies deeper is shorter."""
    if isinstance(schema, list):
        return [bounded(each, depth) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kind = schema.get("type")
    deeper = depth + (kind == "array")
    out = {name: bounded(each, deeper) for name, each in schema.items()}
    if kind == "array":
        out["maxItems"] = _MOST_ITEMS[min(depth, len(_MOST_ITEMS) - 1)]
    elif kind == "string":
        out["maxLength"] = _MOST_CHARACTERS
    return out


def closed(text: str) -> str:
    """JSON that was cut off, ended behind the last thing in a list that is whole; as it is where there is none."""
    open_marks: list[str] = []
    whole: tuple[int, str] | None = None
    is_string = is_escaped = False
    for at, mark in enumerate(text):
        if is_string:
            is_string = is_escaped or mark != '"'
            is_escaped = mark == "\\" and not is_escaped
        elif mark == '"':
            is_string = True
        elif mark in "{[":
            open_marks.append("}" if mark == "{" else "]")
        elif mark in "}]" and open_marks:
            open_marks.pop()
            if open_marks and open_marks[-1] == "]":
                whole = at + 1, "".join(reversed(open_marks))
    return text if whole is None or not open_marks else text[: whole[0]] + whole[1]


def _response_format(form: Form, shape: type[Any], schema: dict[str, Any]) -> dict[str, Any] | None:
    if form is Form.SCHEMA:
        return {"type": "json_schema", "json_schema": {"name": shape.__name__, "schema": schema, "strict": True}}
    return {"type": "json_object"} if form is Form.OBJECT else None


def _with_schema(message: Message, schema: dict[str, Any]) -> Message:
    told = json.dumps(schema, separators=(",", ":"), ensure_ascii=False)
    return {**message, "content": f"{message['content']}\n\nAnswer with JSON only, of this schema:\n{told}"}


def _inlined(part: Any, parts: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_inlined(each, parts) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _inlined(parts[part["$ref"]], parts)
    left_out = {"title", "default", "description"}
    kept = {
        name: ({k: _inlined(v, parts) for k, v in each.items()} if name == "properties" else _inlined(each, parts))
        for name, each in part.items()
        if name not in left_out
    }
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
