"""How numbers, times and states read."""

from __future__ import annotations

from datetime import UTC, datetime

from app.client.requests import Row, State

FORMATS = {
    "audio": "Podcast",
    "text": "Article",
    "faq": "Q and A",
    "study_guide": "Study guide",
    "timeline": "Timeline",
    "briefing_doc": "Briefing",
    "quiz": "Quiz",
    "video": "Video",
    "infographic": "Infographic",
    "slide_deck": "Slides",
    "datatable": "Data table",
}

OPERATIONS = {
    13: "Own script",
    14: "Own voices",
    15: "Re-voiced",
    16: "Tracks",
    17: "Voice match",
    18: "Transcript",
}
"""Orders that have no type of output, by the wire's `request_type_id`."""

STAGES = {
    "queued": "Waiting for its turn",
    "picked_up": "Starting",
    "importing": "Reading the sources",
    "writing": "Writing the script",
    "waiting_for_approval": "Waits for your approval",
    "voicing": "Voicing",
    "drawing": "Drawing",
    "mixing": "Mixing",
    "rendering": "Rendering",
    "storing": "Storing",
    "publishing": "Publishing",
    "completed": "Completed",
}

BRIEF_STAGES = {
    "queued": "Waiting",
    "picked_up": "Starting",
    "importing": "Reading",
    "writing": "Writing",
    "waiting_for_approval": "Script is ready",
    "voicing": "Voicing",
    "drawing": "Drawing",
    "mixing": "Mixing",
    "rendering": "Rendering",
    "storing": "Storing",
    "publishing": "Publishing",
}

STATES = {
    State.QUEUED: "Queued",
    State.PROCESSING: "Running",
    State.WAITING: "To approve",
    State.DONE: "Done",
    State.FAILED: "Failed",
    State.CANCELLED: "Cancelled",
}

ADVICE = {
    1001: "Open the address in a browser: when it needs a login, paste its text instead. Then retry.",
    1002: "Add a longer source, or several: at least 60 words are needed.",
    1003: "What is missing is named above. Install or connect it, or choose another language or type.",
    1004: "The provider refused the text. Change the sources or use the built-in writer.",
    1005: "Retry: the work goes on from where it stopped. If it fails again, duplicate it with other settings.",
    1006: "The worker ended several times. Close other programs that need much memory, then retry.",
    1007: "The result is kept. Check the target's settings, then retry the publication.",
    1099: "Retry. If it fails again, this is a fault of Quillcast worth reporting.",
}
"""What to do about each kind of failure, shown below the server's own sentence."""


def clock(seconds: float) -> str:
    """A position or length: ``04:41``, ``1:02:03``."""
    whole = max(int(seconds), 0)
    hours, rest = divmod(whole, 3600)
    minutes, seconds_left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{seconds_left:02d}" if hours else f"{minutes:02d}:{seconds_left:02d}"


def span(seconds: float) -> str:
    """A stretch of time in round figures: ``45 s``, ``4 min``, ``1 h 20 min``."""
    whole = max(round(seconds), 0)
    if whole < 60:
        return f"{whole} s"
    minutes = round(whole / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def size(count: int) -> str:
    """Bytes for people: ``840 kB``, ``12.4 MB``."""
    if count < 1_000_000:
        return f"{max(round(count / 1000), 1) if count else 0} kB"
    if count < 1_000_000_000:
        return f"{count / 1_000_000:.1f} MB"
    return f"{count / 1_000_000_000:.1f} GB"


def ago(moment: datetime | None, *, now: datetime | None = None) -> str:
    """How long ago something was, or its day when that is longer than a day."""
    if moment is None:
        return ""
    seconds = ((now or datetime.now(UTC)) - moment).total_seconds()
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{int(seconds // 60)} min ago"
    if seconds < 24 * 3600:
        return f"{int(seconds // 3600)} h ago"
    return moment.astimezone().strftime("%-d %b %Y")


def soon(moment: datetime) -> str:
    """A moment to come, in the time of this computer: ``24 Nov, 08:00``, with the year when it is another one."""
    here = moment.astimezone()
    year = "" if here.year == datetime.now().astimezone().year else f" {here.year}"
    return f"{here:%-d %b}{year}, {here:%H:%M}"


def output(name: str) -> str:
    """A type of output as people call it."""
    return FORMATS.get(name, name.replace("_", " ").capitalize())


def made(row: Row) -> str:
    """What a request makes, as people call it."""
    return OPERATIONS.get(row.kind) or output(row.output_type)


def happening(row: Row) -> str:
    """What a request does now, in a few words with the time left; or why it stopped."""
    state = row.state
    if state is State.FAILED:
        return row.error or "Failed without a reason"
    if state in (State.DONE, State.CANCELLED):
        return ""
    words = row.progress_text or STAGES.get(row.stage, row.stage.replace("_", " ").capitalize())
    if row.seconds_left:
        return f"{words} · {span(row.seconds_left)} left"
    return words


def briefly(row: Row) -> str:
    """What a request does now, in as few words as a column has room for."""
    if row.state is State.FAILED:
        return row.error or "Failed without a reason"
    if row.state is State.QUEUED and row.scheduled_on is not None and row.scheduled_on > datetime.now(UTC):
        return f"Starts {soon(row.scheduled_on)}"
    words = BRIEF_STAGES.get(row.stage, "") if not row.ended else ""
    return f"{words} · {span(row.seconds_left)} left" if words and row.seconds_left else words


def count(number: int, one: str, many: str) -> str:
    """A number with its noun: ``1 episode``, ``12 episodes``."""
    return f"{number:,} {one if number == 1 else many}".replace(",", "\u202f")
