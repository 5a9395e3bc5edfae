"""Trains the last four layers of the packaged cross-encoder to tell a sentence that answers from one that comes near.

    python packaging/answer_check/train.py MODEL_FOLDER            writes resources/retrieval/answer-check.npz

Two things are learned at once: whether the passage answers the question, and which of its tokens are the answer. The
second is only there to teach the first where to look. Every seventh text is left out, and how well it is judged is
printed. Takes jax and onnx and some twenty-five minutes of a core.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper
from pairs import Pair, pairs, texts
from tokenizers import Tokenizer

TARGET = Path(__file__).resolve().parents[2] / "resources" / "retrieval" / "answer-check.npz"
FIRST, LAST = 8, 12
"""The layers that are trained; those below are kept."""
HEADS = 12
STATES = f"/bert/encoder/layer.{FIRST - 1}/output/LayerNorm/Add_1_output_0"
MOST_TOKENS = 80
LENGTHS = (40, 56, 80)
"""Passages are filled up to one of these."""
BATCH = 32
STEPS = 760
RATE = 1e-4
WARMING = 20
DROPPED = 0.1
CALMER = 0.3
"""The cross-encoder's own end is far too sure to begin with."""
_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "i": "intermediate.dense",
    "d": "output.dense",
    "n2": "output.LayerNorm",
}
Weights = dict[str, Any]


def weights_of(folder: Path) -> Weights:
    """The packaged weights of the trained layers and the end, as they stand before any training."""
    graph = onnx.load(str(folder / "model.onnx")).graph
    kept = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    matrices = {}
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            whole = kept[f"{name}_quantized"].astype(np.float32) - kept[f"{name}_zero_point"].astype(np.float32)
            matrices[node.name] = whole * kept[f"{name}_scale"].astype(np.float32)
    out: Weights = {}
    for place, layer in enumerate(range(FIRST, LAST)):
        for short, name in _NAMES.items():
            path = f"layer.{layer}.{name}"
            inner = f"/bert/encoder/{path.replace(f'layer.{layer}.', f'layer.{layer}/').replace('self.', 'self/')}"
            inner = inner.replace("attention.", "attention/").replace(".dense", "/dense")
            norm = kept.get(f"bert.encoder.{path}.weight")
            out[f"{place}.{short}"] = norm if norm is not None else matrices[f"{inner}/MatMul_quant"]
            out[f"{place}.{short}_b"] = kept[f"bert.encoder.{path}.bias"]
    out |= {"pool": matrices["/bert/pooler/dense/Gemm_MatMul_quant"], "pool_b": kept["bert.pooler.dense.bias"]}
    out |= {"end": matrices["/classifier/Gemm_MatMul_quant"] * CALMER, "end_b": kept["classifier.bias"] * CALMER}
    out["token"] = np.random.default_rng(0).normal(0, 0.02, (len(out["pool"]), 1)).astype(np.float32)
    out["token_b"] = np.full(1, -2.0, np.float32)
    return out


