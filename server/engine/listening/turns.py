"""Words and voices brought together: who said what.

The two are heard independently and disagree by a few tenths of a second where people take turns, so a change of speaker
moves to the nearest pause or end of a sentence, and a word or two alone in another voice stays with its sentence.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.domain.transcripts import SpokenWord, Turn
from server.engine.listening.diarising import Stretch
from server.engine.listening.transcribe import UNSPACED, Word

_STRAY_WORDS = 2
_NEAR_WORDS = 3
_NEAR_S = 1.0
_PAUSE_S = 0.25
_OWN_PAUSE_S = 0.2
_NEW_PARAGRAPH_S = 2.0
_LONGEST_TURN_S = 45.0
_SENTENCE_ENDS = (".", "?", "!", "…", "。", "？", "！", '."', '?"', '!"', ".”", "?”", "!”")


@dataclass(frozen=True, slots=True)
class _Said:
    word: Word
    speaker: int


def turns(words: Sequence[Word], stretches: Sequence[Stretch], *, language: str) -> tuple[Turn, ...]:
    """The words as turns. A long speech becomes several turns of the same speaker, cut between sentences."""
    if not words:
        return ()
    speakers = [_nearest(word, stretches) for word in words]
    speakers = _without_strays(words, _moved_to_pauses(words, speakers))
    said = [_Said(word, speaker) for word, speaker in zip(words, speakers, strict=True)]
    glue = "" if language in UNSPACED else " "
    return _numbered([_turn(run, glue) for run in _runs(said)])


def _nearest(word: Word, stretches: Sequence[Stretch]) -> int:
    """The speaker whose stretch covers most of the word, else the one nearest in time."""
    if not stretches:
        return 0
    at = bisect.bisect_right(stretches, word.start, key=lambda stretch: stretch.end)
    best, most = 0, -1e9
    for stretch in stretches[max(0, at - 1) : at + 4]:
        shared = min(word.end, stretch.end) - max(word.start, stretch.start)
        if shared > most:
            best, most = stretch.speaker, shared
    return best


def _ends_sentence(word: Word) -> bool:
    return word.text.endswith(_SENTENCE_ENDS)


def _break_strength(words: Sequence[Word], at: int) -> float:
    """How likely a change of speaker is before word `at`: a pause and a sentence's end speak for it."""
    pause = words[at].start - words[at - 1].end
    return min(pause, 1.0) + (0.6 if _ends_sentence(words[at - 1]) else 0.0)


def _moved_to_pauses(words: Sequence[Word], speakers: list[int]) -> list[int]:
    moved = list(speakers)
    for at in range(1, len(words)):
        if speakers[at] == speakers[at - 1]:
            continue
        near = [
            n
            for n in range(max(1, at - _NEAR_WORDS), min(len(words), at + _NEAR_WORDS + 1))
            if abs(words[n].start - words[at].start) <= _NEAR_S and _is_free(speakers, at, n)
        ]
        best = max(near, key=lambda n: _break_strength(words, n) - 0.08 * abs(n - at))
        if _break_strength(words, best) < _break_strength(words, at) + _PAUSE_S:
            continue
        if best < at:
            moved[best:at] = [speakers[at]] * (at - best)
        else:
            moved[at:best] = [speakers[at - 1]] * (best - at)
    return moved


def _is_free(speakers: Sequence[int], at: int, to: int) -> bool:
    """Whether a change before word `at` can move to word `to` without swallowing a turn between them."""
    first, last = min(at, to), max(at, to)
    return all(n == at or speakers[n] == speakers[n - 1] for n in range(first, last + 1))


def _without_strays(words: Sequence[Word], speakers: list[int]) -> list[int]:
    """One or two words between words of another speaker go over to it, unless they are a sentence of their own.

    A listener writes a question in between as the beginning of the answer; the pauses around it say that it is none.
    """
    kept = list(speakers)
    start = 0
    for at in range(1, len(words) + 1):
        if at < len(words) and kept[at] == kept[start]:
            continue
        alone = _parted(words, start) and _parted(words, at)
        between = start > 0 and at < len(words) and kept[start - 1] == kept[at]
        if at - start <= _STRAY_WORDS and between and not alone:
            kept[start:at] = [kept[start - 1]] * (at - start)
        start = at
    return kept


def _parted(words: Sequence[Word], at: int) -> bool:
    """Whether a sentence ends or a pause stands before word `at`."""
    if at in (0, len(words)):
        return at == 0 or _ends_sentence(words[at - 1])
    return _ends_sentence(words[at - 1]) or words[at].start - words[at - 1].end >= _OWN_PAUSE_S


def _runs(said: Sequence[_Said]) -> list[list[_Said]]:
    found: list[list[_Said]] = [[said[0]]]
    for each in said[1:]:
        run = found[-1]
        last = run[-1].word
        pause = each.word.start - last.end
        long = each.word.end - run[0].word.start > _LONGEST_TURN_S
        if each.speaker != run[-1].speaker or (_ends_sentence(last) and (pause >= _NEW_PARAGRAPH_S or long)):
            found.append([each])
        else:
            run.append(each)
    return found


def _turn(run: Sequence[_Said], glue: str) -> Turn:
    words = tuple(
        SpokenWord(round(s.word.start * 1000), max(round(s.word.end * 1000), round(s.word.start * 1000)), s.word.text)
        for s in run
    )
    return Turn(run[0].speaker, words[0].start_ms, words[-1].end_ms, glue.join(w.text for w in words), words)


def _numbered(found: Sequence[Turn]) -> tuple[Turn, ...]:
    """Speakers numbered by their first word."""
    numbers: dict[int, int] = {}
    return tuple(replace(turn, speaker=numbers.setdefault(turn.speaker, len(numbers))) for turn in found)
