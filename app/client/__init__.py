"""The HTTP API as Python calls: one module a noun, values frozen, one family of errors."""

from __future__ import annotations

from app.client.accounts import Accounts
from app.client.bundles import Bundles
from app.client.channels import Channels
from app.client.clients import Clients
from app.client.connection import Connection
from app.client.episode_drafts import EpisodeDrafts
from app.client.episodes import Episodes
from app.client.files import Files
from app.client.ideas import Ideas
from app.client.imports import Imports
from app.client.languages import Languages
from app.client.notebooks import Notebooks
from app.client.outcomes import Outcomes
from app.client.projects import Projects
from app.client.pronunciations import Pronunciations
from app.client.recordings import Recordings
from app.client.requests import Requests
from app.client.researches import Researches
from app.client.results import Results
from app.client.schedules import Schedules
from app.client.server_settings import ServerSettings
from app.client.shows import Shows
from app.client.storage import Storage
from app.client.subscribed_feeds import SubscribedFeeds
from app.client.targets import Targets
from app.client.templates import Templates
from app.client.voices import Voices
from app.client.webhooks import Webhooks
from app.client.writing_settings import Writing


class Client:
    """Everything one server can be asked, by noun."""

    def __init__(self, base_url: str, token: str) -> None:
        self.connection = Connection(base_url, token)
        self.accounts = Accounts(self.connection)
        self.bundles = Bundles(self.connection)
        self.episode_drafts = EpisodeDrafts(self.connection)
        self.episodes = Episodes(self.connection)
        self.files = Files(self.connection)
        self.ideas = Ideas(self.connection)
        self.imports = Imports(self.connection)
        self.languages = Languages(self.connection)
        self.pronunciations = Pronunciations(self.connection)
        self.recordings = Recordings(self.connection)
        self.requests = Requests(self.connection)
        self.outcomes = Outcomes(self.connection)
        self.results = Results(self.connection)
        self.researches = Researches(self.connection)
        self.shows = Shows(self.connection)
        self.channels = Channels(self.connection)
        self.notebooks = Notebooks(self.connection)
        self.projects = Projects(self.connection)
        self.schedules = Schedules(self.connection)
        self.subscribed_feeds = SubscribedFeeds(self.connection)
        self.targets = Targets(self.connection)
        self.templates = Templates(self.connection)
        self.voices = Voices(self.connection)
        self.clients = Clients(self.connection)
        self.server_settings = ServerSettings(self.connection)
        self.storage = Storage(self.connection)
        self.webhooks = Webhooks(self.connection)
        self.writing = Writing(self.connection)

    @property
    def base_url(self) -> str:
        """Where the server is."""
        return self.connection.base_url

    async def close(self) -> None:
        """Let go of every connection."""
        await self.connection.close()
