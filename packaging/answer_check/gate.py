"""What the gate's constants rest on: how what it looks at tells questions that are answered from those that are not.

    python packaging/answer_check/gate.py ask FEATURES.jsonl [SET...]     in the program's environment
    python packaging/answer_check/gate.py fit FEATURES.jsonl

`ask` asks the documents that training leaves out, eleven to a notebook, their own questions, and the sets that are
named (`tenth_blind` …) theirs, and keeps the gate's features of each question that one search answers. `fit` prints the
weights of a logistic regression on them (`server/engine/notebooks/gating.py`), and what it comes to on questions that
were left out of it.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from documents import DOCUMENTS, SUFFIXES
from pairs import left_out

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging" / "benches")]

from notebook_questions import FOLDERS, Asked, Part, blank, made, questions  # noqa: E402

from server.engine.notebooks import refusing  # noqa: E402
from server.engine.notebooks.answering import answer  # noqa: E402
from server.engine.notebooks.files import opened  # noqa: E402
from server.engine.notebooks.followups import Whole  # noqa: E402
from server.engine.notebooks.gating import SURELY, WEIGHTS, Features, features_of  # noqa: E402

TOGETHER = 11
"""Documents of a notebook."""
MOST = 40
"""Questions of a document, drawn by lot."""
OF_DOCUMENTS = 0.35
"""What a question of a training document counts for beside one of a set: its author wrote it for training."""
RIDGE = 3.0
"""How strongly weights are drawn to nothing."""
STEPS = 20
REFUSED = (0.78, 0.80, 0.82, 0.85, 0.88, 0.90)


def of_documents(chance: random.Random) -> Iterator[tuple[list[Path], list[Asked]]]:
    """The documents of one notebook after the other, with some of their questions."""
    files = sorted(path for path in DOCUMENTS.rglob("*") if path.suffix in SUFFIXES and left_out(path.stem))
    for first in range(0, len(files), TOGETHER):
        some, asked = files[first : first + TOGETHER], []
        for path in some:
            rows = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
            asked += [
                Asked(row["q"], path.stem, (), "a" in row, Part.BLIND, False, False, "")
                for row in chance.sample(rows, min(MOST, len(rows)))
            ]
        yield some, asked


def told(asked: Sequence[Asked], folders: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The gate's features of each question that takes one search, in a notebook of the questions' documents."""
    seen: list[Features] = []

    def kept(*of: Any) -> Features:
        seen.append(features_of(*of))
        return seen[-1]

    vars(refusing).update(features_of=kept)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asked.db"
        ids = made(path, sorted({each.document for each in asked if each.document}), folders)
        with opened(path) as db:
            for each in asked:
                seen.clear()
                answer(db, path, Whole(each.text), blank(each, ids))
                if len(seen) == 1 and not seen[0].answerless:
                    yield {"question": each.text, "answerable": each.answerable, **seen[0].values}
    vars(refusing).update(features_of=features_of)


def asked_all(out: Path, sets: Sequence[str]) -> None:
    with out.open("w", encoding="utf-8") as file:
        for some, asked in of_documents(random.Random(5)):
            folders = sorted({path.parent for path in some})
            file.writelines(f"{json.dumps(row | {'part': ''})}\n" for row in told(asked, folders))
        for name in sets:
            own = [each for each in questions(Part(name)) if not each.after]
            file.writelines(f"{json.dumps(row | {'part': name})}\n" for row in told(own, FOLDERS))


def fitted(values: Any, answerable: Any, counts: Any) -> Any:
    """Weights, the constant last, of a ridge regression that gives both kinds the same weight (Newton's method)."""
    rows = np.column_stack([values, np.ones(len(values))])
    share = (counts * answerable).sum() / counts.sum()
    counts = counts * np.where(answerable, 0.5 / share, 0.5 / (1 - share))
    ridge = RIDGE * np.diag([*np.ones(values.shape[1]), 0.0])
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (answerable - likely)) - ridge @ weights
        bend = (rows * (counts * likely * (1 - likely))[:, None]).T @ rows + ridge
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def fit(file: Path) -> None:
    read = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    answerable = np.array([row["answerable"] for row in read], float)
    names = list(WEIGHTS)
    values = np.array([[row[name] for name in names] for row in read])
    now = values @ np.array([WEIGHTS[name] for name in names]) + SURELY
    parts = np.array([row["part"] for row in read])
    counts = np.where(parts == "", OF_DOCUMENTS, 1.0)
    then = np.zeros(len(read))
    for part in sorted(set(parts)):
        others = parts != part
        weights = fitted(values[others], answerable[others], counts[others])
        then[~others] = np.column_stack([values, np.ones(len(read))])[~others] @ weights
    # How well it does is told of the sets.
    now, then, known = now[parts != ""], then[parts != ""], answerable
    answerable = answerable[parts != ""]
    print(
        f"{len(read)} questions, of the sets {len(answerable)}, {answerable.sum():.0f} of these answerable;"
        " right of them, as it stands and fitted, where"
    )
    for part in REFUSED:
        shares = [(odds > np.quantile(odds[answerable == 0], part))[answerable == 1].mean() for odds in (now, then)]
        print(f"  {part:.0%} of the others are refused: {shares[0]:.3f} {shares[1]:.3f}")
    refused, right = (now <= 0)[answerable == 0].mean(), (now > 0)[answerable == 1].mean()
    print(f"  as it stands {refused:.0%} of the others are refused: {right:.3f}")
    *weights, constant = fitted(values, known, counts)
    print({name: round(float(one), 2) for name, one in zip(names, weights, strict=True)}, round(float(constant), 2))


def main() -> None:
    what, file, *sets = sys.argv[1:]
    if what == "ask":
        asked_all(Path(file), sets)
    else:
        fit(Path(file))


if __name__ == "__main__":
    main()
