"""The product's use cases, one noun a file. They know the rules, no framework and no SQL."""

from __future__ import annotations

from dataclasses import dataclass

from server.services.accounts import Accounts
from server.services.dispatcher import Dispatcher
from server.services.episodes import Episodes
from server.services.events import EventBus
from server.services.feeds import Feeds
from server.services.files import Files
from server.services.languages import Languages
from server.services.media import MediaLinks
from server.services.pronunciations import Pronunciations
from server.services.queues import Queues
from server.services.requests import Requests
from server.services.series import Scheduling
from server.services.shows import Shows
from server.services.voices import Voices
from server.services.webhooks import Webhooks


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the edge may ask."""

    accounts: Accounts
    requests: Requests
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
    scheduling: Scheduling
    webhooks: Webhooks
