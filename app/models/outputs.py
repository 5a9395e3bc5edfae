"""The output types as people choose them: what each is, what can be said about it, and where its result is seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

LENGTHS = (("short", "Short"), ("default", "Standard"), ("long", "Long"))
FORMATS = (("pdf", "PDF"), ("html", "Web page"), ("text", "Text"))
DIFFICULTIES = (("easy", "Easy"), ("medium", "Medium"), ("hard", "Hard"))
VIDEO_FORMATS = (("explainer", "Explainer"), ("short", "Short"), ("cinematic", "Cinematic"))
ORIENTATIONS = (("landscape", "Wide"), ("portrait", "Tall"), ("square", "Square"))
DETAILS = (("concise", "Concise"), ("standard", "Standard"), ("detailed", "Detailed"))
DECKS = (("detailed", "To read"), ("presenter", "To present"))
AUTO_LOOK = "auto-select"
LOOKS = (
    (AUTO_LOOK, "To suit the topic"),
    ("classic", "Classic"),
    ("whiteboard", "Whiteboard"),
    ("kawaii", "Kawaii"),
    ("anime", "Anime"),
    ("watercolour", "Watercolour"),
    ("retro print", "Retro print"),
    ("heritage", "Heritage"),
    ("paper-craft", "Paper-craft"),
)
"""What a video's style can be by name; any other words are read for colours, mood and medium."""
PROMPTS = frozenset({"titlePrompt", "descriptionPrompt", "thumbnailImagePrompt", "introImagePrompt"})
WIRE_NAMES = {"videoFormat": "format", "look": "style"}
"""Options that stand beside others of the same wire name."""


@dataclass(frozen=True, slots=True)
class Output:
    """One output type.

    `options` are the names of what can be chosen for it beside sources and language: those of the wire, but for
    `WIRE_NAMES`.
    """

    kind: str
    title: str
    words: str
    icon: str
    options: frozenset[str]


_SPOKEN = frozenset(
    {"style", "duration", "quality", "voice1", "voice2", "podcastId"}
    | {"introMusicUrl", "musicBed", "stems", "approveScript"}
)
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
    Output(
        "video",
        "Video",
        "Told in pictures",
        "filmstrip",
        PROMPTS
        | {
            "videoFormat",
            "look",
            "voice1",
            "voice2",
            "publishTargets",
            "approveScript",
            "avatarId",
            "backgroundImageUrl",
        },
    ),
    Output(
        "infographic",
        "Infographic",
        "One picture",
        "chart-box-outline",
        _WRITTEN | {"infographicOrientation", "infographicDetail"},
    ),
    Output("slide_deck", "Slides", "To show or read", "presentation", _WRITTEN | {"slideDeckFormat", "duration"}),
)
"""What the window can order and show."""

READ = frozenset(each.kind for each in OUTPUTS) - {"audio"}
"""What the reader shows; the player has the rest."""
REPURPOSED = frozenset({"audio", "datatable", "quiz", "infographic", "slide_deck"})
"""What is made of a completed request at once; a video has more to choose and costs more, so it is asked about."""


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
