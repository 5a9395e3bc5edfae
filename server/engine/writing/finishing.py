"""From turns to a script: passages for every line, repairs, and the last look at the gates."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.scripts import Chapter, Line, LineKind, Script
from server.domain.sources import BlockKind, Passage
from server.engine.writing.analysis import Analysis
from server.engine.writing.gates import Fault, Gate, faults
from server.engine.writing.turns import Turn, opening

_ROUNDS = 4
_HOST_MOST = 38
"""Words of the longest turn that the host takes over from the guest."""
_LINE_GATES = {Gate.SUPPORT, Gate.LANGUAGE, Gate.ALIKE, Gate.PRONOUN, Gate.PASSAGES, Gate.HEADING}


def finish(
    analysis: Analysis,
    turns: Sequence[Turn],
    marks: Sequence[tuple[str, int]],
    *,
    title: str,
    notes: Sequence[str] = (),
) -> Script:
    """A script whose lines have passages and pass the gates; what can't be repaired is dropped with its prompt."""
    kept = [t for t in turns if t.text.strip()]
    marked = {id(turns[at]): name for name, at in marks if at < len(turns)}
    for _ in range(_ROUNDS):
        script = _script(analysis, kept, marked, title=title, notes=notes)
        found = faults(script, analysis.sources)
        drop = {f.line for f in found if f.gate in _LINE_GATES and f.line >= 0}
        changed = _reopen(analysis, kept, found) | _unlevel(analysis, kept, found)
        if not drop and not changed:
            return script
        if drop:
            kept = _dropped(kept, drop, marked, onward=analysis.rules.phrases.onward)
    return _script(analysis, kept, marked, title=title, notes=notes)


def _script(
    analysis: Analysis, turns: Sequence[Turn], marked: dict[int, str], *, title: str, notes: Sequence[str]
) -> Script:
    lines = []
    for n, turn in enumerate(turns):
        lines.append(Line(turn.speaker, turn.text, turn.kind, _passages(analysis, turns, n)))
    chapters = [Chapter(marked[id(t)], n) for n, t in enumerate(turns) if id(t) in marked]
    if chapters and chapters[0].first_line != 0:
        chapters[0] = Chapter(chapters[0].title, 0)
    return Script(
        title=title,
        language=analysis.rules.code,
        lines=tuple(lines),
        chapters=tuple(chapters),
        notes=tuple(notes),
    )


def _passages(analysis: Analysis, turns: Sequence[Turn], n: int) -> tuple[Passage, ...]:
    turn = turns[n]
    told = turn.told or (turns[n + 1].told if n + 1 < len(turns) else ()) or (turns[n - 1].told if n else ())
    out = [analysis.passage(analysis.sentences[i]) for i in told]
    out += [analysis.sources[source].passage(start, end) for source, start, end in turn.spans]
    missing = analysis.rules.unsupported(turn.text, passages=[p.text for p in out])
    if missing or not out:
        out += _support(analysis, turn, told, missing)
    if turn.kind is LineKind.QUESTION and turn.told == () and n + 1 < len(turns):
        return tuple(out)
    return tuple(out)


def _support(analysis: Analysis, turn: Turn, told: Sequence[int], missing: Sequence[str]) -> list[Passage]:
    """Where the names of a resolved pronoun, a title or a heading stand."""
    out: list[Passage] = []
    for i in told[:1]:
        for back in range(i - 1, max(-1, i - 4), -1):
            s = analysis.sentences[back]
            if s.source == analysis.sentences[i].source and any(m in s.text for m in missing):
                out.append(analysis.passage(s))
                missing = [m for m in missing if m not in s.text]
    if not missing and out:
        return out
    kinds = {BlockKind.HEADING, BlockKind.BYLINE, BlockKind.PARAGRAPH} if turn.frame else {BlockKind.HEADING}
    for source in analysis.sources:
        for block in source.blocks:
            if block.kind not in kinds or not missing:
                continue
            left = analysis.rules.unsupported(" ".join(missing), passages=[source.block_text(block)])
            left = [
                m
                for m in missing
                if m in left
                or (m.isdigit() and m in analysis.rules.unsupported(turn.text, passages=[source.block_text(block)]))
            ]
            if len(left) < len(missing):
                out.append(source.passage(block.start, block.end))
                missing = left
    if not out and turn.frame:
        head = next((b for s in analysis.sources[:1] for b in s.blocks if b.kind is BlockKind.HEADING), None)
        if head is not None:
            out.append(analysis.sources[0].passage(head.start, head.end))
    return out


