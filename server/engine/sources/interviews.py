"""Turns of a conversation: lines that begin with who speaks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from server.domain.sources import BlockKind
from server.engine.sources.documents import Part

_MIN_TURNS = 4
_MIN_SHARE = 0.4
"""Share of the words that must be in turns; a text in which a few lines begin with a name is no interview."""
_MAX_SPEAKERS = 12

_LABEL = re.compile(
    r"(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s+)?"
    r"(?P<label>[QA]\d{0,2}|[FPRD]|(?:[^\W\d_a-zß-öø-ÿ][\w'’.-]*)"
    r"(?:[ _]+(?:[^\W\d_a-zß-öø-ÿ][\w'’.-]*|de|van|von|der|la|\d{1,2})){0,4})"
    r"\s*(?:\([^)]{1,30}\))?\s*(?::|\.(?=\s)(?<=[QAFPRD]\.))\s+(?P<words>\S.*)",
    re.DOTALL,
)
_ENDS = re.compile(r"[.?!…][\"”’')]*$")
"""How something said ends; a line above the first turn that doesn't is an entry of the head: "Speaker: Ada Brook"."""
_QUESTION_LABELS = frozenset(
    ("q", "question", "frage", "f", "pregunta", "p", "domanda", "d", "pergunta", "interviewer")
)
_ANSWER_LABELS = frozenset(("a", "answer", "antwort", "réponse", "r", "respuesta", "risposta", "resposta"))
_NOT_SPEAKERS = frozenset(
    "note warning caution tip example summary conclusion remark step figure table source "
    "new added changed improved fixed removed deprecated security".split()
)
"""Labels of notes, and of the changes that a new version brings."""

_NAME_WORD = r"[^\W\d_a-zß-öø-ÿ][\w'’-]+"
_GAP = r"[^\S\n]+"
"""What stands between the words of a name: two lines are two entries of a transcript's head."""
_FULL_NAME = rf"(?:{_NAME_WORD})(?:{_GAP}(?:(?:de|da|del|di|du|van|von|der|la){_GAP})?{_NAME_WORD}){{1,3}}"
_TALKED = r"(?:talk(?:ed|s)|spoke|speaks|sat down|was interviewed|(?:was |is )?in conversation)"
_TALKED_TO = re.compile(
    rf"(?:(?P<who>{_FULL_NAME}|\b(?:[Ss]he|[Hh]e|[Tt]hey|[Ss]ie|[Ee]r|[Ee]lle|[Ii]l|[Ll]ei|[Ll]ui|[Ee]lla|[Éé]l|"
    rf"[Ee]la|[Ee]le))\s+)?"
    rf"(?:{_TALKED}|sprach|spricht|a parlé|s'est entretenue?|habló|conversó|ha parlato|parla|falou|conversou)\s+"
    rf"(?:to|with|by|mit|avec|à|con|com)\s+(?:our (?:reporter|editor|correspondent) )?(?P<whom>{_FULL_NAME})"
)
_INTERVIEWED_BY = re.compile(
    rf"(?i:interview(?:ed)?(?: by|:)|questions(?: by|:)|das interview führte|interview geführt von|"
    rf"propos recueillis par|"
    rf"entrevista(?: de|:)|intervista di|entrevista de)\s+(?P<whom>{_FULL_NAME})"
)
_HEADWORD = frozenset("The A An In On At For From With And But Her His She He It This That When".split())


def set_turns_apart(parts: list[Part], *, author: str = "") -> list[Part]:
    """Paragraphs that begin with a speaker's label become SPEECH, in texts that are mostly conversation.

    The labels Q and A are resolved to the names of the introduction where it says plainly who asked whom.
    """
    labelled = {index: match for index, part in enumerate(parts) if (match := _turn(part)) is not None}
    counts = Counter(_key(match["label"]) for match in labelled.values())
    speakers = {key for key, count in counts.items() if count >= 2 and key not in _NOT_SPEAKERS}
    turns = {index for index, match in labelled.items() if _key(match["label"]) in speakers or len(speakers) > 1}
    begun = min((index for index in turns if _key(labelled[index]["label"]) in speakers), default=0)
    turns = {index for index in turns if index >= begun or _ENDS.search(parts[index].text)}
    if len(turns) < _MIN_TURNS or not 2 <= len(speakers) <= _MAX_SPEAKERS:
        return parts
    first, last = min(turns), max(turns)
    inside = sum(part.words for part in parts[first : last + 1] if part.kind is not BlockKind.HEADING)
    if sum(parts[index].words for index in turns) < _MIN_SHARE * max(inside, 1):
        return parts
    names = _resolved(parts[:first], {labelled[index]["label"].strip() for index in turns}, author)
    result: list[Part] = []
    speaker = ""
    for index, part in enumerate(parts):
        if index in turns:
            label = labelled[index]["label"].strip()
            speaker = names.get(_key(label), label)
            result.append(replace(part, kind=BlockKind.SPEECH, text=labelled[index]["words"], speaker=speaker, level=0))
        elif part.kind is BlockKind.PARAGRAPH and first < index < last:
            result.append(replace(part, kind=BlockKind.SPEECH, speaker=speaker))
        else:
            result.append(part)
    return result


def _turn(part: Part) -> re.Match[str] | None:
    if part.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTATION):
        return None
    return _LABEL.fullmatch(part.text)


def _key(label: str) -> str:
    key = label.strip().casefold()
    return key[0] if re.fullmatch(r"[qa]\d{1,2}", key) else key


def _resolved(introduction: list[Part], labels: set[str], author: str) -> dict[str, str]:
    """Label key to name, for the labels whose bearer the introduction names beyond doubt."""
    text = " ; ".join(part.text for part in introduction if part.kind is BlockKind.PARAGRAPH)
    asker, guest = _asker_and_guest(text, author)
    names: dict[str, str] = {}
    for label in labels:
        key = _key(label)
        if key in _QUESTION_LABELS:
            names[key] = asker or label
        elif key in _ANSWER_LABELS:
            names[key] = guest or label
        elif label.isupper() or " " not in label:
            full = [name for name in _names(text) if key in name.casefold().split() or _initials(name) == label]
            names[key] = (
                full[0]
                if len(set(full)) == 1
                else (label.title() if label.isupper() and label.isalpha() and len(label) > 3 else label)
            )
    return names


def _asker_and_guest(text: str, author: str) -> tuple[str, str]:
    names = _names(text)
    by = _INTERVIEWED_BY.search(text)
    if by:
        asker = by["whom"]
        return asker, next((name for name in names if name != asker), "")
    talked = _TALKED_TO.search(text)
    if talked:
        who, whom = talked["who"] or "", talked["whom"]
        if " " not in who:  # "She talked to …": the person presented before is the guest
            return whom, next((name for name in names if name != whom), "")
        if author and author == whom:
            return whom, who
        if author and author == who:
            return who, whom
        return ("", "")
    others = [name for name in dict.fromkeys(names) if name != author]
    return author, others[0] if len(others) == 1 else ""


def _names(text: str) -> list[str]:
    """Full names in order, without a sentence's first word that only looks like one."""
    found = []
    for name in re.findall(_FULL_NAME, text):
        words = name.split()
        while words and words[0] in _HEADWORD:
            words = words[1:]
        if len(words) > 1:
            found.append(" ".join(words))
    return found


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper())
