"""Whether a sentence says what a question asks for, not only what it is about: a second end of the cross-encoder.

Its last two layers, trained again by `packaging/answer_check/train.py` on questions and near misses over texts that
stand beside it. They read what the first ten layers make of a question and a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import erf

from server.engine.writing.vectors import FloatArray, answer_states

WEIGHTS = Path(__file__).resolve().parents[3] / "resources" / "retrieval" / "answer-check.npz"
HEADS = 12
_Weights = Mapping[str, Any]


def checked(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """For each question and sentence the log odds that the sentence answers it."""
    return [_log_odds(_weights(), state) for state in answer_states(pairs)]


def _log_odds(weights: _Weights, state: FloatArray) -> float:
    for layer in ("0", "1"):
        state = _layer({name.partition(".")[2]: each for name, each in weights.items() if name[0] == layer}, state)
    first = np.tanh(state[0] @ weights["pool"] + weights["pool_b"])
    return float((first @ weights["end"] + weights["end_b"])[0])


def _layer(own: _Weights, state: FloatArray) -> FloatArray:
    """One layer of BERT, [n, 384] to [n, 384]."""
    query, key, value = (
        (state @ own[name] + own[f"{name}_b"]).reshape(len(state), HEADS, -1).swapaxes(0, 1) for name in "qkv"
    )
    heed = query @ key.swapaxes(1, 2) / np.sqrt(query.shape[-1])
    heed = np.exp(heed - heed.max(axis=-1, keepdims=True))
    heed /= heed.sum(axis=-1, keepdims=True)
    gathered = (heed @ value).swapaxes(0, 1).reshape(len(state), -1)
    state = _normal(state + gathered @ own["o"] + own["o_b"], own["n1"], own["n1_b"])
    inner = state @ own["i"] + own["i_b"]
    inner = inner * 0.5 * (1.0 + erf(inner / np.sqrt(2.0)))
    return _normal(state + inner @ own["d"] + own["d_b"], own["n2"], own["n2_b"])


def _normal(state: FloatArray, weight: FloatArray, bias: FloatArray) -> FloatArray:
    state = state - state.mean(axis=-1, keepdims=True)
    result: FloatArray = state / np.sqrt((state**2).mean(axis=-1, keepdims=True) + 1e-12) * weight + bias
    return result


@cache
def _weights() -> _Weights:
    """Matrices are kept as int8 with one scale for each of their columns."""
    with np.load(WEIGHTS) as kept:
        scaled = {name.removesuffix("_scale") for name in kept if name.endswith("_scale")}
        return {
            name: kept[name].astype(np.float32) * (kept[f"{name}_scale"] if name in scaled else np.float32(1))
            for name in kept
            if not name.endswith("_scale")
        }
