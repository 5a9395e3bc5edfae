"""What the server says when it refuses, in the window's language: by its sentence, else by its code.

Only sentences without particulars are here. One that tells a name, a number or a moment stays as the server wrote it:
the particulars are worth more than the language.
"""

from __future__ import annotations

from app.language import ENGLISH, current, mark, tr

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


def sentence_of(code: str, sentence: str) -> str:
    """A refusal in the window's language where that is known, else as the server wrote it."""
    if current() == ENGLISH:
        return sentence
    if sentence in SENTENCES:
        return tr(sentence)
    return tr(BY_CODE[code]) if code in BY_CODE else sentence
