"""The product's use cases, one noun a file. They know the rules, no framework and no SQL."""

from __future__ import annotations

from dataclasses import dataclass

from server.services.accounts import Accounts
from server.services.channels import Channels
from server.services.deliveries import Deliveries
from server.services.dispatcher import Dispatcher
from server.services.episodes import Episodes
from server.services.events import EventBus
from server.services.feeds import Feeds
from server.services.files import Files
from server.services.languages import Languages
from server.services.media import MediaLinks
from server.services.notebooks import Notebooks
from server.services.projects import Projects
from server.services.pronunciations import Pronunciations
from server.services.queues import Queues
from server.services.recurring import Recurring
from server.services.refreshing import Refresher
from server.services.requests import Requests
from server.services.schedules import Schedules
from server.services.series import Scheduling
from server.services.shows import Shows
from server.services.subscribed_feeds import SubscribedFeeds
from server.services.subscriptions import Subscriptions
from server.services.templates import Templates
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
    subscribed_feeds: SubscribedFeeds
    subscriptions: Subscriptions
    projects: Projects
    notebooks: Notebooks
    channels: Channels
    schedules: Schedules
    templates: Templates
    refresher: Refresher
    recurring: Recurring
    events: EventBus
    dispatcher: Dispatcher
    scheduling: Scheduling
    webhooks: Webhooks
    deliveries: Deliveries
