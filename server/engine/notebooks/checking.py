"""Whether a sentence says what a question asks for, not only what it is about: a second end of the cross-encoder.

Its last four layers, trained again by `packaging/answer_check/train.py` on questions and near misses over texts that
stand beside it. They read what the layers below make of a question and a sentence (`vectors.answer_states`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import erf

from server.engine.writing.vectors import FloatArray

WEIGHTS = Path(__file__).resolve().parents[3] / "resources" / "retrieval" / "answer-check.npz"
HEADS = 12
_Layer = dict[str, Any]


def log_odds(state: FloatArray) -> float:
    """The log odds that the sentence answers the question, of what the lower layers make of both, [tokens, 384]."""
    layers, end = _weights()
    for layer in layers:
        state = _through(layer, state)
    first = np.tanh(state[0] @ end["pool"] + end["pool_b"])
    return float((first @ end["end"] + end["end_b"])[0])


def _through(own: _Layer, state: FloatArray) -> FloatArray:
    """One layer of BERT, [n, 384] to [n, 384]."""
    query, key, value = (
        (state @ own[name] + own[f"{name}_b"]).reshape(len(state), HEADS, -1).swapaxes(0, 1) for name in "qkv"
    )
    heed = query @ key.swapaxes(1, 2) / np.sqrt(np.float32(query.shape[-1]))
    heed = np.exp(heed - heed.max(axis=-1, keepdims=True))
    heed /= heed.sum(axis=-1, keepdims=True)
    gathered = (heed @ value).swapaxes(0, 1).reshape(len(state), -1)
    state = _normal(state + gathered @ own["o"] + own["o_b"], own["n1"], own["n1_b"])
    inner = state @ own["i"] + own["i_b"]
    inner = inner * np.float32(0.5) * (1 + erf(inner / np.sqrt(np.float32(2))))
    return _normal(state + inner @ own["d"] + own["d_b"], own["n2"], own["n2_b"])


def _normal(state: FloatArray, weight: FloatArray, bias: FloatArray) -> FloatArray:
    state = state - state.mean(axis=-1, keepdims=True)
    result: FloatArray = state / np.sqrt((state**2).mean(axis=-1, keepdims=True) + 1e-12) * weight + bias
    return result


@cache
def _weights() -> tuple[list[_Layer], _Layer]:
    """The layers and the end; matrices are kept as int8 with one scale for each of their columns."""
    with np.load(WEIGHTS) as kept:
        whole = {
            name: kept[name].astype(np.float32) * (kept[f"{name}_scale"] if f"{name}_scale" in kept else np.float32(1))
            for name in kept
            if not name.endswith("_scale")
        }
    count = 1 + max(int(name.partition(".")[0]) for name in whole if "." in name)
    layers = [
        {name.partition(".")[2]: each for name, each in whole.items() if name.startswith(f"{place}.")}
        for place in range(count)
    ]
    return layers, {name: each for name, each in whole.items() if "." not in name}
