"""How near two sentences are: term vectors for ranking, and two small packaged models for meaning and answers."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from server.engine.models import Model, packaged_file

FloatArray = NDArray[np.float32]

_BATCH = 16
_MAX_TOKENS = {Model.BGE_SMALL: 128, Model.RERANKER: 160}
"""The reranker reads a question and a whole chunk of a notebook's source."""
_MAX_TERMS = 4096
READER = Path(__file__).resolve().parents[3] / "resources" / "retrieval" / "answer-check.onnx"
"""The reranker's upper layers, trained again to tell whether a text answers and where (packaging/answer_check)."""
_threads = 1
"""Of each model: one, because pieces of work run in processes beside each other."""


def term_vectors(terms: Sequence[frozenset[str]]) -> FloatArray:
    """TF-IDF rows of unit length, [n, v] with v at most 4,096; terms of a single sentence count in its length only.

    The measure LexRank was published with (Erkan and Radev 2004); it needs no model and grows linearly.
    """
    n = len(terms)
    counts = Counter(t for row in terms for t in row)
    shared = sorted((t for t, c in counts.items() if c > 1), key=lambda t: (-counts[t], t))[:_MAX_TERMS]
    column = {t: i for i, t in enumerate(shared)}
    rows = np.zeros((n, max(1, len(shared))), dtype=np.float32)
    length = np.zeros(n, dtype=np.float32)
    for i, row in enumerate(terms):
        for t in row:
            weight = float(np.log((1 + n) / (1 + counts[t])) + 1)
            length[i] += weight**2
            if t in column:
                rows[i, column[t]] = weight
    norm = np.sqrt(np.maximum(length, 1e-9))
    result: FloatArray = (rows / norm[:, None]).astype(np.float32)
    return result


def _told_as_well(name: str) -> bytes:
    """What makes an inner value an output where it is appended to an ONNX file.

    Protocol buffers that follow each other are merged: this reads as graph { output { name, type { float } } }
    (ModelProto.graph is field 7, GraphProto.output 12, ValueInfoProto.type 2, tensor_type 1, elem_type 1).
    """
    inner = bytes([10, len(name)]) + name.encode() + bytes([18, 4, 10, 2, 8, 1])
    output = bytes([98, len(inner)]) + inner
    return bytes([58, len(output)]) + output


