"""The deep dive: cold open, chapters in the source's order, the last word; a recap where the text has words for one."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.conversation import SHARE, Conversation, narrator
from server.engine.writing.outlines import Chapter
from server.engine.writing.recaps import statements
from server.engine.writing.turns import GUEST, HOST, HOST_MOST, Turn

_HOOK_MOST = 15


def deep_dive(
    analysis: Analysis, *, plan: Sequence[Chapter], share: float = SHARE
) -> tuple[list[Turn], list[tuple[str, int]]]:
    """The turns of a deep dive and where its chapters begin.

    Args:
        plan: the chapters with the sentences to tell; at least one sentence in all.
    """
    talk = Conversation(analysis, share=share)
    everything = [i for chapter in plan for i in chapter.sentences]
    talk.questions.check(everything)
    hook = _hook(analysis, everything)
    end = _ending(analysis, everything) if hook is None or everything[-1] != hook else ()
    marks: list[tuple[str, int]] = []
    for number, chapter in enumerate(plan):
        ids = [i for i in chapter.sentences if i != hook and i not in end]
        if not ids:
            continue
        if chapter.title:
            marks.append((chapter.title, len(talk.turns)))
        if number == 0 or not talk.turns:
            ids = _open(talk, ids, hook=hook)
        elif talk.next_speaker == HOST:
            ids = _turn_to(talk, ids, chapter)
        later = [i for c in plan[number + 1 :] for i in c.sentences if i != hook and i not in end]
        talk.tell(ids, upcoming=later[0] if later else -1)
    _close(talk, end, plan)
    return talk.turns, marks


def _hook(analysis: Analysis, ids: Sequence[int]) -> int | None:
    """A short striking sentence from further down that nothing leans on; not the last one."""
    chosen = set(ids)
    best, worth = None, 0.34
    for i in ids[2:-1]:
        s = analysis.sentences[i]
        after = analysis.sentences[i + 1] if i + 1 < len(analysis.sentences) else None
        leant_on = after is not None and after.id in chosen and after.leans
        if (
            not _striking(analysis, i)
            or leant_on
            or not 5 <= s.words <= _HOOK_MOST
            or s.leans
            or s.in_list
            or s.voice is not Voice.THIRD
        ):
            continue
        if s.roles & {Role.QUOTATION, Role.TABLE, Role.STEP, Role.WARNING, Role.QUESTION} or s.prompts or s.source != 0:
            continue
        worth_here = s.interest + 0.25 * bool(s.roles & {Role.CONTRAST})
        if worth_here > worth:
            best, worth = i, worth_here
    return best


def _striking(analysis: Analysis, i: int) -> bool:
    """Whether a sentence makes one ask: its own words hold an extreme or a turn, and it points at nothing outside."""
    s = analysis.sentences[i]
    return analysis.rules.strikes(s.told)


def _ending(analysis: Analysis, ids: Sequence[int]) -> tuple[int, ...]:
    """The source's own last sentences, where they are told and a quotation or a short turn of phrase."""
    last = ids[-1]
    s = analysis.sentences[last]
    final = last + 1 >= len(analysis.sentences) or analysis.sentences[last + 1].source != s.source
    if not final or len(ids) < 8 or s.in_list or Role.TABLE in s.roles:
        return ()
    tail = [last]
    while analysis.sentences[tail[0]].leans and not analysis.sentences[tail[0]].alone:
        before = tail[0] - 1
        if before not in ids:
            break
        tail.insert(0, before)
    words = sum(analysis.sentences[i].words for i in tail)
    return tuple(tail) if 8 <= words <= 55 and analysis.sentences[tail[0]].voice is not Voice.INTERVIEW else ()


