"""What things cost, in credits: one table."""

from __future__ import annotations

from collections.abc import Mapping

from server.domain.orders import ContentOrder
from server.domain.requests import OutputType, RequestType

PRICES: Mapping[str, int] = {
    "output": 10,
    "slide_deck": 30,
    "video.explainer": 50,
    "video.short": 50,
    "video.cinematic": 100,
    "video.voice": 200,
    "custom_script": 200,
    "custom_voices": 210,
    "modified_podcast": 200,
    "separated_speakers": 200,
    "cloned_voice": 200,
    "transcript": 30,
    "research": 10,
}
"""The standard price list; the settings may override single lines."""


_BY_TYPE = {
    RequestType.CUSTOM_SCRIPT: "custom_script",
    RequestType.CUSTOM_VOICES: "custom_voices",
    RequestType.MODIFIED_PODCAST: "modified_podcast",
    RequestType.SEPARATED_SPEAKERS: "separated_speakers",
    RequestType.CLONED_VOICE: "cloned_voice",
    RequestType.TRANSCRIPT: "transcript",
    RequestType.RESEARCH: "research",
}


def price_of_type(kind: RequestType, prices: Mapping[str, int] = PRICES) -> int:
    """Credits that an operation other than Create reserves."""
    return prices[_BY_TYPE[kind]]


def price_of(order: ContentOrder, prices: Mapping[str, int] = PRICES) -> int:
    """Credits that an order reserves. Templates and schedules cost nothing; their runs do."""
    if order.template_mode is not None or order.is_scheduled:
        return 0
    if order.output_type is OutputType.SLIDE_DECK:
        return prices["slide_deck"]
    if order.output_type is OutputType.VIDEO:
        voiced = order.voice1 is not None or order.voice2 is not None
        return prices[f"video.{order.format or 'explainer'}"] + (prices["video.voice"] if voiced else 0)
    return prices["output"]
