"""The questions that notebooks are measured with, the notebook that holds their texts, and who judges the answers.

An answer is right when of each group of `must` one alternative stands in it (whole words and whole numbers); a citation
supports it when the cited words hold them as well. A refusal is right when the notebook can't answer.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from server.domain.identifiers import new_id  # noqa: E402
from server.domain.notebooks import Answer, Notebook  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.notebooks.files import fill  # noqa: E402
from server.engine.notebooks.indexing import prepare  # noqa: E402
from server.engine.sources import import_source  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402

DATA = ROOT / "tests" / "data"
TEXTS = DATA / "texts"
SUFFIXES = {".md", ".txt"}


class Part(StrEnum):
    """Whether the writer was changed with a look at these questions."""

    SEEN = "seen"
    HARDER = "harder"
    """Seen too: near misses and other words, more of them than people ask."""
    DEVELOPED = "developed"
    """Four texts more, whose faults were read one by one."""
    SEVERAL = "several"
    """Over several of the texts, or leaning on a turn before: written before the writer was changed for them."""
    HELD_OUT = "held_out"
    BLIND = "blind"
    SECOND_BLIND = "second_blind"
    THIRD_BLIND = "third_blind"
    """Blind when it was written; its faults were read since."""
    FOURTH_BLIND = "fourth_blind"
    FIFTH_BLIND = "fifth_blind"
    SIXTH_BLIND = "sixth_blind"
    SEVENTH_BLIND = "seventh_blind"
    EIGHTH_BLIND = "eighth_blind"
    NINTH_BLIND = "ninth_blind"
    TENTH_BLIND = "tenth_blind"
    ELEVENTH_BLIND = "eleventh_blind"
    TWELFTH_BLIND = "twelfth_blind"
    THIRTEENTH_BLIND = "thirteenth_blind"
    FOURTEENTH_BLIND = "fourteenth_blind"
    FIFTEENTH_BLIND = "fifteenth_blind"
    SIXTEENTH_BLIND = "sixteenth_blind"
    SEVENTEENTH_BLIND = "seventeenth_blind"
    EIGHTEENTH_BLIND = "eighteenth_blind"
    NINETEENTH_BLIND = "nineteenth_blind"
    TWENTIETH_BLIND = "twentieth_blind"
    TWENTY_FIRST_BLIND = "twentyfirst_blind"
    TWENTY_SECOND_BLIND = "twentysecond_blind"
    TWENTY_THIRD_BLIND = "twentythird_blind"
    TWENTY_FOURTH_BLIND = "twentyfourth_blind"
    TWENTY_FIFTH_BLIND = "twentyfifth_blind"
    TWENTY_SIXTH_BLIND = "twentysixth_blind"


BLIND = (
    Part.BLIND,
    Part.SECOND_BLIND,
    Part.TENTH_BLIND,
    Part.ELEVENTH_BLIND,
    Part.TWELFTH_BLIND,
    Part.THIRTEENTH_BLIND,
    Part.FOURTEENTH_BLIND,
    Part.FIFTEENTH_BLIND,
    Part.SIXTEENTH_BLIND,
    Part.SEVENTEENTH_BLIND,
    Part.EIGHTEENTH_BLIND,
    Part.NINETEENTH_BLIND,
    Part.TWENTIETH_BLIND,
    Part.TWENTY_FIRST_BLIND,
    Part.TWENTY_SECOND_BLIND,
    Part.TWENTY_THIRD_BLIND,
    Part.TWENTY_FOURTH_BLIND,
    Part.TWENTY_FIFTH_BLIND,
    Part.TWENTY_SIXTH_BLIND,
)
"""Each with texts of its own, by another author than the writer's rules."""
LEARNED = (
    Part.THIRD_BLIND,
    Part.FOURTH_BLIND,
    Part.FIFTH_BLIND,
    Part.SIXTH_BLIND,
    Part.SEVENTH_BLIND,
    Part.EIGHTH_BLIND,
    Part.NINTH_BLIND,
)
"""Of that kind too, and learned from since (`packaging/answer_check`): they measure nothing any more."""


