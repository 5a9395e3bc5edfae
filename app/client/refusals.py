"""What the server says when it refuses, in the window's language: by its sentence, else by its code.

A sentence that tells a name, a number or a moment is known by what stands around them and keeps them. One that is not
known stays as the server wrote it: the particulars are worth more than the language.
"""

from __future__ import annotations

import functools
import re

from app.language import ENGLISH, current, mark, number, tr

SENTENCES = (
    mark("Only a completed video can get another version."),
    mark("Only what is completed has links."),
    mark("Only a completed episode can be spoken again."),
    mark("Only a completed request can be made into something else."),
    mark("Only a finished episode can be put into a bundle."),
    mark("This recording has no script to be put into a bundle."),
    mark("Its storyboard does not wait for approval any more."),
    mark("Its script does not wait for approval."),
    mark("This was not spoken from a script of its own."),
    mark("What this was spoken from was not kept: rebuild it on the script desk, or order it again."),
    mark("The disk is full: free some space and try again."),
    mark("There is no such template or recurring schedule."),
    mark("The notebook can't be read just now: try again."),
)
"""Of codes that stand for several things."""

BY_CODE = {
    "backup_runs": mark("A backup is being written already: wait until it is done."),
    "cancellation_unavailable": mark("The server is closing: cancel it when it is back."),
    "changed_meanwhile": mark("The storyboard was changed meanwhile: read it again."),
    "channel_not_found": mark("There is no such channel."),
    "client_not_found": mark("There is no such client."),
    "closing": mark("The server is closing: try again when it is back."),
    "conversation_not_found": mark("There is no such conversation."),
    "daily_podcast_limit": mark("Today's podcasts are used up; the next day begins at midnight UTC."),
    "delivery_not_found": mark("There is no such message."),
    "draft_changed": mark("The draft was changed elsewhere: read it again before you keep yours."),
    "episode_not_found": mark("There is no such episode."),
    "feed_not_found": mark("There is no such feed."),
    "file_not_found": mark("There is no such file."),
    "licence_required": mark("Notebooks need an active licence."),
    "media_not_found": mark("There is nothing at this address any more."),
    "not_editable": mark("Only a finished episode, or one whose script waits for approval, can be edited."),
    "not_opml": mark("This is no list of feeds: an OPML document is wanted."),
    "not_retryable": mark("Only a failed or cancelled request can be tried again."),
    "not_scheduled": mark("Only a request that waits for a later time can be moved."),
    "note_not_found": mark("There is no such note."),
    "notebook_busy": mark("Something is being done with this notebook: wait and send it again."),
    "notebook_not_found": mark("There is no such notebook."),
    "nothing_changed": mark("Nothing was changed: change a scene first."),
    "nothing_to_host": mark("Every recording of the show is here already."),
    "owner_only": mark("Only the owner of this installation may do this."),
    "project_not_found": mark("There is no such project."),
    "pronunciation_not_found": mark("The book has no such entry."),
    "published": mark("Its episode is published: take it out of its shows first, for apps have its address."),
    "rebuild_running": mark("The episode is being rebuilt already: wait for it, or stop it."),
    "request_not_found": mark("There is no such request."),
    "research_not_found": mark("There is no such research."),
    "sample_not_found": mark("No sample of such a voice is there."),
    "scene_not_found": mark("There is no such scene."),
    "schedule_not_found": mark("There is no such schedule."),
    "script_not_found": mark("There is no such request, or no script is written for it yet."),
    "script_waits": mark("Its script waits: approve it, and the draft is what is made."),
    "share_not_found": mark("There is nothing at this address any more."),
    "show_deleted": mark("The show was deleted while it was imported; import it again."),
    "show_not_found": mark("There is no such show."),
    "source_not_found": mark("There is no such source."),
    "storing_results": mark("Its results are being stored: it will be completed in a moment."),
    "storyboard_not_found": mark("There is no storyboard of this request."),
    "subscription_expired": mark("Your subscription is over: renew it to create something new."),
    "subscription_not_found": mark("There is no such subscription."),
    "take_not_found": mark("There is no such take."),
    "target_exists": mark("There is a target of this name already."),
    "target_not_found": mark("There is no such publishing target."),
    "template_not_found": mark("There is no such template."),
    "token_not_found": mark("There is no such token."),
    "transcript_not_found": mark("There is no transcript with this id yet."),
    "unauthorized": mark("The token is not valid."),
    "version_not_found": mark("The script of this version is not kept."),
    "webhook_exists": mark("You have a webhook with this address already."),
    "webhook_not_found": mark("There is no such webhook."),
    "worker_lost": mark("The process that did this was lost: send it again."),
}


