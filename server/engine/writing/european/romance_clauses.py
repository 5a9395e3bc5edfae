"""The main clause of a French, Spanish, Italian or Portuguese sentence: what opens it, its subject, its verb, the rest.

Read by closed classes (articles, prepositions, pronouns, auxiliaries) and by verbs that are known. A clause of which
any part is in doubt isn't read at all: subject and verb have to agree in number, nothing in it may be a pronoun that
stands for something outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from server.engine.writing.european.numbers import NUMBER_NOUNS, number_words
from server.engine.writing.european.romance_grammar import GRAMMARS, Grammar
from server.engine.writing.european.romance_verbs import Takes, Verbs, verbs

_NAME = r"[A-ZÀ-Þ][\wÀ-ÿ'’.-]*\w(?: (?:(?:de|del|della|di|da|do|dos|das|du|des|von|van|la|le) |d['’])?[A-ZÀ-Þ][\wÀ-ÿ'’-]+){0,3}"
_SUBJECT_MOST = 9
"""Words of a subject, without what is set off by commas in it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One main clause. All parts are the sentence's own words, without the marks at their ends."""

    lead: str
    """What stands before the subject: a time, a place, a purpose; empty where nothing does."""
    subject: str
    """As it stands inside a sentence: with a small article."""
    is_plural: bool
    is_name: bool
    is_definite: bool
    """Whether it isn't one of many: what "a loaf" costs can be asked, but not who "a woman" is that did something."""
    before: str
    """What stands before the verb and belongs to it: a negation, "se"."""
    finite: str
    after: str
    """Participle or infinitive behind an auxiliary or a modal verb."""
    takes: Takes
    rest: str
    """What follows the verb, up to the first mark or the next clause."""
    tail: str
    """What comes after that, with its mark."""

    @property
    def lead_is_plain(self) -> bool:
        """Whether what opens the sentence is no condition and no purpose of its own."""
        return not re.match(r"(?:Si|S['’]|Se|Quand|Cuando|Quando|Lorsque|Pour|Para|Per|Afin) ", self.lead)

    @property
    def verb(self) -> str:
        """The whole verb as it stands."""
        return " ".join(w for w in (self.before, self.finite, self.after) if w)


