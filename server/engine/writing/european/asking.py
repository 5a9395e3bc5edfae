"""What sentences of the languages read by rules answer: simple questions that need no change of word order."""

from __future__ import annotations

import re
from collections.abc import Iterable

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Asked, Kind, Noun, Tellings, Term
from server.engine.writing.european import german_asking, happening, headings, introducing, leading
from server.engine.writing.european.forms import Wondering
from server.engine.writing.european.inquiring import inquirer
from server.engine.writing.european.numbers import NUMBER_NOUNS
from server.engine.writing.european.romance_asking import romance_asker
from server.engine.writing.european.wondering import wondering

_NUMBERED = re.compile(
    r"^(?:(?:§+|Art\.|Artikel|Article|Artículo|Articolo|Artigo|Kapitel|Chapitre|Capítulo|Capitolo|Teil) ?)?\d+(?:\.\d+)*[a-z]?[.):]?\s+(?=\w)"
)
"""The number of a heading, which nobody asks with."""
_TOPICS = 3
_NO_TOPICS = (
    frozenset(
        "montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche "
        "lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica "
        "segunda terça quarta quinta sexta dos tres cuatro cinco seis siete ocho nueve diez once doce deux trois quatre cinq "
        "six sept huit neuf dix due tre quattro cinque sei sette otto nove dieci duas três quatro sete oito dez mañana tarde "
        "matin soir mattina sera manhã noite dernier dernière premier première último última primero primera ultimo prima "
        "primo primeiro primeira letzte erste".split()
    )
    | NUMBER_NOUNS
)
"""Days, hours and ranks: a phrase that ends with one of them is nothing that is asked about."""
_OFTEN = 3
"""Times that a source names what it keeps coming back to."""
_SHORT = 4
"""Characters of the shortest term."""
_OF_THEM = r"\b(?:dei|degli|delle|des|dos|das|de los|de las)"
"""What joins a plural to the noun before it."""
_FIGURES = 2
"""Of a sentence that is asked for its figures."""
_LINK = 3
"""Characters of the words that join the parts of a name: de, van."""
_LONGEST = 16
"""Words of a question."""


_NO_TERM = re.compile(
    r"(?:Dans|Pour|Avec|Sans|Sur|Sous|Après|Avant|Con|Per|Senza|Dopo|Prima|Sopra|Sotto|Nel|Nella|Sul|Sulla|Tra|Fra|Para|Por|Sin|Sobre|Tras|En|Com|Sem|Após|Em|No|Na|"
    r"Cet|Cette|Este|Esta|Ese|Esa|Quest[oa]|Quell[oa]|Esse|Essa|Mi|Mia|Mio|Minha|Meu|Mon|Ma|Notre|Su|Sua|Seu|Son|Sa)[ '’]"
)
"""How no term opens that a sentence says something of."""
_IMPERSONAL = re.compile(
    r"(?:Il (?:ne |n['’])?(?:faut|est|fallait|était) |(?:No )?(?:[Ss]e (?:debe|puede|permite|recomienda)n?|[Hh]ay que|[Cc]onviene|[Ee]stá|[Ee]s) |"
    r"(?:Non )?(?:[Ss]i (?:deve|può|devono|possono)|[Bb]isogna|[Oo]ccorre|[Cc]onviene|[ÈEè]) |(?:Não )?(?:[Ss]e (?:deve|pode)|[Éé]|[Cc]onvém|[Hh]á que) )"
)
"""How a clause opens that says of nobody what has to be done or is so."""