def _reopen(analysis: Analysis, turns: Sequence[Turn], found: Sequence[Fault]) -> bool:
    """Give lines that open alike another first word."""
    changed = False
    taken = {opening(t.text) for t in turns}
    for fault in found:
        if fault.gate is not Gate.OPENING or fault.line >= len(turns):
            continue
        turn = turns[fault.line]
        for words in analysis.rules.phrases.openers:
            text = analysis.rules.led_in(turn.text, words)
            if text and opening(text) not in taken:
                turn.text = text
                taken.add(opening(text))
                changed = True
                break
    return changed


def _unlevel(analysis: Analysis, turns: Sequence[Turn], found: Sequence[Fault]) -> bool:
    """Break three turns of one length with a lead-in of two words."""
    changed = False
    taken = {opening(t.text) for t in turns}
    for fault in found:
        if fault.gate is not Gate.MONOTONE or fault.line >= len(turns):
            continue
        longest = max(turns[fault.line - 2 : fault.line + 1], key=lambda t: t.words)
        for words in (w for w in analysis.rules.phrases.openers if len(w.split()) > 1):
            text = analysis.rules.led_in(longest.text, words)
            if longest.kind is LineKind.STATEMENT and text and opening(text) not in taken:
                longest.text = text
                taken.add(opening(text))
                changed = True
                break
    return changed


def _dropped(turns: list[Turn], drop: set[int], marked: dict[int, str], *, onward: Sequence[str]) -> list[Turn]:
    """Without the lines at fault; a question goes with its answer, and one speaker's two turns in a row become one."""
    gone = set(drop)
    for n in drop:
        turn = turns[n]
        if turn.kind is not LineKind.STATEMENT or turn.text.rstrip().endswith("?"):
            continue
        if n and (turns[n - 1].kind in {LineKind.QUESTION, LineKind.REACTION} or turns[n - 1].frame):
            gone.add(n - 1)
    out: list[Turn] = []
    pending = ""
    for n, turn in enumerate(turns):
        if n in gone:
            pending = marked.pop(id(turn), "") or pending
            continue
        if pending:
            marked.setdefault(id(turn), pending)
            pending = ""
        if out and out[-1].speaker == turn.speaker:
            if out[-1].words + turn.words <= 55 and not out[-1].text.rstrip().endswith("?"):
                out[-1].text = f"{out[-1].text} {turn.text}"
                out[-1].told = (*out[-1].told, *turn.told)
                out[-1].kind = turn.kind if turn.kind is LineKind.STATEMENT else out[-1].kind
                pending = marked.pop(id(turn), "")
                continue
            if out[-1].speaker == 0 and turn.kind is LineKind.STATEMENT and not turn.text.rstrip().endswith("?"):
                turn.speaker = 1
                out.append(turn)
                continue
            if out[-1].speaker == 1 and turn.kind is LineKind.STATEMENT and turn.words <= _HOST_MOST:
                turn.speaker = 0
                out.append(turn)
                continue
            free = [p for p in onward if all(opening(p) != opening(t.text) for t in (*out, *turns))]
            if out[-1].speaker == 1 and free:
                out.append(Turn(0, free[0], LineKind.REACTION, turn.told))
        out.append(turn)
    return out
