"""The product's use cases, one noun a file. They know the rules, no framework and no SQL."""

from __future__ import annotations

from dataclasses import dataclass

from server.services.accounts import Accounts
from server.services.archives import Archives
from server.services.backups import Backups
from server.services.bundles import Bundles
from server.services.channels import Channels
from server.services.checks import Checks
from server.services.corrections import Corrections
from server.services.custom_voices import CustomVoices
from server.services.deliveries import Deliveries
from server.services.disk import Disk
from server.services.dispatcher import Dispatcher
from server.services.episode_drafts import EpisodeDrafts
from server.services.episodes import Episodes
from server.services.events import EventBus
from server.services.feeds import Feeds
from server.services.files import Files
from server.services.hosting import Hosting
from server.services.ideas import Ideas
from server.services.imports import Imports
from server.services.languages import Languages
from server.services.media import MediaLinks
from server.services.notebook_pages import NotebookPages
from server.services.notebook_questions import NotebookQuestions
from server.services.notebooks import Notebooks
from server.services.performances import Performances
from server.services.plays import Plays
from server.services.previews import Previews
from server.services.projects import Projects
from server.services.pronunciations import Pronunciations
from server.services.publications import Publications
from server.services.queues import Queues
from server.services.rebuilds import Rebuilds
from server.services.recordings import Recordings
from server.services.recurring import Recurring
from server.services.refreshing import Refresher
from server.services.requests import Requests
from server.services.researches import Researches
from server.services.schedules import Schedules
from server.services.search import Search
from server.services.series import Scheduling
from server.services.server_settings import ServerSettings
from server.services.shows import Shows
from server.services.sites import Sites
from server.services.storyboards import Storyboards
from server.services.subscribed_feeds import SubscribedFeeds
from server.services.subscriptions import Subscriptions
from server.services.targets import Targets
from server.services.templates import Templates
from server.services.transcripts import Transcripts
from server.services.vitals import Vitals
from server.services.voices import Voices
from server.services.webhooks import Webhooks
from server.services.writing_settings import WritingSettingsService


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the edge may ask."""

    accounts: Accounts
    requests: Requests
    recordings: Recordings
    transcripts: Transcripts
    custom_voices: CustomVoices
    disk: Disk
    queues: Queues
    search: Search
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
    previews: Previews
    storyboards: Storyboards
    notebooks: Notebooks
    notebook_pages: NotebookPages
    notebook_questions: NotebookQuestions
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
    researches: Researches
    writing: WritingSettingsService
    server_settings: ServerSettings
    backups: Backups
    archives: Archives
    bundles: Bundles
    performances: Performances
    ideas: Ideas
    imports: Imports
    hosting: Hosting
    plays: Plays
    sites: Sites
    checks: Checks
    vitals: Vitals
    corrections: Corrections
    episode_drafts: EpisodeDrafts
    rebuilds: Rebuilds
    targets: Targets
    publications: Publications
    free_tools_secret: str = ""
