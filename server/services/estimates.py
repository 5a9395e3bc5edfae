"""What an order will take, as far as the order tells: for quotes."""

from __future__ import annotations

from collections.abc import Mapping

from server.domain.orders import ContentOrder
from server.domain.requests import TARGET_MINUTES, OutputType, Quality

MP3_BYTES_A_SECOND = 16_000
"""128 kbit/s."""
VOICING_FACTOR = {Quality.DRAFT: 0.02, Quality.FINAL: 0.35}
"""Seconds of work for a second of recording: voicing (0.26 or 0.005, measured), mixing and writing the file."""
READING_S = 5.0
"""Importing and writing, whatever is made."""
DRAWN: Mapping[OutputType, tuple[float, int]] = {
    OutputType.BRIEFING_DOC: (8.0, 200_000),
    OutputType.INFOGRAPHIC: (15.0, 1_000_000),
    OutputType.SLIDE_DECK: (20.0, 1_500_000),
    OutputType.DATATABLE: (8.0, 30_000),
    OutputType.VIDEO: (180.0, 40_000_000),
}
"""Seconds of work and bytes of what is drawn."""
READ = (READING_S, 20_000)
"""The same of what is only written."""


def estimate(order: ContentOrder) -> tuple[float, int]:
    """Seconds of work, and bytes of the main file."""
    if order.output_type is not OutputType.AUDIO:
        return DRAWN.get(order.output_type, READ)
    seconds = TARGET_MINUTES[order.duration] * 60
    work = READING_S + seconds * VOICING_FACTOR[order.quality]
    return round(work, 1), int(seconds * MP3_BYTES_A_SECOND)