def _session(graph: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = _threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A thread that waits for work in a loop takes the core from whoever has some.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


@dataclass(frozen=True, slots=True)
class _Told:
    """What a model makes of one item."""

    first: NDArray[Any]
    """Its first output."""
    states: FloatArray | None
    """Of the reranker: what its upper layers are given, a row for each token."""
    places: tuple[tuple[int, int], ...]
    """Where each token of a pair's second text stands in it; all others at (0, 0)."""


class _Encoder:
    def __init__(self, model: Model) -> None:
        from tokenizers import Tokenizer

        graph = packaged_file(model, "model.onnx").read_bytes()
        states = [_reader().get_inputs()[0].name] if model is Model.RERANKER else []
        for name in states:
            graph += _told_as_well(name)
        self._session = _session(graph)
        self._outputs = [self._session.get_outputs()[0].name, *states]
        self._tokenizer: Any = Tokenizer.from_file(str(packaged_file(model, "tokenizer.json")))
        self._tokenizer.enable_truncation(_MAX_TOKENS[model])
        self._tokenizer.enable_padding()
        self._inputs = {i.name for i in self._session.get_inputs()}

    def run(self, items: Sequence[Any]) -> list[_Told]:
        """What the model makes of each item, in the items' order; near lengths share a batch."""
        order = sorted(range(len(items)), key=lambda i: len(str(items[i])))
        out: list[_Told | None] = [None] * len(items)
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            encoded = self._tokenizer.encode_batch([items[i] for i in batch])
            feed = {
                "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
                "attention_mask": np.array([e.attention_mask for e in encoded], dtype=np.int64),
                "token_type_ids": np.array([e.type_ids for e in encoded], dtype=np.int64),
            }
            first, *states = self._session.run(self._outputs, {k: v for k, v in feed.items() if k in self._inputs})
            for place, (i, one) in enumerate(zip(batch, encoded, strict=True)):
                count = sum(one.attention_mask)
                own = [kind * span for kind, span in zip(one.type_ids[:count], one.offsets[:count], strict=True)]
                out[i] = _Told(
                    first[place],
                    states[0][place, :count].astype(np.float16) if states else None,
                    tuple(span or (0, 0) for span in own),
                )
        return [told for told in out if told is not None]


def hurry(threads: int) -> None:
    """Let the models of this process take so many threads, where somebody waits; before their first use."""
    global _threads  # noqa: PLW0603 - one setting of the process
    _threads = threads


@cache
def _encoder(model: Model) -> _Encoder:
    return _Encoder(model)


_meanings: dict[str, FloatArray] = {}
_answers: dict[tuple[str, str], float] = {}
_states: OrderedDict[tuple[str, str], _Told] = OrderedDict()
_CACHE = 20_000
_STATES = 48
"""Pairs of which what the reader is given is kept, some 100 kB each."""


def meanings(texts: Sequence[str]) -> FloatArray:
    """Sentence vectors of unit length, [n, 384] (bge-small-en-v1.5, the first token's state)."""
    fresh = [t for t in dict.fromkeys(texts) if t not in _meanings]
    if fresh:
        if len(_meanings) + len(fresh) > _CACHE:
            _meanings.clear()
            fresh = list(dict.fromkeys(texts))
        for text, state in zip(fresh, _encoder(Model.BGE_SMALL).run(fresh), strict=True):
            first = np.asarray(state.first[0], dtype=np.float32)
            _meanings[text] = first / (np.linalg.norm(first) + 1e-9)
    if not texts:
        return np.zeros((0, 384), dtype=np.float32)
    return np.stack([_meanings[t] for t in texts])


def answer_scores(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """How well the second text of each pair answers the first (ms-marco-MiniLM-L12, above 0 is a yes)."""
    fresh = [p for p in dict.fromkeys(pairs) if p not in _answers]
    if fresh:
        if len(_answers) + len(fresh) > _CACHE:
            _answers.clear()
            fresh = list(dict.fromkeys(pairs))
        _judge(fresh)
    return [_answers[p] for p in pairs]


def _judge(pairs: Sequence[tuple[str, str]]) -> None:
    """Score pairs; what the upper layers are given of the last ones is kept, for those of them that are read."""
    for pair, told in zip(pairs, _encoder(Model.RERANKER).run(pairs), strict=True):
        _answers[pair] = float(np.reshape(told.first, -1)[0])
        _states[pair] = told
    while len(_states) > _STATES:
        _states.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """Whether a text answers a question, and where it does."""

    odds: float
    """Log odds that it answers."""
    tokens: FloatArray
    """Log odds of each of its tokens to be part of the answer."""
    places: tuple[tuple[int, int], ...]
    """Where each token begins and ends in the text."""


def readings(pairs: Sequence[tuple[str, str]]) -> list[Reading]:
    """What each pair's second text says to the first; cheap for pairs that `answer_scores` has judged just before."""
    fresh = [p for p in dict.fromkeys(pairs) if p not in _states]
    kept = {pair: _states[pair] for pair in pairs if pair in _states}
    for at in range(0, len(fresh), _STATES):
        _judge(fresh[at : at + _STATES])
        kept |= {pair: _states[pair] for pair in fresh[at : at + _STATES]}
    session = _reader()
    states_name, unseen_name = (each.name for each in session.get_inputs())
    out: list[Reading] = []
    for told in (kept[pair] for pair in pairs):
        state = np.asarray(told.states, dtype=np.float32)[None]
        unseen = np.zeros((1, 1, 1, state.shape[1]), dtype=np.float32)
        odds, tokens = session.run(None, {states_name: state, unseen_name: unseen})
        own = [place for place, (start, end) in enumerate(told.places) if end > start]
        out.append(Reading(float(odds[0, 0]), tokens[0, own, 0], tuple(told.places[place] for place in own)))
    return out


@cache
def _reader() -> Any:
    return _session(READER.read_bytes())
