"""How near two sentences are: term vectors for ranking, and two small packaged models for meaning and answers."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from server.engine.models import Model, packaged_file
from server.engine.writing.graph_parts import OnnxGraph

FloatArray = NDArray[np.float32]
T = TypeVar("T")
R = TypeVar("R")

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


def _session(graph: bytes, *, threads: int = 1) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A thread that waits for work in a loop takes the core from whoever has some.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


class _Encoder:
    """The model of meanings."""

    def __init__(self) -> None:
        self._session = _session(packaged_file(Model.BGE_SMALL, "model.onnx").read_bytes(), threads=_threads)
        self._tokenizer = _tokenizer(Model.BGE_SMALL)
        self._tokenizer.enable_padding()
        self._inputs = {i.name for i in self._session.get_inputs()}
        self._outputs = [self._session.get_outputs()[0].name]

    def run(self, items: Sequence[str]) -> list[FloatArray]:
        """The first token's state of each item, in the items' order; near lengths share a batch."""
        order = sorted(range(len(items)), key=lambda i: len(items[i]))
        out: dict[int, FloatArray] = {}
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            encoded = self._tokenizer.encode_batch([items[i] for i in batch])
            feed = _fed(encoded)
            (states,) = self._session.run(self._outputs, {k: v for k, v in feed.items() if k in self._inputs})
            out |= {i: np.asarray(state[0], dtype=np.float32) for i, state in zip(batch, states, strict=True)}
        return [out[i] for i in range(len(items))]


def _fed(encoded: Sequence[Any]) -> dict[str, NDArray[np.int64]]:
    return {
        "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
        "attention_mask": np.array([e.attention_mask for e in encoded], dtype=np.int64),
        "token_type_ids": np.array([e.type_ids for e in encoded], dtype=np.int64),
    }


def _tokenizer(model: Model) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(packaged_file(model, "tokenizer.json")))
    tokenizer.enable_truncation(_MAX_TOKENS[model])
    tokenizer.no_padding()
    return tokenizer


Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Lower:
    """What the reranker's lower layers make of a pair."""

    states: FloatArray
    """A row for each token, [1, tokens, 384]."""
    places: tuple[tuple[int, int], ...]
    """Where each token of a pair's second text stands in it; all others at (0, 0)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Whether a text answers a question, and where it does."""

    odds: float
    """Log odds that it answers."""
    tokens: FloatArray
    """Log odds of each of its tokens to be part of the answer."""
    places: tuple[tuple[int, int], ...]
    """Where each token begins and ends in the text."""


class _Reranker:
    """The reranker, parted where the reader begins, and the reader: each works out no more than it is asked for.

    One pair at a time: padding to the longest of a batch is work for nothing, and as the numbers of a batch are rounded
    on one scale, what a pair gets would depend on those beside it.
    """

    def __init__(self) -> None:
        reader = READER.read_bytes()
        whole = OnnxGraph(packaged_file(Model.RERANKER, "model.onnx").read_bytes())
        between = OnnxGraph(reader).inputs
        self._states, self._unseen = between
        self._lower = _session(whole.part(makes={self._states: between[self._states]}, takes={}))
        self._upper = _session(whole.part(makes=whole.outputs, takes=between))
        self._reader = _session(reader)
        self._tokenizer = _tokenizer(Model.RERANKER)

    def score(self, pairs: Sequence[Pair]) -> list[tuple[float, _Lower]]:
        """How well each pair's second text answers the first, and what the reader is given of it."""
        return _side_by_side(self._score, self._tokenizer.encode_batch(list(pairs)), size=len)

    def begin(self, pairs: Sequence[Pair]) -> list[_Lower]:
        """What the reader is given of each pair."""
        return _side_by_side(self._begin, self._tokenizer.encode_batch(list(pairs)), size=len)

    def read(self, begun: Sequence[_Lower]) -> list[Reading]:
        """What the reader makes of pairs."""
        return _side_by_side(self._read, begun, size=lambda each: len(each.places))

    def _begin(self, encoded: Any) -> _Lower:
        (states,) = self._lower.run([self._states], _fed([encoded]))
        own = zip(encoded.type_ids, encoded.offsets, strict=True)
        return _Lower(states, tuple(kind * span or (0, 0) for kind, span in own))

    def _score(self, encoded: Any) -> tuple[float, _Lower]:
        begun = self._begin(encoded)
        (score,) = self._upper.run(None, self._given(begun))
        return float(score[0, 0]), begun

    def _read(self, begun: _Lower) -> Reading:
        odds, tokens = self._reader.run(None, self._given(begun))
        own = [place for place, (start, end) in enumerate(begun.places) if end > start]
        return Reading(float(odds[0, 0]), tokens[0, own, 0], tuple(begun.places[place] for place in own))

    def _given(self, begun: _Lower) -> dict[str, FloatArray]:
        """What the layers above take: of a single pair all is seen."""
        unseen = np.zeros((1, 1, 1, begun.states.shape[1]), dtype=np.float32)
        return {self._states: begun.states, self._unseen: unseen}


