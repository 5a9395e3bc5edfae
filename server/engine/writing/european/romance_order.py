"""The order in which French, Spanish, Italian and Portuguese ask: what comes first, subject or verb, and French "-t-il"."""

from __future__ import annotations

import re

from server.engine.writing.european.romance_clauses import Clause

_SUBJECT_BEHIND = 5
"""Words of a Spanish subject that may stand between its verb and what follows."""
_SHE = re.compile(
    r"(?:tion|sion|xion|ance|ence|ure|ette|esse|rie|gie|phie|ogie|ine|ade|ille|elle|onne|aine|trice|euse|ière|ienne|sité|rité|lité|nité|"
    r"té|ée|ise)s?$"
)
_HE = re.compile(
    r"(?:ment|age|eau|isme|teur|geur|veur|seur|leur|ier|oir|in|on|al|ail|et|ent|ant|aire|ien|ois|ard|iste|if|us|il)s?$|(?:aux|eaux)$"
)
_NEITHER = frozenset(
    "été côté comité traité pâté arrêté député musée lycée trophée silence incendie génie murmure image page plage cage rage nage "
    "fleur couleur chaleur valeur odeur erreur lueur douleur pâleur forêt nuit dent saison maison raison façon leçon boisson main fin "
    "prison chanson moisson poire mémoire histoire gloire armoire voix eau peau fontaine domaine capitaine antenne magazine élève "
    "artiste cycliste pianiste journaliste touriste locataire secrétaire bibliothécaire riverain goutte jument dette trajet "
    "domicile asile fois souris brebis vis oasis clairière cimetière derrière arrière gens personne victime sentinelle vigile "
    "crocodile reptile textile rifle modèle parallèle libellule chaise grise remise sosie messie incendie foie".split()
)
_MIXED = re.compile(
    r"^(?:enfant|habitant|étudiant|élève|riverain|visiteur|voyageur|passager|usager|commerçant|agriculteur|locataire|joueur|chauffeur|"
    r"conseiller|membre|participant|touriste|artiste|citoyen|parent|client|lecteur|spectateur|salarié|ouvrier|adhérent)s$"
)
_ASPIRATED = re.compile(r"(?:haï|hal|hang|hant|harc|hasard|hât|hauss|heurt|hiss|hoch|hors|hurl)")


def french_pronoun(subject: str, *, is_plural: bool) -> str:
    """The pronoun that takes up a subject: il, elle, ils, elles; empty where its gender isn't certain."""
    low = subject.lower()
    noun = re.match(r"(?:l['’]|les |chaque |une? )?([\wà-ÿ-]+)", low)
    bare = noun[1] if noun is not None else ""
    she: bool | None = None
    if re.match(r"(?:le |un |m\. )", low):
        she = False
    elif re.match(r"(?:la |une |mme )", low):
        she = True
    elif is_plural and _MIXED.match(bare):
        she = False
    elif re.match(r"(?:l['’]|les |chaque )", low) and not subject[2:3].isupper():
        single = bare.removesuffix("s") if is_plural else bare
        if single not in _NEITHER and bare not in _NEITHER:
            she = True if _SHE.search(bare) else False if _HE.search(bare) else None
    if she is None:
        return ""
    return ("elle" if she else "il") + ("s" if is_plural else "")


def french_inverted(clause: Clause, pronoun: str) -> str:
    """The verb with its pronoun behind it: "ferma-t-il", "a-t-elle été fondée", "ne doit-il pas être enfoui"."""
    link = "-t-" if clause.finite[-1] in "aec" else "-"
    before = clause.before if not clause.before or clause.before[-1] in "'’" else f"{clause.before} "
    after = f" {clause.after}" if clause.after else ""
    return f"{before}{clause.finite}{link}{pronoun}{after}"


def french_plain(clause: Clause) -> str:
    """The verb as it stands before a subject that follows it."""
    before = clause.before if not clause.before or clause.before[-1] in "'’" else f"{clause.before} "
    return f"{before}{clause.finite}{f' {clause.after}' if clause.after else ''}"


def elided(word: str, following: str) -> str:
    """ "Que" before a verb: "Qu'a vendu", "Que vend"."""
    mute = re.match(r"[aeiouyéèêâîôûh]", following, re.IGNORECASE) is not None and not _ASPIRATED.match(following)
    return f"{word[:-1]}'{following}" if mute else f"{word} {following}"


def whole_clause(code: str, asked: str, clause: Clause, rest: str) -> str:
    """A question that keeps the whole of a clause behind its word: why, and when or where of somebody doing something.

    Empty where the language's order can't be had.
    """
    said = f" {rest}" if rest else ""
    if code == "fr":
        pronoun = french_pronoun(clause.subject, is_plural=clause.is_plural)
        if pronoun:
            return f"{asked} {clause.subject} {french_inverted(clause, pronoun)}{said} ?"
        vowel = re.match(r"[aeiouyéèêâîôûAEIOUYÉÈÊ]", clause.subject)
        return f"{asked} est-ce qu{chr(39) if vowel else 'e '}{clause.subject} {french_plain(clause)}{said} ?"
    if code == "es":
        if len(clause.subject.split()) > _SUBJECT_BEHIND:
            return f"¿{asked} {clause.subject} {clause.verb}{said}?" if asked == "Por qué" else ""
        return f"¿{asked} {clause.verb} {clause.subject}{said}?"
    if code == "it":
        return f"{asked} {clause.subject} {clause.verb}{said}?"
    frame = "" if asked == "Por que razão" else " é que"
    return f"{asked}{frame} {clause.subject} {clause.verb}{said}?"


def subject_last(code: str, asked: str, clause: Clause, rest: str = "") -> str:
    """A question whose subject stands behind its verb, with nothing between them: "Quand ferma le moulin ?"."""
    said = f" {rest}" if rest else ""
    if code == "fr":
        verb = french_plain(clause)
        opened = elided(asked, verb) if asked == "Que" else f"{asked} {verb}"
        return f"{opened} {clause.subject}{said} ?"
    turned = f"{asked} {clause.verb} {clause.subject}{said}?"
    return f"¿{turned}" if code == "es" else turned


def whether(code: str, clause: Clause, rest: str) -> str:
    """A question for yes or no; empty where the language's order can't be had."""
    said = f" {rest}" if rest else ""
    if code == "fr":
        pronoun = french_pronoun(clause.subject, is_plural=clause.is_plural)
        subject = clause.subject[0].upper() + clause.subject[1:]
        return f"{subject} {french_inverted(clause, pronoun)}{said} ?" if pronoun else ""
    if code == "es":
        verb = clause.verb[0].upper() + clause.verb[1:]
        return f"¿{verb} {clause.subject}{said}?"
    subject = clause.subject[0].upper() + clause.subject[1:]
    return f"{subject} {clause.verb}{said}?"
