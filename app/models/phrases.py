"""How numbers, times and states read."""

from __future__ import annotations

from datetime import UTC, datetime

from app.client.requests import Row, State
from app.language import dated, known, mark, number, tr

FORMATS = {
    "audio": mark("Podcast"),
    "text": mark("Article"),
    "faq": mark("Q and A"),
    "study_guide": mark("Study guide"),
    "timeline": mark("Timeline"),
    "briefing_doc": mark("Briefing"),
    "quiz": mark("Quiz"),
    "video": mark("Video"),
    "infographic": mark("Infographic"),
    "slide_deck": mark("Slides"),
    "datatable": mark("Data table"),
}

OPERATIONS = {
    13: mark("Own script"),
    14: mark("Own voices"),
    15: mark("Re-voiced"),
    16: mark("Tracks"),
    17: mark("Voice match"),
    18: mark("Transcript"),
}
"""Orders that have no type of output, by the wire's `request_type_id`."""

STAGES = {
    "queued": mark("Waiting for its turn"),
    "picked_up": mark("Starting"),
    "importing": mark("Reading the sources"),
    "writing": mark("Writing the script"),
    "waiting_for_approval": mark("Waits for your approval"),
    "voicing": mark("Voicing"),
    "drawing": mark("Drawing"),
    "mixing": mark("Mixing"),
    "rendering": mark("Rendering"),
    "storing": mark("Storing"),
    "publishing": mark("Publishing"),
    "completed": mark("Completed"),
}

BRIEF_STAGES = {
    "queued": mark("Waiting"),
    "picked_up": mark("Starting"),
    "importing": mark("Reading"),
    "writing": mark("Writing"),
    "waiting_for_approval": mark("Script is ready"),
    "voicing": mark("Voicing"),
    "drawing": mark("Drawing"),
    "mixing": mark("Mixing"),
    "rendering": mark("Rendering"),
    "storing": mark("Storing"),
    "publishing": mark("Publishing"),
}

STATES = {
    State.QUEUED: mark("Queued"),
    State.PROCESSING: mark("Running"),
    State.WAITING: mark("To approve"),
    State.DONE: mark("Done"),
    State.FAILED: mark("Failed"),
    State.CANCELLED: mark("Cancelled"),
}

ADVICE = {
    1001: mark("Open the address in a browser: when it needs a login, paste its text instead. Then retry."),
    1002: mark("Add a longer source, or several: at least 60 words are needed."),
    1003: mark("What is missing is named above. Install or connect it, or choose another language or type."),
    1004: mark("The provider refused the text. Change the sources or use the built-in writer."),
    1005: mark("Retry: the work goes on from where it stopped. If it fails again, duplicate it with other settings."),
    1006: mark("The worker ended several times. Close other programs that need much memory, then retry."),
    1007: mark("The result is kept. Check the target's settings, then retry the publication."),
    1099: mark("Retry. If it fails again, this is a fault of Quillcast worth reporting."),
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
        return tr("{seconds} s", seconds=whole)
    minutes = round(whole / 60)
    if minutes < 60:
        return tr("{minutes} min", minutes=minutes)
    hours, rest = divmod(minutes, 60)
    return tr("{hours} h {rest} min", hours=hours, rest=rest) if rest else tr("{hours} h", hours=hours)


def size(count: int) -> str:
    """Bytes for people: ``840 kB``, ``12.4 MB``."""
    if count < 1_000_000:
        return tr("{number} kB", number=max(round(count / 1000), 1) if count else 0)
    if count < 1_000_000_000:
        return tr("{number} MB", number=number(count / 1_000_000, places=1))
    return tr("{number} GB", number=number(count / 1_000_000_000, places=1))


def ago(moment: datetime | None, *, now: datetime | None = None) -> str:
    """How long ago something was, or its day when that is longer than a day."""
    if moment is None:
        return ""
    seconds = ((now or datetime.now(UTC)) - moment).total_seconds()
    if seconds < 60:
        return tr("just now")
    if seconds < 3600:
        return tr("{number} min ago", number=int(seconds // 60))
    if seconds < 24 * 3600:
        return tr("{number} h ago", number=int(seconds // 3600))
    return day(moment)


def soon(moment: datetime) -> str:
    """A moment to come, in the time of this computer: ``24 Nov, 08:00``, with the year when it is another one."""
    this_year = moment.astimezone().year == datetime.now().astimezone().year
    return dated(moment, "d MMM, HH:mm") if this_year else dated(moment, "d MMM yyyy, HH:mm")


def day(moment: datetime) -> str:
    """The day of a moment in the time of this computer: ``24 Nov 2026``."""
    return dated(moment, "d MMM yyyy")


def time(moment: datetime) -> str:
    """The time of a moment on this computer: ``08:00``."""
    return dated(moment, "HH:mm")


def stage(name: str) -> str:
    """What a request does in a stage."""
    return tr(STAGES[name]) if name in STAGES else name.replace("_", " ").capitalize()


def progress(told: str, name: str) -> str:
    """What a request does now: as the server tells it, where that is known in this language; else by its stage."""
    return known(told) or stage(name)


def state(which: State) -> str:
    """How a request stands, in a word."""
    return tr(STATES[which])


def percent(share: int) -> str:
    """A share of a hundred: ``63 %``."""
    return f"{share}\u202f%"


def output(name: str) -> str:
    """A type of output as people call it."""
    return tr(FORMATS[name]) if name in FORMATS else name.replace("_", " ").capitalize()


def made(row: Row) -> str:
    """What a request makes, as people call it."""
    return tr(OPERATIONS.get(row.kind, "")) or output(row.output_type)


def happening(row: Row) -> str:
    """What a request does now, in a few words with the time left; or why it stopped."""
    state = row.state
    if state is State.FAILED:
        return row.error or tr("Failed without a reason")
    if state in (State.DONE, State.CANCELLED):
        return ""
    words = progress(row.progress_text, row.stage)
    if row.seconds_left:
        return tr("{words} · {span} left", words=words, span=span(row.seconds_left))
    return words


def briefly(row: Row) -> str:
    """What a request does now, in as few words as a column has room for."""
    if row.state is State.FAILED:
        return row.error or tr("Failed without a reason")
    if row.state is State.QUEUED and row.scheduled_on is not None and row.scheduled_on > datetime.now(UTC):
        return tr("Starts {soon}", soon=soon(row.scheduled_on))
    words = tr(BRIEF_STAGES.get(row.stage, "")) if not row.ended else ""
    return (
        tr("{words} · {span} left", words=words, span=span(row.seconds_left)) if words and row.seconds_left else words
    )
