"""The output types as people choose them: what each is, what can be said about it, and where its result is seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from app.language import mark

LENGTHS = (("short", mark("Short")), ("default", mark("Standard")), ("long", mark("Long")))
FORMATS = (("pdf", "PDF"), ("html", mark("Web page")), ("text", mark("Text")))
DIFFICULTIES = (("easy", mark("Easy")), ("medium", mark("Medium")), ("hard", mark("Hard")))
VIDEO_FORMATS = (("explainer", mark("Explainer")), ("short", mark("Short")), ("cinematic", mark("Cinematic")))
ORIENTATIONS = (("landscape", mark("Wide")), ("portrait", mark("Tall")), ("square", mark("Square")))
DETAILS = (("concise", mark("Concise")), ("standard", mark("Standard")), ("detailed", mark("Detailed")))
DECKS = (("detailed", mark("To read")), ("presenter", mark("To present")))
AUTO_LOOK = "auto-select"
LOOKS = (
    (AUTO_LOOK, mark("To suit the topic")),
    ("classic", mark("Classic")),
    ("whiteboard", mark("Whiteboard")),
    ("kawaii", mark("Kawaii")),
    ("anime", mark("Anime")),
    ("watercolour", mark("Watercolour")),
    ("retro print", mark("Retro print")),
    ("heritage", mark("Heritage")),
    ("paper-craft", mark("Paper-craft")),
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
    Output("audio", mark("Podcast"), mark("To listen to"), "headphones", _SPOKEN),
    Output("text", mark("Article"), mark("One flowing text"), "text-long", _WRITTEN | {"style", "duration"}),
    Output("faq", mark("Q and A"), mark("What people ask"), "frequently-asked-questions", _WRITTEN | {"duration"}),
    Output("study_guide", mark("Study guide"), mark("Terms and tests"), "school-outline", _WRITTEN | {"duration"}),
    Output("timeline", mark("Timeline"), mark("Dated events"), "timeline-outline", _WRITTEN),
    Output(
        "briefing_doc",
        mark("Briefing"),
        mark("Facts, figures"),
        "file-chart-outline",
        _WRITTEN | {"duration", "format"},
    ),
    Output(
        "quiz", mark("Quiz"), mark("Test yourself"), "help-circle-outline", _WRITTEN | {"duration", "quizDifficulty"}
    ),
    Output("datatable", mark("Data table"), mark("Things compared"), "table", _WRITTEN),
    Output(
        "video",
        mark("Video"),
        mark("Told in pictures"),
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
        mark("Infographic"),
        mark("One picture"),
        "chart-box-outline",
        _WRITTEN | {"infographicOrientation", "infographicDetail"},
    ),
    Output(
        "slide_deck",
        mark("Slides"),
        mark("To show or read"),
        "presentation",
        _WRITTEN | {"slideDeckFormat", "duration"},
    ),
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