PARTICULARS = (
    mark("This costs {wanted} credits and {left} are left."),
    mark(
        "All {limit} {name} of the last 24 hours are used: wait until {moment} UTC "
        "(resetsOn in /dedicated-account/usage)."
    ),
    mark("The disk can't take it ({reason}): free some space and try again."),
    mark("The disk has only {room} GB left and {reserve} GB are to stay free: free some space and try again."),
    mark("The disk of {folder} is full; free some space and run it again."),
    mark("{limit} calls in 24 hours are answered for {who}; come back later."),
    mark("{folder} can't be written; choose another folder."),
    mark("Writing in {folder} failed: {reason}."),
    mark("You have {count} notebooks, the most there can be: delete one to make another."),
    mark("The feed has {count} pages."),
    mark("{what} is for PRO accounts only."),
    mark(
        "Quillcast holds {used} GB, the most that the settings allow: delete something, clean up, or raise the quota."
    ),
    mark("A notebook holds at most {count} sources: send fewer, or make another notebook."),
    mark("The database can't take the call now ({reason}): try again."),
    mark("Only {count} calls at a time are answered; wait for the first ones."),
    mark("You have {count} channels, the most there can be: delete some."),
    mark("You have {count} feeds, the most there can be: delete some."),
    mark("You have {count} projects, the most there can be: delete some."),
    mark("There are {count} targets already: remove one first."),
    mark("You have {count} webhooks already: remove one before you register another."),
    mark("The voice {name} that speaks in it is not here; make the episode again with another voice."),
)
"""Sentences with particulars, each in the place of its name; none begins and ends like another."""

FIELDS = (
    mark("is required"),
    mark("must be a text"),
    mark("must be valid Unicode"),
    mark("must not be empty"),
    mark("must be a whole number"),
    mark("must be a number"),
    mark("must be true or false"),
    mark("must be a list"),
    mark("must be an object"),
    mark("must be an ISO 8601 date and time"),
    mark("must be an address that starts with http:// or https://"),
    mark("must hold some text"),
    mark("must not contain the NUL character"),
    mark("may have at most {count} characters"),
    mark("needs at least {count} characters"),
    mark("may have at most {count} entries"),
    mark("needs at least {count} entries"),
    mark("is too large a number"),
    mark("must be one of {choices}"),
    mark("must be {least} or more"),
    mark("must be {most} or less"),
    mark("must hold {least} to {most} characters"),
)
"""What is said of one field: every form that reading a body knows, and what several fields share."""

WORDS = {
    "questions": mark("questions"),
    "audio": mark("podcasts"),
    "video": mark("videos"),
    "reports": mark("documents"),
    "quizzes": mark("quizzes"),
    "infographics": mark("infographics"),
    "slide decks": mark("slide decks"),
    "datatables": mark("data tables"),
    "your address": mark("your address"),
    "all callers together": mark("all callers together"),
}
"""Particulars that are words of the server's own."""

WHOLE, PARTED = re.compile(r"\d{1,3}(,\d{3})*|\d+"), re.compile(r"\d+\.\d")


def sentence_of(code: str, sentence: str) -> str:
    """A refusal in the window's language where that is known, else as the server wrote it."""
    if current() == ENGLISH:
        return sentence
    if sentence in SENTENCES:
        return tr(sentence)
    known = _known(PARTICULARS, sentence)
    if known is not None:
        return known
    return tr(BY_CODE[code]) if code in BY_CODE else sentence


def of_field(message: str) -> str:
    """What is said of one field in the window's language where that is known, else as the server wrote it."""
    found = None if current() == ENGLISH else _known(FIELDS, message)
    return message if found is None else found


def _known(templates: tuple[str, ...], sentence: str) -> str | None:
    for pattern, template in _patterns(templates):
        if found := pattern.fullmatch(sentence):
            return tr(template, **{name: _told(value) for name, value in found.groupdict().items()})
    return None


@functools.cache
def _patterns(templates: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_pattern(template), re.DOTALL), template) for template in templates)


def _pattern(template: str) -> str:
    parts = re.split(r"\{(\w+)\}", template)
    return "".join(f"(?P<{part}>.+)" if place % 2 else re.escape(part) for place, part in enumerate(parts))


def _told(value: str) -> str:
    """A particular as the window writes it."""
    if WHOLE.fullmatch(value):
        return number(int(value.replace(",", "")))
    if PARTED.fullmatch(value):
        return number(float(value), places=1)
    return tr(WORDS[value]) if value in WORDS else value