def states_of(folder: Path, asked: Sequence[Pair]) -> tuple[list[Any], list[Any]]:
    """What the kept layers make of each pair, [tokens, 384], and the tokens."""
    model = onnx.load(str(folder / "model.onnx"))
    model.graph.output.append(onnx.helper.make_tensor_value_info(STATES, onnx.TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MOST_TOKENS)
    encoded = [tokenizer.encode(each.question, each.passage) for each in asked]
    order = sorted(range(len(encoded)), key=lambda place: len(encoded[place].ids))
    out: list[Any] = [None] * len(encoded)
    for at in range(0, len(order), BATCH):
        some = order[at : at + BATCH]
        own = [encoded[place] for place in some]
        feed = {
            "input_ids": _filled([each.ids for each in own], np.int64),
            "attention_mask": _filled([each.attention_mask for each in own], np.int64),
            "token_type_ids": _filled([each.type_ids for each in own], np.int64),
        }
        for place, state in zip(some, session.run([STATES], feed)[0], strict=True):
            out[place] = state[: len(encoded[place].ids)].astype(np.float16)
    return out, encoded


def _filled(rows: Sequence[Any], kind: Any, length: int = 0) -> Any:
    arrays = [np.asarray(row) for row in rows]
    out = np.zeros((len(arrays), length or max(map(len, arrays)), *arrays[0].shape[1:]), kind)
    for place, row in enumerate(arrays):
        out[place, : len(row)] = row
    return out


def _normal(state: Any, weight: Any, bias: Any) -> Any:
    state = state - state.mean(-1, keepdims=True)
    return state / jnp.sqrt((state**2).mean(-1, keepdims=True) + 1e-12) * weight + bias


def _dropped(state: Any, key: Any) -> Any:
    return (
        state
        if key is None
        else jnp.where(jax.random.bernoulli(key, 1 - DROPPED, state.shape), state, 0) / (1 - DROPPED)
    )


def run(weights: Weights, state: Any, there: Any, key: Any = None) -> tuple[Any, Any]:
    """Log odds of each pair, [n], and of each token to belong to the answer, [n, tokens]."""
    count, length, width = state.shape
    unseen = (1 - there)[:, None, None, :] * -1e9
    for layer in range(LAST - FIRST):
        own = {name.partition(".")[2]: each for name, each in weights.items() if name[0] == str(layer)}
        keys = (None, None) if key is None else jax.random.split(jax.random.fold_in(key, layer), 2)
        query, known, value = (
            (state @ own[name] + own[f"{name}_b"]).reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3)
            for name in "qkv"
        )
        heed = jax.nn.softmax(query @ known.transpose(0, 1, 3, 2) / np.sqrt(width / HEADS) + unseen, -1)
        gathered = (heed @ value).transpose(0, 2, 1, 3).reshape(count, length, width) @ own["o"] + own["o_b"]
        state = _normal(state + _dropped(gathered, keys[0]), own["n1"], own["n1_b"])
        inner = jax.nn.gelu(state @ own["i"] + own["i_b"], approximate=False) @ own["d"] + own["d_b"]
        state = _normal(state + _dropped(inner, keys[1]), own["n2"], own["n2_b"])
    first = jnp.tanh(state[:, 0] @ weights["pool"] + weights["pool_b"])
    return (first @ weights["end"] + weights["end_b"])[:, 0], (state @ weights["token"] + weights["token_b"])[..., 0]


def _loss(weights: Weights, batch: Weights, key: Any) -> Any:
    odds, tokens = run(weights, batch["state"].astype(jnp.float32), batch["there"], key)
    wanted = batch["answers"] * 0.96 + 0.02
    whole = (batch["weight"] * (jnp.logaddexp(0, odds) - wanted * odds)).mean()
    each = (jnp.logaddexp(0, tokens) - batch["span"] * tokens) * batch["passage"] * (1 + 4 * batch["span"])
    return whole + (each.sum(1) / batch["passage"].sum(1)).mean()


@jax.jit
def _step(weights: Weights, slow: Weights, fast: Weights, number: Any, rate: Any, batch: Weights, key: Any) -> Any:
    """One step of Adam with the gradient's length held at one."""
    loss, change = jax.value_and_grad(_loss)(weights, batch, key)
    length = jnp.sqrt(sum(jnp.sum(each**2) for each in jax.tree.leaves(change)))
    change = jax.tree.map(lambda each: each * jnp.minimum(1, 1 / length), change)
    slow = jax.tree.map(lambda kept, each: 0.9 * kept + 0.1 * each, slow, change)
    fast = jax.tree.map(lambda kept, each: 0.99 * kept + 0.01 * each**2, fast, change)

    def moved(weight: Any, first: Any, second: Any) -> Any:
        by = first / (1 - 0.9**number) / (jnp.sqrt(second / (1 - 0.99**number)) + 1e-8)
        return weight - rate * (by + 0.01 * weight)

    return jax.tree.map(moved, weights, slow, fast), slow, fast, loss


def trained(weights: Weights, batches: Iterator[Weights]) -> Weights:
    weights = jax.tree.map(jnp.asarray, weights)
    slow = fast = jax.tree.map(jnp.zeros_like, weights)
    for number in range(1, STEPS + 1):
        rate = RATE * min(1.0, number / WARMING) * max(0.05, 1 - number / STEPS)
        weights, slow, fast, loss = _step(weights, slow, fast, number, rate, next(batches), jax.random.PRNGKey(number))
        if not number % 20:
            print(number, round(float(loss), 3), flush=True)
    return {name: np.asarray(each) for name, each in weights.items()}