def _open(talk: Conversation, ids: list[int], *, hook: int | None) -> list[int]:
    analysis = talk.analysis
    first = analysis.sentences[ids[0]]
    voice = analysis.voices[first.source]
    title = analysis.titles[first.source]
    question = talk.stock.frame("what_is_it")
    if voice is Voice.INTERVIEW:
        guest = next((analysis.sentences[i].speaker for i in ids if analysis.sentences[i].speaker), "")
        named = len(guest.split()) > 1
        talk.add(
            Turn(
                HOST,
                talk.stock.frame("interview", guest=guest) if named else talk.stock.frame("interview_plain"),
                LineKind.FRAME,
                (),
                frame=True,
            )
        )
        return ids
    if hook is not None:
        text = analysis.sentences[hook].alone or analysis.sentences[hook].told
        talk.add(Turn(HOST, f"{text} {question}", LineKind.STATEMENT, (hook,)))
    elif first.words <= 34 and len(ids) > 2:
        more = talk.stock.frame("opening_plain")
        body = first.told if first.words > HOST_MOST - 3 else f"{first.told} {more}"
        talk.add(Turn(HOST, body, LineKind.STATEMENT, (ids[0],)))
        run = talk.run(ids, 1)
        talk.add(Turn(GUEST, " ".join(_said(talk, run)), LineKind.STATEMENT, run))
        ids = ids[1 + len(run) :]
        return _own_voice(talk, ids, first)
    elif len(title.split()) <= 12:
        framed = talk.stock.frame("title", title=title.strip(" ."))
        talk.add(Turn(HOST, f"{framed} {question}", LineKind.FRAME, (), frame=True))
    else:
        talk.add(Turn(HOST, question, LineKind.QUESTION, (), frame=True))
    talk.last_told = -9
    run = talk.run(ids, 0)
    body = " ".join(_said(talk, run))
    talk.add(Turn(GUEST, body, LineKind.STATEMENT, run))
    return _own_voice(talk, ids[len(run) :], first)


def _own_voice(talk: Conversation, ids: list[int], first: Sentence) -> list[int]:
    """Say once who `I` is, where the text has a narrator."""
    analysis = talk.analysis
    if analysis.voices[first.source] is not Voice.FIRST or first.source != 0 or not ids:
        return ids
    held = talk.last_told
    talk.add(Turn(HOST, narrator(talk), LineKind.FRAME, (), frame=True))
    talk.last_told = held
    return ids


def _said(talk: Conversation, run: Sequence[int]) -> list[str]:
    out = []
    for i in run:
        out.append(talk.said_as(i))
        talk.last_told = i
    return out


def _turn_to(talk: Conversation, ids: list[int], chapter: Chapter) -> list[int]:
    """The way into a chapter: its heading in a transition, then whoever continues."""
    analysis = talk.analysis
    s = analysis.sentences[ids[0]]
    if any(p.kind == "asked" for p in s.prompts):
        return ids
    if chapter.spoken:
        first = chapter.spoken.split()[0]
        wh = first.lower() in analysis.rules.phrases.frames.get(
            "question_words", ("why", "how", "what", "where", "who")
        )
        text = talk.stock.frame("turn_embedded" if wh else "turn_noun", heading=chapter.spoken)
        if talk.behind and s.words <= HOST_MOST and len(ids) > 1 and (not s.leans or s.alone) and not s.prompts:
            talk.last_told = -9
            text = f"{text} {talk.said_as(s.id)}"
            talk.add(Turn(HOST, text, LineKind.STATEMENT, (s.id,), frame=True))
            run = talk.run(ids, 1)
            talk.add(Turn(GUEST, " ".join(_said(talk, run)), LineKind.STATEMENT, run))
            return ids[1 + len(run) :]
        run = talk.run(ids, 0)
        talk.add(Turn(HOST, text, LineKind.FRAME, (), frame=True))
        talk.last_told = -9
        body = " ".join(_said(talk, run))
        talk.add(Turn(GUEST, body, LineKind.STATEMENT, run))
        return ids[len(run) :]
    return ids


def _close(talk: Conversation, end: Sequence[int], plan: Sequence[Chapter]) -> None:
    analysis = talk.analysis
    if end:
        if talk.next_speaker == HOST:
            talk.add(Turn(HOST, talk.stock.frame("last_word"), LineKind.QUESTION, tuple(end), frame=True))
        held = any(end[0] - 1 in turn.told for turn in talk.turns[-2:])
        talk.last_told = end[0] - 1 if held else -9
        talk.add(Turn(GUEST, " ".join(_said(talk, end)), LineKind.STATEMENT, tuple(end)))
    points = statements(analysis, [i for chapter in plan for i in chapter.sentences if i not in end])
    if points and talk.next_speaker == HOST:
        text = talk.stock.frame("recap", points="; ".join(p for p, _ in points))
        talk.add(Turn(HOST, text, LineKind.FRAME, tuple(i for _, i in points)))