class ClauseReader:
    """Reads the clauses of one language."""

    def __init__(self, code: str) -> None:
        self.grammar: Grammar = GRAMMARS[code]
        self.verbs: Verbs = verbs(code)
        g = self.grammar
        self._numbers = frozenset(number_words(code)) | NUMBER_NOUNS
        self._article = re.compile(rf"(?:{g.articles})", re.IGNORECASE)
        self._indefinite = re.compile(rf"(?:{g.indefinite})", re.IGNORECASE)
        self._name = re.compile(rf"{_NAME}(?=[ ,])")
        self._aside = re.compile(rf",? (?:(?:{g.relatives}) )?[^,.;:]{{2,90}},(?= )")
        self._named = re.compile(rf", (?P<name>{_NAME}),(?= )")
        self._stop = re.compile(rf"[;:?!()«»„“”\"]|[,.](?!\d)| (?=(?:{g.conjunctions})[ '’])| [–—]")

    def read(self, text: str, is_name: Callable[[str], bool]) -> Clause | None:
        """The main clause of a sentence, or nothing where it can't be told for certain.

        Args:
            is_name: whether a capitalised word that opens a sentence is a name.
        """
        lead, body = self._led(text)
        if not body:
            return None
        article = self._article.match(body) or self._indefinite.match(body)
        named = None if article is not None else self._name.match(body)
        if article is None and (named is None or not (lead or is_name(named[0]))):
            return None
        found = self._subject(body, article.end() if article is not None else named.end() if named is not None else 0)
        if found is None:
            return None
        subject, after = found
        plural = article is not None and self.grammar.plural.match(article[0]) is not None
        return self._verbal(lead, subject, body[after:].lstrip(), plural=plural, named=article is None)

    def has_article(self, phrase: str) -> bool:
        """Whether a phrase opens with an article."""
        return self._article.match(phrase) is not None

    def _led(self, text: str) -> tuple[str, str]:
        """What opens a sentence before its subject, and the sentence from there on."""
        g = self.grammar
        for pattern in (g.dated, g.placed):
            match = pattern.match(text)
            if match is not None:
                return match[0].rstrip(" ,"), text[match.end() :]
        match = g.leading.match(text)
        if match is not None and "," in match[0]:
            return match[0].rstrip(" ,"), text[match.end() :]
        return "", text

    def _subject(self, body: str, start: int) -> tuple[str, int] | None:
        """The subject that opens a clause, and where its verb begins."""
        g, at, last = self.grammar, start, ""
        words: list[str] = []
        if start and body[start - 1] not in " '’":
            last = body[:start]
        head = body[:start].strip() if last else body[:start]
        while len(words) <= _SUBJECT_MOST:
            token = re.match(r" ?([\wÀ-ÿ°&'’-]+(?:\.(?=[A-Z]))?)", body[at:])
            if token is None:
                aside = self._aside.match(body[at:])
                if aside is None or not words:
                    return None
                named = self._named.match(body[at:])
                next_word = re.match(r" ([\wÀ-ÿ'’-]+)", body[at + aside.end() :])
                if next_word is None or not self._opens_verb(next_word[1], body[at + aside.end() :]):
                    return None
                subject = named["name"] if named is not None else f"{head}{' '.join(words)}"
                return subject, at + aside.end()
            word = token[1]
            if (words or last) and self._opens_verb(word, body[at:]) and last.lower() not in g.before_nouns:
                return (
                    f"{head}{' '.join(words)}" if not head[-1:].isalpha() else f"{head} {' '.join(words)}"
                ).strip(), at
            if word.lower() in g.not_in_subjects:
                return None
            words.append(word)
            last = word
            at += token.end()
        return None

    def _opens_verb(self, word: str, after: str) -> bool:
        """Whether a word is a finite verb, or what stands before one; a noun that looks like a verb has one behind it."""
        g = self.grammar
        rest = re.findall(r"[\wÀ-ÿ'’-]+", after)[:4]
        if word.lower() in g.clitics or re.match(r"(?:s|n|c)['’]\w", word):
            bare = word.rsplit("'", maxsplit=1)[-1].rsplit("’", maxsplit=1)[-1] if re.match(r"[snc]['’]", word) else ""
            following = [bare] if bare else rest[1:3]
            return any(self.verbs.takes(self._plain(w)) is not None for w in following)
        if self.verbs.takes(self._plain(word)) is None:
            return False
        doubled = len(rest) > 1 and self.verbs.takes(rest[1]) is not None and self.verbs.takes(word) is Takes.NOTHING
        return not (doubled and rest[1].lower() not in g.before_nouns | g.clitics)

    def _plain(self, word: str) -> str:
        """A verb without the pronoun that Portuguese puts behind it."""
        return re.sub(r"-(?:se|lhes?|me|nos)$", "", word) if self.grammar.code == "pt" else word

    def _verbal(self, lead: str, subject: str, body: str, *, plural: bool, named: bool) -> Clause | None:
        g = self.grammar
        before: list[str] = []
        words = body
        while True:
            token = re.match(r"([\wÀ-ÿ-]+['’]|[\wÀ-ÿ-]+)( ?)", words)
            if token is None:
                return None
            low = token[1].lower()
            if low in g.clitics or low in {"n'", "n’", "s'", "s’"}:
                if low in g.object_pronouns:
                    return None
                before.append(token[0])
                words = words[token.end() :]
                continue
            break
        finite = token[1]
        if "-" in finite and g.code == "pt":
            finite, _, pronoun = finite.rpartition("-")
            if pronoun != "se":
                return None
            before.append("se ")
        takes = self.verbs.takes(finite)
        if takes is None or (self.verbs.is_plural(finite) != plural):
            return None
        words = words[token.end() :]
        bound = g.having_to.match(f"{finite} {words}")
        if bound is not None and self.verbs.is_infinitive(bound["doing"]):
            finite, takes, words = bound["must"], Takes.MUST, words[bound.start("doing") - len(finite) - 1 :]
        after, words = self._nonfinite(takes, words)
        if after:
            last = after.split()[-1]
            takes |= self.verbs.of_participle(last) if self.verbs.is_participle(last) else Takes.NOTHING
        elif takes & Takes.HAVE and not takes & ~Takes.HAVE:
            takes = Takes.HAVE
        stop = self._stop.search(f" {words}")
        cut = max(0, stop.start() - 1) if stop is not None else len(words)
        rest = self._one_clause(words[:cut].strip())
        article = self._article.match(subject) or self._indefinite.match(subject)
        if article is not None and subject[0].isupper():
            subject = subject[0].lower() + subject[1:]
        return Clause(
            lead=lead,
            subject=subject,
            is_plural=plural,
            is_name=named or article is None,
            is_definite=named or self._indefinite.match(subject) is None,
            before="".join(before).strip() if not before or before[-1][-1] != "'" else "".join(before),
            finite=finite,
            after=after,
            takes=takes,
            rest=rest,
            tail=words[cut:].strip(),
        )

    def _nonfinite(self, takes: Takes, words: str) -> tuple[str, str]:
        """Participles behind to have and to be, infinitives behind modal verbs; adverbs between are left out."""
        g, out, kept = self.grammar, [], words
        wants_infinitive = bool(takes & (Takes.MUST | Takes.MAY))
        while takes & (Takes.HAVE | Takes.BE | Takes.MUST | Takes.MAY):
            token = re.match(r"([\wÀ-ÿ-]+)( |(?=[,.;:])|$)", words)
            if token is None:
                break
            low = token[1].lower()
            if low in g.between:
                words = words[token.end() :]
                if low in g.negations:
                    out.append(token[1])
                    kept = words
                continue
            fits = self.verbs.is_infinitive(low) if wants_infinitive and not self._has_infinitive(out) else False
            fits = fits or (self.verbs.is_participle(low) and low not in g.no_participles | self._numbers)
            if not fits or sum(w not in g.negations for w in out) >= 3:
                break
            out.append(token[1])
            words = words[token.end() :]
            kept = words
        return " ".join(out), kept

    def _has_infinitive(self, words: list[str]) -> bool:
        return any(self.verbs.is_infinitive(w) for w in words)

    def _one_clause(self, rest: str) -> str:
        """What follows a verb, without a second clause that "and" joins to it."""
        g = self.grammar
        words = rest.split()
        for n, word in enumerate(words):
            if word.lower() not in g.ands or n + 1 == len(words):
                continue
            if words[n + 1].lower() in (g.object_pronouns | g.clitics) - g.article_words:
                return " ".join(words[:n])
            for before, following in zip(words[n:], words[n + 1 : n + 7], strict=False):
                verb = self.verbs.takes(self._plain(following.strip(",")))
                if (
                    verb is not None
                    and before.lower() not in g.before_nouns
                    and following.lower() not in g.not_in_subjects
                ):
                    return " ".join(words[:n])
        return rest