def batches_of(
    asked: Sequence[Pair], states: Sequence[Any], encoded: Sequence[Any], chance: random.Random
) -> Iterator[Weights]:
    """Batches without end; the passages of one batch are of a like length."""
    by_length: dict[int, list[int]] = {}
    for place, state in enumerate(states):
        by_length.setdefault(min(each for each in LENGTHS if each >= len(state)), []).append(place)
    answers = sum(each.answer is not None for each in asked)
    weight = 0.8 * (len(asked) - answers) / answers
    while True:
        ready = []
        for length, places in by_length.items():
            chance.shuffle(places)
            ready += [(length, places[at : at + BATCH]) for at in range(0, len(places) - BATCH + 1, BATCH)]
        chance.shuffle(ready)
        for length, places in ready:
            marks = [_marks(asked[place], encoded[place]) for place in places]
            answered = np.array([asked[place].answer is not None for place in places], np.float32)
            yield {
                "state": _filled([states[place] for place in places], np.float16, length),
                "there": _filled([np.ones(len(states[place])) for place in places], np.float32, length),
                "passage": _filled([passage for passage, _ in marks], np.float32, length),
                "span": _filled([span for _, span in marks], np.float32, length),
                "answers": answered,
                "weight": np.where(answered > 0, weight, 1).astype(np.float32),
            }


def _marks(pair: Pair, encoded: Any) -> tuple[list[bool], list[bool]]:
    """Which tokens are the passage's, and which of them are the answer's."""
    first, last = pair.answer or (0, 0)
    passage = [kind == 1 and end > start for kind, (start, end) in zip(encoded.type_ids, encoded.offsets, strict=True)]
    span = [own and start < last and end > first for own, (start, end) in zip(passage, encoded.offsets, strict=True)]
    return passage, span


def judged(weights: Weights, asked: Sequence[Pair], states: Sequence[Any]) -> None:
    """Print how well answers are told from each kind of what is none: the area under the curve."""
    odds = np.zeros(len(states))
    by_length: dict[int, list[int]] = {}
    for place, state in enumerate(states):
        by_length.setdefault(min(each for each in LENGTHS if each >= len(state)), []).append(place)
    reads = jax.jit(lambda weights, state, there: run(weights, state, there)[0])
    for length, places in by_length.items():
        for at in range(0, len(places), BATCH):
            some = places[at : at + BATCH]
            full = some + some[:1] * (BATCH - len(some))
            state = _filled([states[place] for place in full], np.float32, length)
            there = _filled([np.ones(len(states[place])) for place in full], np.float32, length)
            odds[some] = np.asarray(reads(weights, state, there))[: len(some)]
    right = np.array([each.kind == "answer" for each in asked])
    for kind in ("miss", "other", "cut"):
        wrong = np.array([each.kind == kind for each in asked])
        better = odds[right][:, None] - odds[wrong][None]
        print(kind, round(float((better > 0).mean() + (better == 0).mean() / 2), 3))


def kept(weights: Weights) -> None:
    """Write the weights: matrices as int8 with a scale for each column."""
    out = {}
    for name, each in weights.items():
        if name.startswith("token"):
            continue
        if each.ndim == 2:
            scale = np.maximum(np.abs(each).max(axis=0), 1e-9) / 127
            out[f"{name}_scale"] = scale.astype(np.float32)
            each = np.round(each / scale).astype(np.int8)  # noqa: PLW2901 - kept smaller
        out[name] = each
    np.savez_compressed(TARGET, **out)
    print(f"{TARGET}: {TARGET.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    chance = random.Random(5)
    asked = list(pairs(texts(), chance))
    states, encoded = states_of(given.folder, asked)
    out = [place for place, each in enumerate(asked) if each.text % 7 == 6]
    kept_in = [place for place in range(len(asked)) if place not in set(out)]
    own = ([each[place] for place in kept_in] for each in (asked, states, encoded))
    weights = trained(weights_of(given.folder), batches_of(*own, chance))
    judged(weights, [asked[place] for place in out], [states[place] for place in out])
    kept(weights)


if __name__ == "__main__":
    main()
