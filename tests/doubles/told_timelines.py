"""Timelines of a few sentences, as the texts of their events by date."""

from __future__ import annotations

from plain_sources import source_of

from server.domain.errors import NothingUsable
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import TimelineTask

PLACE = (
    "The place lies on a slope above the river, where the wind seldom reaches it. It has one street and a shop. Nobody "
    "remembers who planted the trees around it. Visitors ask for the well and are sent to the church, where the key to "
    "it hangs behind the door. Children sit on the wall when it is warm, and the baker, who tells stories badly, tells "
    "one about the wall to everybody who buys a loaf."
)


def told(text: str, *, head: str = "# The place\n\n", title: str = "Untitled") -> dict[str, str]:
    """The texts of a timeline's events by their dates; what is put after the text dates nothing."""
    source = source_of(f"{head}{text}\n\n# The street\n\n{PLACE}", title=title, language="en")
    try:
        made = BuiltInWriter().write(TimelineTask(sources=(source,), language="en"))
    except NothingUsable as none:
        assert "no date" in str(none)
        return {}
    return {e.date + (f"/{e.end}" if e.end else ""): e.text.text for e in made.events}