def _side_by_side(work: Callable[[T], R], items: Sequence[T], *, size: Callable[[T], int]) -> list[R]:
    """What is made of each item, in the items' order; the largest are begun first, so that all threads end together."""
    order = sorted(range(len(items)), key=lambda i: -size(items[i]))
    each = _pool(_threads).map if _threads > 1 else map
    made = dict(zip(order, each(work, [items[i] for i in order]), strict=True))
    return [made[i] for i in range(len(items))]


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="quillcast-model")


def hurry(threads: int) -> None:
    """Let the models of this process take so many threads, where somebody waits; before their first use."""
    global _threads  # noqa: PLW0603 - one setting of the process
    _threads = threads


@cache
def _encoder() -> _Encoder:
    return _Encoder()


@cache
def _reranker() -> _Reranker:
    return _Reranker()


_meanings: dict[str, FloatArray] = {}
_answers: dict[Pair, float] = {}
_begun: OrderedDict[Pair, _Lower] = OrderedDict()
_CACHE = 20_000
_BEGUN = 48
"""Pairs of which what the reader is given is kept, some 200 kB each."""


def meanings(texts: Sequence[str]) -> FloatArray:
    """Sentence vectors of unit length, [n, 384] (bge-small-en-v1.5, the first token's state)."""
    fresh = [t for t in dict.fromkeys(texts) if t not in _meanings]
    if fresh:
        if len(_meanings) + len(fresh) > _CACHE:
            _meanings.clear()
            fresh = list(dict.fromkeys(texts))
        for text, first in zip(fresh, _encoder().run(fresh), strict=True):
            _meanings[text] = first / (np.linalg.norm(first) + 1e-9)
    if not texts:
        return np.zeros((0, 384), dtype=np.float32)
    return np.stack([_meanings[t] for t in texts])


def answer_scores(pairs: Sequence[Pair]) -> list[float]:
    """How well the second text of each pair answers the first (ms-marco-MiniLM-L12, above 0 is a yes)."""
    fresh = [p for p in dict.fromkeys(pairs) if p not in _answers]
    if fresh:
        if len(_answers) + len(fresh) > _CACHE:
            _answers.clear()
            fresh = list(dict.fromkeys(pairs))
        for at in range(0, len(fresh), _BEGUN):
            portion = fresh[at : at + _BEGUN]
            for pair, (score, lower) in zip(portion, _reranker().score(portion), strict=True):
                _answers[pair] = score
                _keep(pair, lower)
    return [_answers[p] for p in pairs]


def readings(pairs: Sequence[Pair]) -> list[Reading]:
    """What each pair's second text says to the first; cheap for pairs that `answer_scores` has judged just before."""
    begun = {pair: _begun[pair] for pair in pairs if pair in _begun}
    fresh = [p for p in dict.fromkeys(pairs) if p not in begun]
    for pair, lower in zip(fresh, _reranker().begin(fresh), strict=True):
        begun[pair] = lower
        _keep(pair, lower)
    return _reranker().read([begun[pair] for pair in pairs])


def _keep(pair: Pair, lower: _Lower) -> None:
    """Keep what the reader is given of the last pairs, for those of them that are read."""
    _begun[pair] = lower
    _begun.move_to_end(pair)
    while len(_begun) > _BEGUN:
        _begun.popitem(last=False)