@dataclass(frozen=True)
class Asked:
    """A question of the set."""

    text: str
    document: str
    must: tuple[tuple[str, ...], ...]
    answerable: bool
    part: Part
    other_words: bool
    alone: bool
    """It says too little to tell which text it is about ("her pea"): only that text counts for it."""
    after: str
    """The question asked before it in the same conversation, when it leans on one."""


def questions(*parts: Part) -> Iterator[Asked]:
    """The questions of these parts; of all but the blind ones when none is named."""
    wanted = parts or (Part.SEEN, Part.HARDER, Part.DEVELOPED, Part.SEVERAL, Part.HELD_OUT)
    files = {
        Part.SEEN: [
            *TEXTS.glob("*.questions.jsonl"),
            *(DATA / "questions" / f"{kind}.jsonl" for kind in ("answerable", "unanswerable")),
        ],
        Part.HARDER: (DATA / "questions").glob("more_*.jsonl"),
        Part.DEVELOPED: (DATA / "questions" / "developed").glob("*.jsonl"),
        Part.SEVERAL: (DATA / "questions" / "several").glob("*.jsonl"),
        Part.HELD_OUT: (DATA / "held_out").glob("*.jsonl"),
        **{part: (DATA / "held_out" / part).glob("questions.jsonl") for part in (*BLIND, *LEARNED)},
    }
    for part in wanted:
        for path in sorted(files[part]):
            for line in path.read_text("utf-8").splitlines():
                row = json.loads(line)
                yield Asked(
                    row["question"],
                    row.get("document", path.name.partition(".")[0]),
                    tuple(tuple(group) for group in row["must"]),
                    row["answerable"],
                    part,
                    row.get("other_words", False),
                    row.get("alone", False),
                    row.get("after", ""),
                )


def holds(text: str, must: tuple[tuple[str, ...], ...]) -> bool:
    """Whether one alternative of every group stands in a text."""
    return all(any(places_of(text, each) for each in group) for group in must)


def places_of(text: str, wanted: str) -> list[tuple[int, int]]:
    """Where a word or number stands as a whole."""
    pattern = r"(?<![\w.,])" if wanted[:1].isdigit() else r"(?<!\w)"
    tail = r"(?![\d]|[.,]\d)" if wanted[-1:].isdigit() else ""
    return [match.span() for match in re.finditer(pattern + re.escape(wanted) + tail, text, re.IGNORECASE)]


FOLDERS = (
    TEXTS,
    DATA / "questions" / "developed",
    DATA / "more_texts",
    *(DATA / "held_out" / each for each in ("", *BLIND, *LEARNED)),
)
"""Where the texts of all questions lie."""


def made(path: Path, documents: Sequence[str], folders: Sequence[Path] = FOLDERS) -> dict[str, str]:
    """A notebook of these texts; the id of each one's source."""
    items: list[tuple[Path | None, str]] = []
    for name in documents:
        file = next(each for folder in folders for each in folder.glob(f"{name}.*") if each.suffix in SUFFIXES)
        target = path.with_name(f"{name}.prepared")
        prepare(import_source(SourceSpec(SourceKind.FILE, path=file, name=file.name)), target)
        items.append((target, ""))
    filled = fill(path, items, notebook=Notebook(new_id(), "Bench", 0, 0), operation_id=new_id(), now_ms=0)
    return {name: each.source.id for name, each in zip(documents, filled.outcomes, strict=True) if each.source}


def blank(asked: Asked, source_of: Mapping[str, str]) -> Answer:
    """An answer before it is given."""
    counts = (source_of[asked.document],) if asked.alone and source_of else ()
    return Answer("q", "n", "c", asked.text, "", False, {}, 0, source_ids=counts)
