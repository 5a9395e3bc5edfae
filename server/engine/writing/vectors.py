"""How near two sentences are: term vectors for ranking, and two small packaged models for meaning and answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from server.engine.models import Model, packaged_file

FloatArray = NDArray[np.float32]

_BATCH = 16
_MAX_TOKENS = 128
_MAX_TERMS = 4096
STATES = "/bert/encoder/layer.7/output/LayerNorm/Add_1_output_0"
"""What the last four layers of the reranker are given."""
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


class _Encoder:
    def __init__(self, model: Model) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # A thread that waits for work in a loop takes the core from whoever has some.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        graph = packaged_file(model, "model.onnx").read_bytes()
        if model is Model.RERANKER:
            graph += _told_as_well(STATES)
        self._session: Any = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        self._first = self._session.get_outputs()[0].name
        self._tokenizer: Any = Tokenizer.from_file(str(packaged_file(model, "tokenizer.json")))
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.enable_padding()
        self._inputs = {i.name for i in self._session.get_inputs()}

    def run(self, items: Sequence[Any]) -> list[NDArray[Any]]:
        """The model's first output for each item, in the items' order; near lengths share a batch."""
        return [told[0] for told in self._told(items, [self._first])]

    def run_with_states(self, items: Sequence[Any]) -> list[tuple[NDArray[Any], FloatArray]]:
        """The reranker's output for each item, and its states at `STATES`: a row for each token, without padding."""
        return [(first, state) for first, state in self._told(items, [self._first, STATES])]

    def _told(self, items: Sequence[Any], outputs: Sequence[str]) -> list[list[NDArray[Any]]]:
        order = sorted(range(len(items)), key=lambda i: len(str(items[i])))
        out: list[list[NDArray[Any]]] = [[]] * len(items)
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            encoded = self._tokenizer.encode_batch([items[i] for i in batch])
            feed = {
                "input_ids": np.array([e.ids for e in encoded], dtype=np.int64),
                "attention_mask": np.array([e.attention_mask for e in encoded], dtype=np.int64),
                "token_type_ids": np.array([e.type_ids for e in encoded], dtype=np.int64),
            }
            told = self._session.run(outputs, {k: v for k, v in feed.items() if k in self._inputs})
            for place, (i, one) in enumerate(zip(batch, encoded, strict=True)):
                out[i] = [told[0][place], *(each[place, : sum(one.attention_mask)] for each in told[1:])]
        return out


def hurry(threads: int) -> None:
    """Let the models of this process take so many threads, where somebody waits; before their first use."""
    global _threads  # noqa: PLW0603 - one setting of the process
    _threads = threads


@cache
def _encoder(model: Model) -> _Encoder:
    return _Encoder(model)


_meanings: dict[str, FloatArray] = {}
_answers: dict[tuple[str, str], float] = {}
_CACHE = 20_000


def meanings(texts: Sequence[str]) -> FloatArray:
    """Sentence vectors of unit length, [n, 384] (bge-small-en-v1.5, the first token's state)."""
    fresh = [t for t in dict.fromkeys(texts) if t not in _meanings]
    if fresh:
        if len(_meanings) + len(fresh) > _CACHE:
            _meanings.clear()
            fresh = list(dict.fromkeys(texts))
        for text, state in zip(fresh, _encoder(Model.BGE_SMALL).run(fresh), strict=True):
            first = np.asarray(state[0], dtype=np.float32)
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
        for pair, score in zip(fresh, _encoder(Model.RERANKER).run(fresh), strict=True):
            _answers[pair] = float(np.reshape(score, -1)[0])
    return [_answers[p] for p in pairs]


def answer_states(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, FloatArray]]:
    """`answer_scores` of each pair, and what the reranker makes of it below its last four layers, [tokens, 384]."""
    return [
        (float(np.reshape(score, -1)[0]), np.asarray(state, dtype=np.float32))
        for score, state in _encoder(Model.RERANKER).run_with_states(pairs)
    ]
