"""Which sentences matter: LexRank, and a choice within a number of words that says nothing twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

FloatArray = NDArray[np.float32]

_EDGE = 0.08
"""Similarity below which two sentences are no neighbours; term vectors of unrelated sentences lie under it."""
_DAMPING = 0.85
_BLOCK = 512
"""Rows that are compared with all others at once."""
_ROUNDS = 30
TOGETHER, TORN = 1.0, 0.82
"""What a sentence gains when the one before it is told, and loses when it isn't."""


def lexrank(vectors: FloatArray) -> FloatArray:
    """Centrality of each row, 0 to 1 (continuous LexRank, Erkan and Radev 2004).

    Args:
        vectors: [n, d], rows of unit length.
    """
    n = len(vectors)
    if n == 0:
        return np.zeros(0, dtype=np.float32)
    near = _neighbours(vectors)
    sums = np.asarray(near.sum(axis=1), dtype=np.float32).reshape(n) + 1e-9
    rank = np.full(n, 1 / n, dtype=np.float32)
    for _ in range(_ROUNDS):
        rank = ((1 - _DAMPING) / n + _DAMPING * (near.T @ (rank / sums))).astype(np.float32)
    spread = float(rank.max() - rank.min())
    if spread <= 0:
        return np.full(n, 0.5, dtype=np.float32)
    result: FloatArray = ((rank - rank.min()) / spread).astype(np.float32)
    return result


def _neighbours(vectors: FloatArray) -> csr_matrix:
    """Similarities above the edge, without each row's own; made block by block, so that long sources fit in memory."""
    blocks = []
    rows_of = csr_matrix(vectors)
    columns = rows_of.T.tocsr()
    for start in range(0, len(vectors), _BLOCK):
        near = np.asarray((rows_of[start : start + _BLOCK] @ columns).toarray(), dtype=np.float32)
        near[near < _EDGE] = 0
        rows = np.arange(len(near))
        near[rows, start + rows] = 0
        blocks.append(csr_matrix(near))
    return vstack(blocks, format="csr")


def nearest_before(vectors: FloatArray, origins: Sequence[int]) -> tuple[NDArray[np.intp], FloatArray]:
    """For each row the nearest one of an earlier origin, and how near it is; -1 and 0 for rows of the first origin.

    Rows hold few terms each, so that they are multiplied as sparse ones, block by block: time and memory stay those of
    the pairs that share a term.

    Args:
        vectors: [n, d], rows of unit length.
        origins: where each row comes from, never falling.
    """
    n = len(vectors)
    at = np.full(n, -1, dtype=np.intp)
    near = np.zeros(n, dtype=np.float32)
    rows_of = csr_matrix(vectors)
    borders = [i for i in range(1, n) if origins[i] != origins[i - 1]]
    for first, end in zip(borders, [*borders[1:], n], strict=True):
        before = rows_of[:first].T.tocsr()
        for start in range(first, end, _BLOCK):
            stop = min(end, start + _BLOCK)
            block = np.asarray((rows_of[start:stop] @ before).toarray(), dtype=np.float32)
            at[start:stop] = block.argmax(axis=1)
            near[start:stop] = block.max(axis=1)
    return at, near


def choose(
    *,
    scores: Sequence[float],
    words: Sequence[int],
    needs: Sequence[tuple[int, ...]],
    vectors: FloatArray,
    budget: int,
    follows: Sequence[bool] = (),
    twice: float = 0.62,
    torn: float = TORN,
    taken: Sequence[int] = (),
) -> list[int]:
    """Sentences worth their words, in reading order.

    A sentence comes with those it needs; the score of the group counts by its words, so that a short
    sentence full of facts wins over a long one with as many. Nothing nearer than `twice` to a chosen sentence is
    taken (the hard end of MMR); nearness below that only costs.

    Args:
        scores: worth of each sentence; at or below 0 it is never taken for its own sake.
        words: spoken words of each.
        needs: for each sentence the ids that have to be told right before it.
        vectors: [n, d], rows of unit length.
        follows: whether a sentence continues the paragraph of the one before it; what is told in one piece is
            understood, what is torn out of one often isn't.
        budget: words in all.
        twice: similarity from which two sentences say the same.
        torn: what a sentence keeps of its worth when the one it follows isn't told.
        taken: ids that are in already; their words count.
    """
    n = len(scores)
    chosen: set[int] = set(taken)
    used = sum(words[i] for i in chosen)
    nearest = np.zeros(n, dtype=np.float32)
    for i in chosen:
        np.maximum(nearest, vectors @ vectors[i], out=nearest)
    waiting = {i for i in range(n) if scores[i] > 0 and i not in chosen}
    while waiting:
        best, best_worth = -1, 0.0
        best_group: tuple[int, ...] = ()
        stale: list[int] = []
        for i in waiting:
            group = tuple(j for j in (*needs[i], i) if j not in chosen)
            cost = sum(words[j] for j in group)
            if not group or used + cost > budget or nearest[i] >= twice:
                stale.append(i)
                continue
            gain = sum(max(0.0, scores[j]) * (1.0 - 0.6 * float(nearest[j])) for j in group)
            if follows and follows[i]:
                gain *= TOGETHER if i - 1 in chosen or i - 1 in group else torn
            worth = gain / (cost + 6) ** 0.9
            if worth > best_worth or (worth == best_worth and i < best):
                best, best_worth, best_group = i, worth, group
        waiting.difference_update(stale)
        if best < 0:
            break
        for j in best_group:
            chosen.add(j)
            used += words[j]
            np.maximum(nearest, vectors @ vectors[j], out=nearest)
        waiting.difference_update(best_group)
    return sorted(chosen)
