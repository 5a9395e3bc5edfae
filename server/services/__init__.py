"""The product's use cases, one noun a file. They know the rules, no framework and no SQL."""

from __future__ import annotations

from dataclasses import dataclass

from server.services.accounts import Accounts
from server.services.custom_voices import CustomVoices
from server.services.dispatcher import Dispatcher
from server.services.episodes import Episodes
from server.services.events import EventBus
from server.services.feeds import Feeds
from server.services.files import Files
from server.services.languages import Languages
from server.services.media import MediaLinks
from server.services.pronunciations import Pronunciations
from server.services.queues import Queues
from server.services.recordings import Recordings
from server.services.requests import Requests
from server.services.shows import Shows
from server.services.transcripts import Transcripts
from server.services.voices import Voices


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the edge may ask."""

    accounts: Accounts
    requests: Requests
    recordings: Recordings
    transcripts: Transcripts
    custom_voices: CustomVoices
    queues: Queues
    files: Files
    media: MediaLinks
    voices: Voices
    languages: Languages
    pronunciations: Pronunciations
    shows: Shows
    episodes: Episodes
    feeds: Feeds
    events: EventBus
    dispatcher: Dispatcher
