"""The output types as people choose them: what each is, what can be said about it, and where its result is seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

LENGTHS = (("short", "Short"), ("default", "Standard"), ("long", "Long"))
FORMATS = (("pdf", "PDF"), ("html", "Web page"), ("text", "Text"))
DIFFICULTIES = (("easy", "Easy"), ("medium", "Medium"), ("hard", "Hard"))


@dataclass(frozen=True, slots=True)
class Output:
    """One output type. `options` are the wire names of what can be chosen for it beside sources and language."""

    kind: str
    title: str
    words: str
    icon: str
    options: frozenset[str]


_SPOKEN = frozenset({"style", "duration", "quality", "voice1", "voice2", "podcastId", "introMusicUrl", "approveScript"})
_WRITTEN = frozenset({"includeCitations"})

OUTPUTS = (
    Output("audio", "Podcast", "To listen to", "headphones", _SPOKEN),
    Output("text", "Article", "One flowing text", "text-long", _WRITTEN | {"style", "duration"}),
    Output("faq", "Q and A", "What people ask", "frequently-asked-questions", _WRITTEN | {"duration"}),
    Output("study_guide", "Study guide", "Terms and tests", "school-outline", _WRITTEN | {"duration"}),
    Output("timeline", "Timeline", "Dated events", "timeline-outline", _WRITTEN),
    Output(
        "briefing_doc",
        "Briefing",
        "Facts, figures",
        "file-chart-outline",
        _WRITTEN | {"duration", "format"},
    ),
    Output("quiz", "Quiz", "Test yourself", "help-circle-outline", _WRITTEN | {"duration", "quizDifficulty"}),
    Output("datatable", "Data table", "Things compared", "table", _WRITTEN),
)
"""What the window can order and show. A type that is not here has no view yet."""

READ = frozenset({"text", "faq", "study_guide", "timeline", "briefing_doc", "quiz", "datatable"})
"""What the reader shows; the player has the rest."""
REPURPOSED = frozenset({"audio", "datatable", "quiz"})
"""What can be made of a completed request without reading its sources again."""


def output(kind: str) -> Output | None:
    """The output type of this wire name, where the window knows it."""
    return next((each for each in OUTPUTS if each.kind == kind), None)


def offered(makes: Collection[str]) -> tuple[Output, ...]:
    """What can be ordered from a server that makes these."""
    return tuple(each for each in OUTPUTS if each.kind in makes)


def options_of(kind: str) -> frozenset[str]:
    """What can be chosen for an output type."""
    found = output(kind)
    return found.options if found else frozenset()
