"""A main clause of English turned round into a question: inversion, do-support, what is left out and where it goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from server.engine.writing.english.figures import CURRENT
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.telling import plain_quotes, tidy
from server.engine.writing.lettering import capital

_ASIDE = {"relcl", "appos", "acl", "advcl", "parataxis", "npadvmod", "advmod", "prep"}
_FRONTED_MOST = 9
_MOST_WORDS = 20
_PARTICIPLE = re.compile(r"(?:en|wn|done|gone|begun|sung|rung|drunk|swum)$")
"""Forms that are no past tense."""
_LIMITING = frozenset("without unless except instead not no only rarely if hardly never despite".split())
"""First words of a phrase that a statement doesn't hold without."""
_FULL = {"'s": "is", "'re": "are", "'ll": "will", "'ve": "have", "’s": "is", "’re": "are", "’ll": "will", "’ve": "have"}
_PERSONAL = frozenset(("he she it they him them this that these those hers theirs himself").split())
_MINE = frozenset(("i we me us my our mine ours myself ourselves").split())
_OWN = {"his", "her", "its", "their"}
"""Adverbs and adjectives that tie a clause to what stood before it: left out of a question where they can be."""
_LOOSE = frozenset(
    (
        "also too then however therefore thus yet again instead still even now already usually often mostly largely "
        "later soon meanwhile"
    ).split()
)
_TIES = re.compile(
    r"\b(such an?|the same|the other|the others|the latter|the former|one of these|at the time|at that time|"
    r"(?:this|that|these|those) [a-z]+(?= (?!is\b|are\b|was\b))|the subject|the two|the three|the matter)\b|(?<!is )(?<!are )(?<!was )(?<!were )"  # noqa: E501
    r"(?<!will )(?<!be )\bthere\b(?! (?:is|are|was|were|will))",
    re.IGNORECASE,
)


