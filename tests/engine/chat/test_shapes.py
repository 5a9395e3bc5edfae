"""Shapes of answers: what bounds them for a model that does not end, and what is left of one that was cut off."""

from __future__ import annotations

import json

import pytest

from server.engine.chat.structure import bounded, closed, parsed, schema_of
from server.engine.writing.connected.answers import FaqAnswer

WHOLE = {"title": "T", "entries": [{"question": "Why?", "answer": [{"text": 'So, it "]} went.', "passages": [1, 2]}]}]}


def test_every_list_and_text_has_a_most() -> None:
    schema = bounded(schema_of(FaqAnswer))
    entries = schema["properties"]["entries"]
    answer = entries["items"]["properties"]["answer"]
    passages = answer["items"]["properties"]["passages"]
    assert entries["maxItems"] > answer["maxItems"] > passages["maxItems"]
    assert answer["items"]["properties"]["text"]["maxLength"] > 0
    assert "maxItems" not in json.dumps(schema_of(FaqAnswer))


@pytest.mark.parametrize("more", ['{"question": "And th', '{"question": "Who?", "answer": [{"text": "a \\', ""])
def test_what_is_whole_of_a_cut_answer_counts(more: str) -> None:
    begun = json.dumps(WHOLE)[:-2] + (f", {more}" if more else "")
    found = parsed(closed(begun), FaqAnswer)
    assert found.entries[0].question == "Why?"
    assert found.entries[0].answer[0].passages == [1, 2]


def test_an_answer_without_anything_whole_stays_as_it_is() -> None:
    assert closed('{"title": "T') == '{"title": "T'
    assert closed(json.dumps(WHOLE)) == json.dumps(WHOLE)
