"""The reranker in two parts: they say what the whole one says, and each pair passes each part once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from onnxruntime import InferenceSession
from tokenizers import Tokenizer

from server.engine.models import Model, packaged_file
from server.engine.writing import vectors
from server.engine.writing.graph_parts import OnnxGraph
from server.engine.writing.vectors import READER, Pair, Reading, answer_scores, readings

ASKED = "Who opened the Ostra bridge?"
TEXTS = ("Mayor Lene Falk opened it in 1934.", "The bank was opened in 1951, and closed when the tannery did.")


def session(file: bytes) -> Any:
    return InferenceSession(file, providers=["CPUExecutionProvider"])


def test_the_parts_of_the_reranker_say_to_the_last_bit_what_the_whole_one_says() -> None:
    tokenizer = Tokenizer.from_file(str(packaged_file(Model.RERANKER, "tokenizer.json")))
    tokenizer.enable_padding()
    encoded = tokenizer.encode_batch([(ASKED, each) for each in TEXTS])
    names = ("input_ids", "attention_mask", "token_type_ids")
    given = {
        name: np.array([getattr(each, short) for each in encoded], dtype=np.int64)
        for name, short in zip(names, ("ids", "attention_mask", "type_ids"), strict=True)
    }
    whole = packaged_file(Model.RERANKER, "model.onnx").read_bytes()
    graph, between = OnnxGraph(whole), OnnxGraph(READER.read_bytes()).inputs
    lower = session(graph.part(makes=between, takes={}))
    upper = session(graph.part(makes=graph.outputs, takes=between))
    states, unseen = lower.run(list(between), given)
    [scores] = upper.run(None, dict(zip(between, (states, unseen[:, :, :1]), strict=True)))
    # With what lies between them told as well, the whole one is worked out by the same steps.
    [expected, _] = session(whole + graph_told(next(iter(between)))).run(None, given)
    assert np.array_equal(scores, expected)


def graph_told(name: str) -> bytes:
    """`graph { output { name, type { tensor_type { elem_type: FLOAT } } } }`, as it is appended to an ONNX file."""
    value = bytes([10, len(name)]) + name.encode() + bytes([18, 4, 10, 2, 8, 1])
    return bytes([58, len(value) + 2, 98, len(value)]) + value


def test_a_part_holds_no_more_than_it_needs() -> None:
    whole = packaged_file(Model.RERANKER, "model.onnx").read_bytes()
    graph, between = OnnxGraph(whole), OnnxGraph(READER.read_bytes()).inputs
    lower, upper = graph.part(makes=between, takes={}), graph.part(makes=graph.outputs, takes=between)
    assert len(lower) + len(upper) < 1.01 * len(whole)
    assert list(OnnxGraph(upper).inputs) == list(between)
    assert OnnxGraph(lower).outputs == between


@pytest.mark.parametrize("file", [b"", b"\x3a", b"no model at all", b"\xff" * 40])
def test_what_is_no_model_is_refused(file: bytes) -> None:
    with pytest.raises(ValueError, match="no "):
        OnnxGraph(file)


@dataclass
class Counting:
    """A reranker that notes what it is asked for."""

    scored: list[Pair] = field(default_factory=list)
    begun: list[Pair] = field(default_factory=list)

    def score(self, pairs: Sequence[Pair]) -> list[tuple[float, Pair]]:
        self.scored += pairs
        return [(float(len(text)), (asked, text)) for asked, text in pairs]

    def begin(self, pairs: Sequence[Pair]) -> list[Pair]:
        self.begun += pairs
        return list(pairs)

    def read(self, begun: Sequence[Pair]) -> list[Reading]:
        return [Reading(float(len(text)), np.zeros(0, dtype=np.float32), ()) for _, text in begun]


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    own = Counting()
    monkeypatch.setattr(vectors, "_reranker", lambda: own)
    monkeypatch.setattr(vectors, "_answers", {})
    monkeypatch.setattr(vectors, "_begun", type(vectors._begun)())
    return own


def test_a_pair_that_was_scored_is_read_without_the_lower_layers(counting: Counting) -> None:
    pairs = [(ASKED, each) for each in TEXTS]
    assert answer_scores([*pairs, pairs[0]]) == [34.0, 61.0, 34.0]
    assert [each.odds for each in readings(pairs)] == [34.0, 61.0]
    assert (counting.scored, counting.begun) == (pairs, [])


def test_a_pair_that_is_read_only_is_not_scored_and_begun_once(counting: Counting) -> None:
    pairs = [(ASKED, each) for each in TEXTS]
    readings([pairs[0], *pairs, pairs[1]])
    readings(pairs)
    assert (counting.scored, counting.begun) == ([], pairs)


def test_of_more_pairs_than_are_kept_each_is_read(counting: Counting) -> None:
    pairs = [(ASKED, "?" * number) for number in range(1, 100)]
    assert [each.odds for each in readings(pairs)] == list(map(float, range(1, 100)))
    assert len(vectors._begun) == vectors._BEGUN


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_pair_gets_does_not_depend_on_those_beside_it(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_threads", threads)
    pairs = [(ASKED, each) for each in (*TEXTS, f"{TEXTS[1]} {TEXTS[0]}")]
    reranker = vectors._reranker()
    together = reranker.score(pairs)
    alone = [reranker.score([each])[0] for each in pairs]
    assert [score for score, _ in together] == [score for score, _ in alone]
    readings_together = reranker.read([begun for _, begun in together])
    assert [each.odds for each in readings_together] == [reranker.read([begun])[0].odds for _, begun in alone]