class EuropeanAsker:
    """Asks in German, French, Spanish, Italian and Portuguese; in any other language by the sources' own headings."""

    def __init__(self, analysis: Analysis) -> None:
        self.tellings = Tellings(analysis)
        self._analysis = analysis
        self._words = wondering(analysis.rules.code)
        self._inquirer = inquirer(analysis.rules.code)
        self._romance = romance_asker(analysis.rules.code)
        self._text = "\n".join(s.text for s in analysis.sources)
        self._names: dict[str, str] = {}
        self._small = frozenset(re.findall(r"(?<!\w)[a-zà-ÿ][\wà-ÿ'’-]*", self._text))

    def questions(self, ids: Iterable[int]) -> list[Asked]:
        """All questions that sentences answer by themselves, several for one sentence, in the sentences' order."""
        out: list[Asked] = []
        for i in ids:
            s = self._analysis.sentences[i]
            out += [Asked(p.text, Kind.ASKED, i, quality=1.2, checked=False) for p in s.prompts if p.kind == "asked"]
            out += self._headed(s)
            out += self._led(s)
            if self._words is not None and self.tellings.text(i) and Role.TABLE not in s.roles:
                out += self._own(s, self._words)
        return out

    def _led(self, s: Sentence) -> list[Asked]:
        """What the sentence before asks, and whom one introduces that leans on it."""
        before = self._analysis.sentences[s.id - 1] if s.id else None
        if before is None or (before.source, before.paragraph) != (s.source, s.paragraph) or Role.TABLE in s.roles:
            return []
        code = self._analysis.rules.code
        if put := leading.question(before, code):
            return [Asked(put, Kind.ASKED, s.id, quality=0.9, checked=False)]
        if self.tellings.text(s.id) or not self.tellings.text(before.id) or not self.stands(s.told):
            return []
        who = [asked for _, asked in introducing.people(s.told, code)][:1]
        return [Asked(q, Kind.DEFINITION, s.id, "", 0.6, since=before.id, checked=False) for q in who]

    def terms(self, ids: Iterable[int]) -> list[Term]:
        """The terms that sentences explain, in their order."""
        words, out = self._words, self._introduced(ids)
        for i in ids if words is not None else ():
            text = self.tellings.text(i)
            match = words.is_a.match(text) if words is not None and text else None
            if match is None or words is None or len(match["term"].split()) > words.term_most:
                continue
            term = match["term"].strip()
            bare = words.article.sub("", term)
            if not bare or bare.split()[0].lower() in words.no_terms or re.search(r"[\d,;:]", term):
                continue
            if _NO_TERM.match(term) or re.search(r" (?:et|y|e|und|que|qui|che) ", term):
                continue
            asked = words.what_is.format(term=self._inside(term), verb=match["verb"]).replace("cosa è ", "cos'è ")
            out.append(Term(bare[:1].upper() + bare[1:], text, i, 0.8, asked, match["said"].rstrip(".")))
        return out

    def _introduced(self, ids: Iterable[int]) -> list[Term]:
        """People with what the sentence that introduces them says of them, and words that one explains in passing."""
        code, out = self._analysis.rules.code, []
        known: set[str] = set()
        for i in ids:
            text = self.tellings.text(i)
            if not text or Role.TABLE in self._analysis.sentences[i].roles or not self.stands(text):
                continue
            for name, asked in introducing.people(text, code):
                if name not in known:
                    known.add(name)
                    out.append(Term(name, text, i, 0.5, asked))
            out += [Term(w[:1].upper() + w[1:], text, i, 0.75) for w in introducing.words(text, code)]
        return out

    def concepts(self, ids: Iterable[int]) -> list[Term]:
        """The subjects that the sources keep coming back to, each with the sentence that says most of it."""
        words = self._words
        best: dict[str, Term] = {}
        for i in ids if words is not None else ():
            s, text = self._analysis.sentences[i], self.tellings.text(i)
            match = words.subject.match(text) if words is not None else None
            if words is None or Role.TABLE in s.roles or not 8 <= len(text.split()) <= 40 or not self.stands(text):
                continue
            for phrase in dict.fromkeys((*([match["topic"]] if match is not None else []), *s.gist[:2])):
                bare = re.sub(r"^(?:\w{1,3}['’]|\w{1,3} )", "", phrase)
                often = len(re.findall(rf"\b{re.escape(bare)}\b", self._text, re.IGNORECASE)) if bare else 0
                vague = not bare or bare.split()[0].lower() in words.no_terms | _NO_TOPICS or re.search(r"\d", bare)
                if often < _OFTEN or vague or len(bare) < _SHORT or (" " not in phrase and not self._named(phrase, s)):
                    continue
                opens = match is not None and phrase == match["topic"]
                strength = min(0.6, 0.1 + 0.05 * often + 0.1 * (Role.DEFINITION in s.roles) + 0.1 * opens)
                self._keep(best, Term(bare[:1].upper() + bare[1:], text, i, strength + 0.01 * min(9, len(s.terms))))
        return list(best.values())

    @staticmethod
    def _keep(best: dict[str, Term], term: Term) -> None:
        """The strongest of each term."""
        if term.term.lower() not in best or term.strength > best[term.term.lower()].strength:
            best[term.term.lower()] = term

    def stands(self, text: str) -> bool:
        """Whether nothing in a text points at something that it doesn't name."""
        return self._words is None or not self._words.points.search(text)

    def states(self, text: str) -> bool:
        """Whether a text points at nothing before it: more can't be told without a parser."""
        return self.stands(text)

    def nouns(self, text: str) -> list[Noun]:
        """None: without a parser no noun has a number or a kind."""
        del text
        return []

    def kind_of(self, name: str) -> str:
        """Nothing: without a parser no name of these languages has a kind."""
        del name
        return ""

    def _own(self, s: Sentence, words: Wondering) -> list[Asked]:
        text, out = self.tellings.text(s.id), []
        out += self._clausal(text, s)
        if all(a.kind is not Kind.WHY for a in out):
            out += self._reasoned(text, s, words)
        for each in words.turned:
            match = each.pattern.search(text)
            if match is None or not self._is_plain(match.groupdict().get("what") or ""):
                continue
            parts = {k: self._inside(v) if k == "what" else v for k, v in match.groupdict().items()}
            if "how" in parts:
                parts["how"] = parts["how"].lower()
            if "date" in parts:
                parts["date"] = parts["date"][:1].lower() + parts["date"][1:]
            asked = each.form.format(**parts)
            if len(asked.split()) <= _LONGEST:
                answer = parts.get("said", "").strip()
                out.append(Asked(asked, each.kind, s.id, answer, each.quality, checked=False))
        match = words.dated.match(text)
        code = self._analysis.rules.code
        if match is not None and Role.PLAN not in s.roles and happening.can_be_asked(text[match.end() :], code):
            date = match["date"][:1].lower() + match["date"][1:]
            out.append(Asked(words.happened.format(date=date), Kind.EVENT, s.id, "", 0.55, checked=False))
        return [*out, *self._plainly(text, s, words)]

    def _reasoned(self, text: str, s: Sentence, words: Wondering) -> list[Asked]:
        """Why, of a clause without a subject of its own: "Il ne faut pas jeter de viande, parce que …"."""
        match = words.because.match(text)
        if match is None or not 4 <= len(match["main"].split()) <= _LONGEST or not self._is_plain(match["main"]):
            return []
        main = match["main"].strip(" ,")
        code = self._analysis.rules.code
        if code != "de" and not _IMPERSONAL.match(main):
            return []
        turned = re.match(r"Il (?P<no>ne |n['’])?(?P<verb>faut|est|fallait|était) (?P<rest>.+)", main)
        if code == "fr" and turned is not None:
            said = f"Pourquoi {turned['no'] or ''}{turned['verb']}-il {turned['rest']} ?"
        else:
            said = words.why.format(main=main if code == "de" else main[0].lower() + main[1:])
        return [Asked(said, Kind.WHY, s.id, match["cause"].rstrip("."), 0.95, checked=False)]

    def _clausal(self, text: str, s: Sentence) -> list[Asked]:
        """What the parts of a clause answer, where the language's clauses can be told apart."""
        if not self.stands(text):
            return []
        if self._analysis.rules.code == "de":
            return list(german_asking.asked(text, s.id, lambda what: self._is_name(what, s)))
        made = [
            asked
            for asker in (self._romance, self._inquirer)
            if asker is not None
            for asked in asker.asked(text, s.id, lambda what: self._is_name(what, s))
        ]
        return [a for a in made if len(a.question.split()) <= _LONGEST]

    def _plainly(self, text: str, s: Sentence, words: Wondering) -> list[Asked]:
        """What there is to know about what a sentence names, for want of a better question; of orders nothing."""
        if re.match(r"[A-ZÄÖÜ][a-zäöü]+n Sie ", text) or (
            self._romance is not None and self._romance.sentences.is_order(text)
        ):
            return []
        opening = words.subject.match(text)
        phrases = [opening["topic"]] if opening is not None else []
        kept: list[tuple[str, ...]] = []
        topics = (*phrases, *s.gist[:2], *map(self._full, s.names), *self._further(s))
        for phrase in dict.fromkeys(self._named(p, s) for p in topics if p):
            if not phrase:
                continue
            first = phrase.split()[-1].lower()
            if self._is_part(phrase) or (
                self._romance is not None and self._romance.sentences.is_no_topic(phrase, text, self._text)
            ):
                continue
            if len(phrase.split()) <= 5 and first not in words.no_terms | _NO_TOPICS and not re.search(r"\d", phrase):
                subject = opening is not None and phrase == opening["topic"]
                ways = self._ways(phrase, s, words, subject=subject)
                kept.append(tuple(self._about(phrase, words, way) for way in ways))
        ranked = enumerate(kept[:_TOPICS])
        about = (Asked(q[0], Kind.ABOUT, s.id, "", 0.4 - 0.08 * n, checked=False, forms=q) for n, q in ranked)
        return list(about)

    def _ways(self, phrase: str, s: Sentence, words: Wondering, *, subject: bool) -> tuple[str, ...]:
        """How a sentence is asked for by what it is about: for plans and figures by that, else in several ways."""
        if subject and Role.PLAN in s.roles and not s.roles & {Role.OPINION, Role.QUOTATION}:
            return (words.planned,)
        figures = [f for f in s.figures if f not in s.years and f[0].isdigit()]
        if len(figures) >= _FIGURES and not self._full(phrase):
            return (words.counted,)
        return words.abouts

    def _is_name(self, what: str, s: Sentence) -> bool:
        """Whether a phrase without an article is a name: two capitals, or a word written large inside sentences too."""
        first, *others = what.split()
        if others and all(w[0].isupper() or len(w) <= _LINK for w in others):
            return not s.text.startswith(first) or first.lower() not in self._small
        return re.search(rf"(?<=[a-zà-ÿ,] ){re.escape(first)}\b", self._text) is not None

    def _about(self, phrase: str, words: Wondering, form: str) -> str:
        topic = self._inside(phrase)
        if " " not in topic:
            known = (f"{article} {topic}" for article in words.articles)
            topic = next((k for k in known if re.search(rf"\b{re.escape(k)}\b", self._text, re.IGNORECASE)), topic)
        said = form.format(topic=topic)
        for plain, governed in words.governed:
            said = said.replace(plain, governed)
        return said

    def _named(self, phrase: str, s: Sentence) -> str:
        """A phrase that can be asked about: one word of a name in full, a bare German noun only where it has an article."""
        if " " in phrase or self._analysis.rules.code != "de":
            return phrase
        whole = next((full for n in s.names if phrase in n.split() and (full := self._full(n))), "")
        if whole:
            return max(whole, self._full(phrase), key=len)
        articles = self._words.articles if self._words is not None else ()
        has = any(re.search(rf"\b{a} {re.escape(phrase)}\b", self._text, re.IGNORECASE) for a in articles)
        return phrase if has else ""

    def _is_part(self, name: str) -> bool:
        """Whether a word is only ever the end of another name: "Pini" of "l'isola dei Pini"."""
        whole = re.findall(rf"\b{re.escape(name)}\b", self._text)
        return name[:1].isupper() and len(whole) == len(re.findall(rf"{_OF_THEM} {re.escape(name)}\b", self._text))

    def _full(self, name: str) -> str:
        """A name as the sources write it in full."""
        if name not in self._names:
            some = r"[A-ZÀ-Þ][\wÀ-ÿ'’-]+"
            found = re.findall(rf"(?<=[a-zà-ÿ,] )(?:{some} )?\b{re.escape(name)}\b(?: {some})?", self._text)
            self._names[name] = max(found, key=len, default="")
        return self._names[name]

    def _further(self, s: Sentence) -> list[str]:
        """What the next sentence is about, where this one opens what can be told without those before it."""
        sentences = self._analysis.sentences
        before = sentences[s.id - 1] if s.id else None
        opens = before is None or before.paragraph != s.paragraph or not self.tellings.text(before.id)
        if s.id + 1 >= len(sentences) or not opens:
            return []
        after = sentences[s.id + 1]
        return [*after.gist[:1], *map(self._full, after.names[:1])] if after.paragraph == s.paragraph else []

    def _headed(self, s: Sentence) -> list[Asked]:
        """The heading over a section's first sentence: as a question about it, or as it stands."""
        first = not s.id or self._analysis.sentences[s.id - 1].section != s.section
        title = self._analysis.section_of(s).title.strip(" .:")
        heading = _NUMBERED.sub("", title) or title
        if not first or not heading:
            return []
        if heading.endswith("?"):
            return [Asked(heading, Kind.ASKED, s.id, quality=0.9, checked=False)]
        if how := headings.asked(heading, self._analysis.rules.code):
            return [Asked(how, Kind.HEADED, s.id, "", 0.8, checked=False)]
        form = self._words.headed if self._words is not None else "{heading}"
        return [Asked(form.format(heading=heading), Kind.HEADED, s.id, "", 0.45, checked=False)]

    def _inside(self, words: str) -> str:
        """A phrase from the start of a sentence as it stands inside one."""
        first = words.split(maxsplit=1)[0] if words.split() else ""
        if self._words is not None and first.lower() in self._words.small:
            return words[0].lower() + words[1:]
        if re.match(r"[A-ZÀ-Þ]['’]", words):
            return words[0].lower() + words[1:]
        return words

    def _is_plain(self, main: str) -> bool:
        return (
            not re.search(r"[;:,«»„“\"()—]", main)
            and not re.match(r"(?:Nel|In|En|Em|Dans|À|A|Por|Per|Sur|Après|Dopo) ", main)
            and not self._analysis.rules.opening_pronoun(main)
            and self.stands(main)
        )
