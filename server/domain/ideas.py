"""Ideas for podcasts, made from the words of a topic: no model, no network, the same words give the same ideas.

A topic is brought to the phrase it is about; each angle (beginners, news, people, questions, disputes …) turns that
phrase into a show with four episodes. The scores are estimates from the angle and from the wording, and no more.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from server.domain import idea_words

MAX_TOPIC = 500
FEWEST_IDEAS = 3
_ASKED = 5
"""Ideas for one topic."""
_WORDS_KEPT = 6


@dataclass(frozen=True, slots=True)
class IdeaStats:
    """Estimates from 0 to 100."""

    question_complexity: int
    topical_depth: int
    search_volume_conversational: int
    content_freshness: int


@dataclass(frozen=True, slots=True)
class PodcastIdea:
    """A show that could be made, with exactly four titles of episodes."""

    name: str
    description: str
    episodes: tuple[str, str, str, str]
    stats: IdeaStats


@dataclass(frozen=True, slots=True)
class _Angle:
    """How to look at a topic. In the texts `{T}` is the topic as a title, `{t}` as it stands within a sentence."""

    name: str
    description: str
    episodes: tuple[str, str, str, str]
    stats: tuple[int, int, int, int]


_ANGLES = (
    _Angle(
        "{T}, from the Beginning",
        "For people who are new to {t}: every episode explains one thing properly, and the next one builds on it.",
        (
            "{T}: What It Means, in Plain Words",
            "{T}: Ten Words Worth Knowing",
            "{T}: Where the Story Starts",
            "{T}: Your First Steps",
        ),
        (38, 45, 82, 40),
    ),
    _Angle(
        "{T}: Questions and Answers",
        "Listeners' questions about {t}, answered one at a time, with the sources named.",
        (
            "{T}: Worth the Effort?",
            "{T}: What Does It Cost in Time and Money?",
            "{T}: Which Mistakes Does Everybody Make?",
            "{T}: How Do You Tell What Works?",
        ),
        (66, 58, 90, 52),
    ),
    _Angle(
        "{T}, This Month",
        "What has changed around {t}, what it means, and what can safely be ignored.",
        (
            "{T}: Three Things That Changed This Month",
            "{T}: The Story Everybody Shared, Checked",
            "{T}: One Number, Explained",
            "{T}: What to Watch Next",
        ),
        (48, 55, 60, 94),
    ),
    _Angle(
        "{T}: The People",
        "Conversations with people who know {t} from their own lives: how they began, and what they got wrong.",
        (
            "{T}: A Day in the Life",
            "{T}: The Beginner and the Veteran",
            "{T}: What I Wish I Had Known",
            "{T}: The Quiet Work Nobody Sees",
        ),
        (44, 62, 57, 60),
    ),
    _Angle(
        "{T}: Both Sides",
        "Two voices, one dispute about {t} an episode, and the best argument of either side.",
        (
            "{T}: The Strongest Case For",
            "{T}: The Strongest Case Against",
            "{T}: Who Pays, and Who Gains?",
            "{T}: Where Both Sides Agree",
        ),
        (84, 76, 54, 64),
    ),
    _Angle(
        "{T}: A Short History",
        "The past of {t}, told through its turning points.",
        (
            "{T}: How Things Were Done Before",
            "{T}: The Year That Changed Everything",
            "{T}: What Was Lost on the Way",
            "{T}: The Chapter Still Being Written",
        ),
        (58, 82, 50, 24),
    ),
    _Angle(
        "{T} in Practice",
        "One thing to try a week: short, concrete episodes on {t}, with an exercise at the end.",
        (
            "{T}: A Plan for the First Seven Days",
            "{T}: Small Habits That Last",
            "{T}: When It Goes Wrong",
            "{T}: How to Measure Progress",
        ),
        (46, 60, 78, 46),
    ),
    _Angle(
        "{T}: Behind the Scenes",
        "What one doesn't see of {t}: the machinery, the money and the rules.",
        (
            "{T}: Follow the Money",
            "{T}: The Rules, and Who Wrote Them",
            "{T}: The Places Where It Happens",
            "{T}: Five Myths, Tested",
        ),
        (74, 86, 52, 58),
    ),
)

_STARTING_POINTS = (
    "local history", "home cooking", "night trains", "gardening in small spaces", "learning a language",
    "repairing things", "sleep", "city planning", "personal finance", "bread baking", "open source software",
    "volunteering", "bird watching", "small museums", "public libraries", "family archives", "amateur astronomy",
    "walking", "board games", "starting a small business", "the first job", "raising twins", "folk music", "weather",
    "maps",
)  # fmt: skip
"""Topics that are proposed when nothing is known of the caller."""

_LEAD = re.compile(
    r"^(?:(?:please|i(?:'d| would)? (?:like|want|wish|need)(?: to)?|can you|could you|let's|make|create|write|do|"
    r"give me|suggest|find|start|record|produce|podcasts?|shows?|series|episodes?|ideas?|topics?|a|an|the|some|my|our|"
    r"new|about|on|for|of|around|regarding|concerning|how (?:do|does|can|could|should|would) "
    r"(?:i|you|one|people|they)|how to|tell me|explain|discuss|talk)\b[\s,:-]*)+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"\b(?:and|or|of|for|with|in|on|to|the|a|an|from|by|at|about|is|are|that|which|who)$", re.IGNORECASE
)
_SMALL = frozenset("a an and as at but by for from in into nor of on or over so the to up with vs via".split())
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+")
_UNFIT = re.compile(r"[^\w\s'’&+#./-]")


def phrase_of(topic: str, language: str = "en") -> str:
    """What a topic is about, as a phrase of at most six words; empty when it holds no word."""
    text = _ADDRESS.sub(" ", topic[:MAX_TOPIC])
    first = re.split(r"[.!?;\n](?:\s|$)", text.strip(), maxsplit=1)[0] or text
    text = " ".join(_UNFIT.sub(" ", first).split()).strip(" '’&+#./-")
    shorter = idea_words.LEADS.get(language, _LEAD).sub("", text).strip(" '’&+./-")
    words = (shorter or text).split()[:_WORDS_KEPT]
    phrase = " ".join(words)
    while len(words) > 1 and _TRAIL.search(phrase):
        words.pop()
        phrase = " ".join(words)
    return phrase[:80] if re.search(r"\w", phrase) else ""


def ideas_for(topic: str, *, otherwise: str = "en") -> tuple[PodcastIdea, ...]:
    """Five ideas for a topic in its own language, or none when it holds no words.

    `otherwise` is the caller's language, for a topic that does not tell its own.
    """
    language = idea_words.language_of(topic, otherwise=otherwise)
    phrase = phrase_of(topic, language)
    if not phrase:
        return ()
    return tuple(_idea(phrase, angle, language) for angle in islice(_angles_in_order(phrase, language), _ASKED))


def ideas_from(phrases: Sequence[str], *, seed: str, otherwise: str = "en") -> tuple[PodcastIdea, ...]:
    """Ideas when no topic was named: one for each of the caller's own phrases, then for starting points of ours.

    `seed` decides which starting points and angles come, so that another day brings others.
    """
    own: dict[str, str] = {}
    for each in phrases:
        language = idea_words.language_of(each, otherwise=otherwise)
        if len(own) < _ASKED and (found := phrase_of(each, language)):
            own.setdefault(found, language)
    if len(own) < FEWEST_IDEAS:
        places = sorted(_STARTING_POINTS, key=lambda point: hashlib.sha256(f"{seed}/{point}".encode()).digest())
        own |= dict.fromkeys([point for point in places if point not in own][: _ASKED - len(own)], "en")
    made: list[PodcastIdea] = []
    for n, (phrase, language) in enumerate(own.items()):
        angles = _angles_in_order(seed, language)
        made.append(_idea(phrase, angles[n % len(angles)], language))
    return tuple(made)


def _angles_in(language: str) -> tuple[_Angle, ...]:
    """The ways to look at a topic; those of other languages are estimated as their English ones."""
    said = idea_words.ANGLES.get(language)
    if said is None:
        return _ANGLES
    alike = (_ANGLES[n] for n in (0, 1, 3, 5, 6))
    return tuple(_Angle(*texts, english.stats) for texts, english in zip(said, alike, strict=True))


def _angles_in_order(seed: str, language: str) -> list[_Angle]:
    def place(angle: _Angle) -> bytes:
        return hashlib.sha256(f"{seed.casefold()}/{angle.name}".encode()).digest()

    return sorted(_angles_in(language), key=place)


def _idea(phrase: str, angle: _Angle, language: str) -> PodcastIdea:
    title = _as_title(phrase) if language == "en" else phrase[:1].upper() + phrase[1:]
    inside = _inside(phrase)

    def said(text: str) -> str:
        return text.replace("{T}", title).replace("{t}", inside)

    first, second, third, fourth = (said(episode) for episode in angle.episodes)
    return PodcastIdea(said(angle.name), said(angle.description), (first, second, third, fourth), _stats(phrase, angle))


def _stats(phrase: str, angle: _Angle) -> IdeaStats:
    words = phrase.split()
    long_words = sum(len(word) > 8 for word in words)
    complexity, depth, volume, freshness = angle.stats
    is_dated = re.search(
        r"\b(?:20\d\d|today|new|latest|current|future|this (?:week|month|year))\b", phrase, re.IGNORECASE
    )
    return IdeaStats(
        _score(complexity + 4 * long_words),
        _score(depth + 3 * (len(words) - 2) + 2 * long_words),
        _score(volume - 6 * (len(words) - 2)),
        _score(freshness + (15 if is_dated else 0)),
    )


def _score(value: int) -> int:
    return min(max(value, 0), 100)


def _as_title(phrase: str) -> str:
    """Title case that leaves names, abbreviations and other scripts as they are."""
    words = phrase.split()
    return " ".join(
        word
        if any(letter.isupper() for letter in word) or (0 < n < len(words) - 1 and word in _SMALL)
        else word[:1].upper() + word[1:]
        for n, word in enumerate(words)
    )


def _inside(phrase: str) -> str:
    """The phrase within a sentence: a first word that is only capitalised loses its capital."""
    first, _, rest = phrase.partition(" ")
    small = rest and first[:1].isupper() and first[1:].islower() and rest.islower()
    return f"{first.lower()} {rest}" if small else phrase
