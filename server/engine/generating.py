"""Which maker makes what: a render spec by its output type, any other spec by its class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from server.domain.errors import CannotProduce
from server.domain.requests import OutputType, Stage
from server.engine.jobs import RenderResult
from server.engine.making.approving import ScriptWaits
from server.engine.making.articles import make_article
from server.engine.making.documents import DOCUMENTS, make_document
from server.engine.making.episodes import make_episode
from server.engine.making.infographics import make_infographic
from server.engine.making.researches import make_research
from server.engine.making.revoicings import make_revoicing
from server.engine.making.separations import make_separation
from server.engine.making.slide_decks import make_slide_deck
from server.engine.making.transcripts import make_transcript
from server.engine.making.videos import make_video
from server.engine.making.voice_matches import make_voice_match
from server.engine.specs import RenderSpec, ResearchSpec, RevoicingSpec, SeparationSpec, TranscriptSpec, VoiceMatchSpec
from server.engine.stages.context import Context

__all__ = ["ScriptWaits", "generate"]

Maker = Callable[[Context[Any]], RenderResult]

MAKERS: Mapping[OutputType, Maker] = {
    OutputType.AUDIO: make_episode,
    OutputType.TEXT: make_article,
    OutputType.VIDEO: make_video,
    **dict.fromkeys(DOCUMENTS, make_document),
    OutputType.INFOGRAPHIC: make_infographic,
    OutputType.SLIDE_DECK: make_slide_deck,
}
OTHER_MAKERS: Mapping[type, Maker] = {
    ResearchSpec: make_research,
    TranscriptSpec: make_transcript,
    SeparationSpec: make_separation,
    RevoicingSpec: make_revoicing,
    VoiceMatchSpec: make_voice_match,
}
"""What is no output type, by the class of its spec."""


def generate(context: Context[Any]) -> RenderResult:
    """Run the maker that the spec asks for.

    Raises:
        GenerationError: what went wrong, in one sentence.
        ScriptWaits: the script is written and waits.
    """
    spec = context.spec
    make = OTHER_MAKERS.get(type(spec))
    if make is None and isinstance(spec, RenderSpec):
        make = MAKERS.get(spec.output_type)
    if make is None:
        asked = str(spec.output_type) if isinstance(spec, RenderSpec) else "This"
        made = " and ".join(sorted(MAKERS))
        raise CannotProduce(f"{asked} can't be made; this installation makes {made}.")
    context.work.prepare()
    context.report(Stage.PICKED_UP, 1.0, "Started")
    return make(context)
