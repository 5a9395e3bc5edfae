"""Trains the upper layers of the packaged cross-encoder to tell passages that answer from such as come near.

    python packaging/answer_check/train.py MODEL_FOLDER            writes resources/retrieval/answer-check.onnx

Two things are learned at once: whether the passage answers the question, and which of its tokens are the answer. Every
ninth text or so is left out, and how well it is judged is printed. Takes torch and onnx, see README.md.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from pairs import Pair, left_out, pairs, texts
from reader import ROOT, WIDTH, Lower, Reader, packaged, shipped, write
from torch.nn import functional

TARGET = ROOT / "resources" / "retrieval" / "answer-check.onnx"
JUDGED = 1_200
"""Pairs of the texts that are left out, by which the reader is judged."""
BATCH_TOKENS = 4_096
RATE = 1e-4
LEAST_RATE = 0.03
WARMING = 40
SAVED = 100
"""Steps after which what was learned is kept."""
START = 0.35
"""What an earlier run counts for that is averaged with."""
SURE = 0.96
"""How sure it shall get, at most 0.02 from either end."""


class Batch:
    """Pairs of a like length: what the kept layers make of them, [n, tokens, 384], and what is to be told of them."""

    def __init__(self, lower: Lower, some: Sequence[tuple[Pair, Any]], kind: torch.dtype) -> None:
        self.state = torch.from_numpy(lower.states([encoded for _, encoded in some])).to(kind)
        marks = [_marks(pair, encoded) for pair, encoded in some]
        count, length = self.state.shape[:2]
        self.there, self.passage, self.span = (torch.zeros(count, length) for _ in range(3))
        for place, (encoded, (passage, span)) in enumerate(zip((encoded for _, encoded in some), marks, strict=True)):
            self.there[place, : len(encoded.ids)] = 1
            self.passage[place, : len(passage)] = torch.tensor(passage, dtype=torch.float32)
            self.span[place, : len(span)] = torch.tensor(span, dtype=torch.float32)
        self.answered = torch.tensor([float(pair.answer is not None) for pair, _ in some])


def _marks(pair: Pair, encoded: Any) -> tuple[list[bool], list[bool]]:
    """Which tokens are the passage's, and which of them are the answer's."""
    first, last = pair.answer or (0, 0)
    passage = [kind == 1 and end > start for kind, (start, end) in zip(encoded.type_ids, encoded.offsets, strict=True)]
    span = [own and start < last and end > first for own, (start, end) in zip(passage, encoded.offsets, strict=True)]
    if pair.unsure is not None:
        first, last = pair.unsure
        told = zip(passage, span, encoded.offsets, strict=True)
        passage = [own and (sure or end <= first or start >= last) for own, sure, (start, end) in told]
    return passage, span


def batches(lower: Lower, known: Sequence[Pair], chance: random.Random) -> list[list[tuple[Pair, Any]]]:
    """Pairs of like lengths together, of so many tokens at most, each pair once."""
    encoded = lower.encoded([(each.question, each.passage) for each in known])
    order = sorted(range(len(known)), key=lambda place: len(encoded[place].ids) + chance.uniform(0, 8))
    out: list[list[tuple[Pair, Any]]] = [[]]
    longest = 0
    for place in order:
        longest = max(longest, len(encoded[place].ids))
        if (len(out[-1]) + 1) * longest > BATCH_TOKENS:
            out.append([])
            longest = len(encoded[place].ids)
        out[-1].append((known[place], encoded[place]))
    chance.shuffle(out)
    return out


def _loss(reader: Reader, batch: Batch, weight: float) -> torch.Tensor:
    odds, tokens = reader(batch.state, batch.there > 0)
    wanted = batch.answered * SURE + (1 - SURE) / 2
    counts = torch.where(batch.answered > 0, weight, 1.0)
    whole = functional.binary_cross_entropy_with_logits(odds, wanted, counts)
    each = functional.binary_cross_entropy_with_logits(tokens, batch.span, reduction="none")
    each = each * batch.passage * (1 + 4 * batch.span)
    return whole + 2 * (each.sum(1) / batch.passage.sum(1).clamp(min=1)).mean()


class Learner:
    """AdamW over weights in full precision, of which a copy, half as precise where that is quicker, is what reads."""

    def __init__(self, reader: Reader, kind: torch.dtype) -> None:
        self.whole = reader
        self.half = Reader(reader.first).to(kind)
        self.half.train()
        self._adam = torch.optim.AdamW(reader.parameters(), lr=RATE, weight_decay=0.01, betas=(0.9, 0.99), fused=True)
        self._copied()

    def step(self, batch: Batch, weight: float, rate: float) -> float:
        loss = _loss(self.half, batch, weight)
        self.half.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        for own, half in zip(self.whole.parameters(), self.half.parameters(), strict=True):
            own.grad = half.grad.float() if half.grad is not None else None
        torch.nn.utils.clip_grad_norm_(self.whole.parameters(), 1.0)
        for group in self._adam.param_groups:
            group["lr"] = rate
        self._adam.step()
        self._copied()
        return float(loss.detach())

    def _copied(self) -> None:
        with torch.no_grad():
            for own, half in zip(self.whole.parameters(), self.half.parameters(), strict=True):
                half.copy_(own)


def trained(
    reader: Reader,
    lower: Lower,
    known: Sequence[Pair],
    *,
    chance: random.Random,
    keep: Path,
    at_most: float,
    rounds: float,
    highest: float,
    kind: torch.dtype,
) -> None:
    """Learn from the pairs for so many seconds of all cores together, or so many times from each."""
    answers = sum(each.answer is not None for each in known)
    weight = 0.8 * (len(known) - answers) / answers
    learner = Learner(reader, kind)
    steps = rounds * len(batches(lower, known, random.Random(0)))
    told, number, began = 0.0, 0, time.process_time()
    for number, some in enumerate(_endless(lower, known, chance), 1):
        gone = number / steps if rounds else (time.process_time() - began) / at_most
        if gone > 1:
            break
        rate = highest * min(1.0, number / WARMING) * max(LEAST_RATE, 1 - gone)
        told += learner.step(Batch(lower, some, kind), weight, rate)
        if not number % 20:
            print(number, round(told / 20, 3), f"{gone:.2f}", flush=True)
            told = 0.0
        if not number % SAVED:
            torch.save(reader.state_dict(), keep)
    torch.save(reader.state_dict(), keep)


def _endless(lower: Lower, known: Sequence[Pair], chance: random.Random) -> Iterator[list[tuple[Pair, Any]]]:
    while True:
        yield from batches(lower, known, chance)


def judged(reader: Reader, lower: Lower, asked: Sequence[Pair], kind: torch.dtype) -> None:
    """Print how well answers are told from each kind of what is none: the area under the curve."""
    half = Reader(reader.first).to(kind)
    half.load_state_dict(reader.state_dict())
    half.eval()
    kinds: list[str] = []
    told: dict[str, list[float]] = {"odds": [], "tokens": []}
    with torch.no_grad():
        for some in batches(lower, asked, random.Random(1)):
            batch = Batch(lower, some, kind)
            odds, tokens = half(batch.state, batch.there > 0)
            kinds += [pair.kind for pair, _ in some]
            told["odds"] += odds.tolist()
            told["tokens"] += torch.where(batch.passage > 0, tokens, -99.0).max(1).values.tolist()
    of = np.array(kinds)
    for name, values in told.items():
        areas = {}
        for kind in sorted({each for each in kinds if not each.endswith("answer")}):
            right = np.array(values)[of == ("chunk answer" if kind.startswith("chunk") else "answer")]
            areas[kind] = round(float((right[:, None] > np.array(values)[of == kind][None]).mean()), 3)
        print(name, areas, flush=True)


def _blend(reader: Reader, earlier: dict[str, torch.Tensor], part: float) -> None:
    """Weights between those of an earlier run and those of this one generalise better than either."""
    own = reader.state_dict()
    reader.load_state_dict({name: part * earlier[name] + (1 - part) * own[name] for name in own})


def _weights(given: argparse.Namespace, file: Path) -> dict[str, torch.Tensor]:
    if file.suffix == ".onnx":
        return shipped(given.folder, given.first, file).state_dict()
    kept: dict[str, torch.Tensor] = torch.load(file)
    return kept


def of_documents(file: Path) -> Iterator[tuple[str, Pair]]:
    """The pairs that `documents.py` or `asked.py` wrote, each with its document."""
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        answer, unsure = ((own[0], own[1]) if own else None for own in (row["answer"], row.get("unsure")))
        yield row["document"], Pair(-1, row["question"], row["passage"], answer, row["kind"], unsure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=6, help="the first layer that is trained")
    parser.add_argument("--at-most", type=float, default=2_400.0, help="seconds of training, all cores together")
    parser.add_argument("--rounds", type=float, default=0.0, help="how often each pair is learned from instead")
    parser.add_argument("--threads", type=int, default=1, help="of two, each mostly waits for the other")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--start", type=Path, help="what an earlier run kept, or an ONNX file of it, to go on from")
    parser.add_argument("--average", type=Path, help="what to average with, if not with what was gone on from")
    parser.add_argument("--part", type=float, default=START, help="what that counts for; 0 for no average")
    parser.add_argument("--rate", type=float, default=RATE, help="the highest learning rate")
    parser.add_argument("--precise", action="store_true", help="in 32 bits: quicker where a core knows no bfloat16")
    parser.add_argument("--newest", nargs="*", default=[], help="files of which all is learned from")
    parser.add_argument("--of-others", type=float, default=1.0, help="part of the other files' pairs, with --newest")
    parser.add_argument(
        "--pairs",
        type=Path,
        nargs="*",
        default=[],
        help="what `documents.py` and `asked.py` wrote, learned from as well",
    )
    parser.add_argument("--keep", type=Path, default=Path("reader.pt"), help="where to keep what is learned meanwhile")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    chance = random.Random(given.seed)
    lower = Lower(given.folder, given.first)
    every = list(texts())
    left = {place for place, each in enumerate(every) if left_out(each.title)}
    known = list(pairs(every, chance))
    out = [each for each in known if each.text in left]
    newest = {place for place, each in enumerate(every) if not given.newest or each.file in given.newest}
    learned = [
        each for each in known if each.text not in left and (each.text in newest or chance.random() < given.of_others)
    ]
    for file in given.pairs:
        for document, pair in of_documents(file):
            (out if left_out(document) else learned).append(pair)
    out = chance.sample(out, min(JUDGED, len(out)))
    print(len(learned), "pairs to learn from", flush=True)
    kind = torch.float32 if given.precise else torch.bfloat16
    reader = packaged(given.folder, given.first)
    earlier = _weights(given, given.average or given.start) if given.start else None
    if given.start:
        reader.load_state_dict(_weights(given, given.start))
    trained(
        reader,
        lower,
        learned,
        chance=chance,
        keep=given.keep,
        at_most=given.at_most,
        rounds=given.rounds,
        highest=given.rate,
        kind=kind,
    )
    if earlier is not None:
        _blend(reader, earlier, given.part)
    judged(reader, lower, out, kind)
    write(reader, given.folder, TARGET)
    print(f"{TARGET}: {TARGET.stat().st_size / 1e6:.1f} MB of {WIDTH} wide layers")


if __name__ == "__main__":
    main()