class Clause:
    """The main clause of a sentence, ready to be turned.

    Args:
        root: its verb; has to be finite or to have a finite auxiliary, with a subject before it.
        common: words that the source writes small inside a sentence, and names as it writes them there.
        instead: what the subject is, where it is a pronoun.
    """

    def __init__(self, root: Any, subject: Any, *, common: frozenset[str], instead: str = "") -> None:
        speaks = subject.lower_ != "i" and subject.pos_ == "PRON" and any(t.lower_ in {"i", "my"} for t in root.doc)
        # What stands for a speaker stands for no other pronoun of his sentence.
        self.root, self.subject, self._common, self.instead = root, subject, common, "" if speaks else instead
        self.doc = root.doc
        gone = _left_out(root)
        self.kept = [t for t in root.subtree if t.i not in gone]
        further = [t.i for t in root.subtree if t.i in gone and t.dep_ == "conj" and t.pos_ in {"VERB", "AUX"}]
        further = [i for i in further if i > root.i]
        self._is_torn = bool(further) and any(t.i > min(further) and not t.is_punct for t in self.kept)
        """What hung on a further verb is left when that verb is not: "cover the pages a total error"."""
        self.subject_tokens = [t for t in self.kept if t == subject or _under(t, subject)]
        self.auxes = [t for t in root.children if t.dep_ in {"aux", "auxpass"} and t.i < root.i]
        self.finite = min([root, *self.auxes], key=lambda t: t.i)
        bare = root.tag_ == "VBN" and not self.auxes and root.dep_ == "ROOT" and subject.dep_ == "nsubj"
        plain = root.tag_ in {"VBD", "VBN"} and not self.auxes and root.lemma_ != "be"
        cut_off = bare and root.i > 0 and root.nbor(-1).text == ","
        aside = cut_off or (plain and _PARTICIPLE.search(root.lower_) is not None)
        self._is_participle = aside
        """What looks like the verb only tells more of the subject: "The dish chosen most often was lasagne"."""
        self.tense = "VBD" if bare else self.finite.tag_
        """Of the finite verb: the tagger takes a past tense now and then for a participle."""

    @property
    def is_mine(self) -> bool:
        """Whether the subject is somebody's who says `my`: "my grandmother", asked for as "Ada Brook's grandmother"."""
        return bool(self.instead) and len(self.subject_tokens) > 1 and self.subject_tokens[0].lower_ == "my"

    @property
    def is_sound(self) -> bool:
        """Whether it can be turned at all."""
        if (
            self._is_participle
            or not self.subject_tokens
            or self._is_torn
            or self.tense not in {"VBD", "VBZ", "VBP", "MD"}
        ):
            return False
        if self.finite.lower_ in {"'d", "’d", "let"} or self.subject.i > self.finite.i:
            return False
        between = [t for t in self.kept if max(s.i for s in self.subject_tokens) < t.i < self.finite.i]
        return all(t.pos_ == "ADV" and t.lower_ != "well" for t in between if not t.is_punct)

    def subject_words(self) -> str:
        """The subject as it stands inside a sentence."""
        if self.subject.pos_ == "PRON" and self.instead:
            return self.instead
        if self.is_mine:
            return f"{self.instead}'s {self._text(self.subject_tokens[1:])}"
        return self._text(self.subject_tokens)

    def turned(self, wh: str, *, without: Iterable[Any] = (), stranded: bool = False) -> str:
        """The clause as a question that opens with `wh` and lacks `without`; empty where that isn't English.

        Args:
            stranded: whether it may end in a preposition: "What is the score made up of?"
        """
        lacking = {t.i for t in without}
        order = [t for t in self.kept if t.i not in lacking]
        subject = {t.i for t in self.subject_tokens}
        if subject & lacking:
            return ""
        fronted = self._fronted(order)
        if fronted is None:
            return ""
        front = {t.i for t in fronted}
        rest = [t for t in order if t.i not in subject and t.i not in front and t.i > min(subject)]
        negation = next((t for t in rest if t.lower_ in {"n't", "n’t"} and t.i == self.finite.i + 1), None)
        rest = [t for t in rest if t not in (self.finite, negation)]
        if not wh:
            negation = None
            rest = [t for t in rest if not (t.dep_ == "neg" and t.head == self.root)]
        if self.auxes or self.root.lemma_ == "be":
            helper = _FULL.get(self.finite.lower_, self.finite.lower_)
        else:
            helper = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(self.tense, "")
            if self.subject.lower_ == "i" and helper == "do":
                helper = "does"
            rest = sorted([*rest, self.root], key=lambda t: t.i)
        if self.subject.lower_ == "i":
            helper = {"am": "is", "have": "has"}.get(helper, helper)
        if not helper:
            return ""
        if any(_is_loose_end(t, rest) for t in rest if t != self.root):
            return ""
        base = not self.auxes and self.root.lemma_ != "be"
        if helper == "had" and self._is_told_before(rest):
            # "When had work started?" is asked as "When did work start?": a question has no earlier past to follow on.
            been = [t for t in rest if t.lower_ == "been"]
            rest = [t for t in rest if t not in been]
            base = not been
            helper = ("were" if self._is_plural else "was") if been else "did"
        if not wh and helper in {"might", "would", "could"}:
            return ""
        rest = [t for t in rest if not _is_loose(t)]
        late = self._subordinate(rest) if fronted else []
        late_ids = {t.i for t in late}
        tail = self._text([t for t in rest if t.i not in late_ids], base=self.root if base else None)
        said = [wh, helper + ("n't" if negation is not None else ""), self.subject_words(), tail]
        return _checked(" ".join(p for p in (*said, self._text(fronted), self._text(late)) if p), stranded=stranded)

    def opened(self, wh: str, *, instead_of: Sequence[Any], without: Iterable[Any] = ()) -> str:
        """The clause with `wh` in place of its subject (or of the first words of it), lacking `without`."""
        instead = {t.i for t in (*instead_of, *without)}
        if self.finite.tag_ == "VBP" and not wh.lower().startswith("how many"):
            return ""
        if self.finite.lower_ in {"were", "are", "have"} and not wh.lower().startswith("how many"):
            return ""
        fronted = self._fronted([t for t in self.kept if t.i not in instead])
        if fronted is None:
            return ""
        front = {t.i for t in fronted}
        start = min(t.i for t in self.subject_tokens)
        kept = [t for t in self.kept if t.i not in instead and t.i not in front and t.i > start]
        rest = [t for t in kept if not _is_loose(t)]
        return _checked(" ".join(p for p in (wh, self._text(rest), self._text(fronted)) if p))

    @property
    def _is_plural(self) -> bool:
        joint = any(t.dep_ == "conj" for t in self.subject.children)
        return joint or self.subject.tag_ in {"NNS", "NNPS"} or self.subject.lower_ in {"they", "we", "you"}

    def _is_told_before(self, rest: Sequence[Any]) -> bool:
        """Whether a past perfect can be asked for in the past: nothing beside it tells what it came before."""
        helpers = [t for t in self.auxes if t != self.finite]
        passive = self.root.tag_ == "VBN" and [t.dep_ for t in helpers] == ["auxpass"]
        plain = self.root.tag_ in {"VBN", "VBD"} and not helpers
        later = any(t.dep_ == "advcl" or t.lower_ in {"before", "when", "never", "ever"} for t in rest)
        return (passive or plain) and not later

    def _fronted(self, order: Sequence[Any]) -> list[Any] | None:
        """What stands before the subject, to be said last; None where there is too much of it."""
        first = min(t.i for t in self.subject_tokens)
        front = [t for t in order if t.i < first and (not t.is_punct or _joins(t))]
        front = [t for t in front if t.dep_ not in {"cc", "preconj"} or t.head != self.root]
        front = [t for t in front if not _is_loose(t)]
        if any(
            t.dep_ in {"expl", "aux", "auxpass", "nsubj", "ccomp", "parataxis"} and t.head == self.root for t in front
        ):
            return None
        beside = {x.i for t in front if t.dep_ in {"appos", "relcl"} for x in t.subtree}
        front = [t for t in front if t.i not in beside]
        if len(front) <= _FRONTED_MOST:
            return front
        # A long phrase can be left out: "For the 118 pupils from Sele who …, the county has hired three buses".
        heads = [t for t in self.root.children if t.i < first and t.dep_ in {"prep", "npadvmod", "advmod"}]
        spared = {x.i for t in heads if t.lower_ not in _LIMITING for x in t.subtree}
        return [] if all(t.i in spared for t in front) else None

    def _subordinate(self, rest: Sequence[Any]) -> list[Any]:
        """The clause at the end that says why or when: what stood first is said before it, not behind."""
        kept = {t.i for t in rest}
        for t in self.root.children:
            if t.dep_ == "advcl" and t.i > self.root.i and t.i in kept and subject_of(t) is not None:
                tokens = [x for x in t.subtree if x.i in kept]
                if tokens and tokens[-1].i == max(kept):
                    return tokens
        return []

    def _text(self, tokens: Sequence[Any], *, base: Any | None = None) -> str:
        return joined(tokens, common=self._common, base=base)


def joined(tokens: Sequence[Any], *, common: frozenset[str], base: Any | None = None) -> str:
    """Tokens as they stand inside a sentence; `base` is said in its base form."""
    out = ""
    before = None
    for t in sorted(tokens, key=lambda t: t.i):
        word = t.lemma_.lower() if base is not None and t == base else t.text
        if t.i == 0 or t.is_sent_start:
            word = _small(t, common) if word == t.text else word
        gap = (
            bool(out)
            and not (t.is_punct and t.text not in {"(", '"', "-", "–"})
            and not t.text.startswith(("'s", "’s", "n't"))
        )
        if before is not None and before.i == t.i - 1:
            gap = bool(before.whitespace_)
        out += (" " if gap else "") + word
        before = t
    return tidy(plain_quotes(out)).strip(" ,;:")


def _small(token: Any, common: frozenset[str]) -> str:
    """The first word of a sentence as it is written inside one."""
    word: str = token.text
    if word[1:] != word[1:].lower() or word == "I" or word in common:
        return word
    numbered = token.i + 1 < len(token.doc) and token.nbor().text[:1].isdigit() and token.nbor().head == token
    if token.pos_ in {"NOUN", "PROPN"} and numbered:
        # "Flat 17", "Table 3": a name with its number.
        return word
    small = token.pos_ in {"DET", "ADP", "PRON", "SCONJ", "CCONJ", "NUM", "AUX", "PART"}
    if small or word.lower() in common:
        return word[0].lower() + word[1:]
    if token.ent_type_ in {"PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "WORK_OF_ART", "EVENT"}:
        return word
    if token.pos_ == "PROPN" or (token.i + 1 < len(token.doc) and token.nbor().text[:1].isupper()):
        return word
    return word[0].lower() + word[1:]


def _joins(token: Any) -> bool:
    """A hyphen inside a word that the parser takes apart."""
    return token.text in {"-", "–", "/"} and not token.whitespace_ and bool(token.i) and not token.nbor(-1).whitespace_


def _under(token: Any, head: Any) -> bool:
    while token.head != token:
        token = token.head
        if token == head:
            return True
    return False


def _is_loose(token: Any) -> bool:
    if token.i + 1 < len(token.doc) and token.nbor().lower_ in {"of", "than", "as", "after", "before"}:
        return False
    return token.dep_ == "advmod" and token.lower_ in _LOOSE and not any(True for _ in token.children)


def _is_loose_end(token: Any, rest: Sequence[Any]) -> bool:
    """A finite verb that has lost its subject."""
    if token.tag_ not in {"VBD", "VBZ", "VBP"} or token.dep_ in {"conj", "aux", "auxpass", "relcl", "ROOT"}:
        return token.tag_ == "VBD" and token.dep_ == "conj" and token.head not in rest
    return not any(
        t.dep_ in {"nsubj", "nsubjpass", "expl", "csubj"} and t in rest for t in token.children
    ) and token.dep_ in {"ccomp", "advcl", "dep", "parataxis", "pcomp"}


def _left_out(root: Any) -> set[int]:
    """What a question doesn't need: asides set off by commas, further clauses, the end mark."""
    out: set[int] = set()
    doc = root.doc
    subject = subject_of(root)
    for t in root.subtree:
        if t == root or t.i in out:
            continue
        span = [x.i for x in t.subtree]
        comma = doc[span[0] - 1].text in {",", "–", "—", ";", ":"} if span[0] > 0 else False
        late = subject is None or span[0] > subject.i
        drop = (
            (t.dep_ == "conj" and t.pos_ in {"VERB", "AUX"} and t.head == root)
            or (t.dep_ == "conj" and t.pos_ in {"VERB", "AUX"} and subject_of(t) is not None)
            or (
                t.dep_ in _ASIDE
                and comma
                and (late or t.dep_ in {"appos", "relcl", "acl"})
                and not (t.dep_ == "relcl" and t.head.dep_ == "conj")
            )
            or (t.dep_ == "advcl" and doc[span[0] - 1].dep_ == "cc" and late and subject_of(t) is not None)
            or t.dep_ in {"parataxis", "intj", "meta", "dep"}
            or (t.dep_ == "ccomp" and comma)
        )
        if drop:
            out |= set(span)
            out |= {x.i for x in t.head.children if x.dep_ in {"cc", "punct"} and x.i in {span[0] - 1, span[0] - 2}}
            if t.dep_ == "advcl" and doc[span[0] - 1].dep_ == "cc":
                out.add(span[0] - 1)
    for t in root.subtree:
        if t.dep_ in {"cc", "preconj"} and t.head == root and (t.i < root.i or t.i + 1 in out or t.i + 2 in out):
            out.add(t.i)
    for t in sorted(root.subtree, key=lambda t: t.i):
        alone = t.is_punct and t.text in {",", ";", ":", "–", "—"}
        if alone and (t.i + 1 in out or t.i - 1 in out or t.i + 1 >= len(doc)):
            out.add(t.i)
        if (
            t.is_punct
            and t.text in {".", "!", "?", "…"}
            and t.i + 1 >= root.sent.end - root.sent.start + root.sent.start
        ):
            out.add(t.i)
    return out


def _checked(question: str, *, stranded: bool = False) -> str:
    """A question that can be shown, with its mark; empty where it points outside itself or is too long or odd."""
    text = tidy(question).rstrip(" .,;:")
    words = text.split()
    if not 4 <= len(words) <= _MOST_WORDS or re.search(r'["();:—]|\d,$', text) or text.count(",") > 1:
        return ""
    if dangles(text) or re.search(r"\b(?:before|after|since|until|during|from) the \w+ (?:in|on|of|at|for)$", text):
        return ""
    if not stranded and re.search(
        r"\b(a|an|the|of|to|by|for|with|and|or|but|that|which|who|than|as|at|from|its|their|very|more|about|because|so)$",
        text,
    ):
        return ""
    if re.search(
        r" -\w|-,|\b(?:her|him|them)$|\bher (?:by|to|in|on|at|for|with|and|when|\?)|\bbetween (?!.*\band\b)|\bboth (?!.*\band\b)|\b(and|or) (in|on|at|by|to)?\?",  # noqa: E501
        text,
    ):
        return ""
    hangs = re.search(r"\b(?:whether|if|when|where|why|how|although|while|unless|until|since)$", text)
    if hangs or re.search(r"\b(\w+) \1\b", text, re.IGNORECASE):
        return ""
    return capital(text) + "?"


_CURRENT = re.compile(rf"\bthis (?:{CURRENT})['’]s\b")
"""What is of the time of the text needs no name."""


def dangles(text: str) -> bool:
    """Whether a question has a word that stands for something it doesn't name."""
    low = re.findall(r"[a-z']+", _CURRENT.sub("the", text.lower()))
    if set(low) & (_MINE | _PERSONAL - {"that", "it", "they", "he", "she"}):
        return True
    if _TIES.search(text):
        return True
    pronouns = {"it", "they", "he", "she"} | _OWN
    for n, word in enumerate(low):
        if word in pronouns and n < 4:
            return True
    return re.search(r"\bthat(?: did| does| do| is| was| were)?$|\b(?:for|of|on|with|from|about) it$", text) is not None
