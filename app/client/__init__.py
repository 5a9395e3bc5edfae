"""The HTTP API as Python calls: one module a noun, values frozen, one family of errors."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from app.client.connection import Connection

if TYPE_CHECKING:
    from app.client.accounts import Accounts
    from app.client.avatars import Avatars
    from app.client.bundles import Bundles
    from app.client.channels import Channels
    from app.client.clients import Clients
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
    from app.client.search import Search
    from app.client.server_settings import ServerSettings
    from app.client.shows import Shows
    from app.client.storage import Storage
    from app.client.storyboards import Storyboards
    from app.client.subscribed_feeds import SubscribedFeeds
    from app.client.targets import Targets
    from app.client.templates import Templates
    from app.client.voices import Voices
    from app.client.webhooks import Webhooks
    from app.client.writing_settings import Writing

_NOUNS = {
    "accounts": ("accounts", "Accounts"),
    "avatars": ("avatars", "Avatars"),
    "bundles": ("bundles", "Bundles"),
    "channels": ("channels", "Channels"),
    "clients": ("clients", "Clients"),
    "episode_drafts": ("episode_drafts", "EpisodeDrafts"),
    "episodes": ("episodes", "Episodes"),
    "files": ("files", "Files"),
    "ideas": ("ideas", "Ideas"),
    "imports": ("imports", "Imports"),
    "languages": ("languages", "Languages"),
    "notebooks": ("notebooks", "Notebooks"),
    "outcomes": ("outcomes", "Outcomes"),
    "projects": ("projects", "Projects"),
    "pronunciations": ("pronunciations", "Pronunciations"),
    "recordings": ("recordings", "Recordings"),
    "requests": ("requests", "Requests"),
    "researches": ("researches", "Researches"),
    "results": ("results", "Results"),
    "schedules": ("schedules", "Schedules"),
    "search": ("search", "Search"),
    "server_settings": ("server_settings", "ServerSettings"),
    "shows": ("shows", "Shows"),
    "storage": ("storage", "Storage"),
    "storyboards": ("storyboards", "Storyboards"),
    "subscribed_feeds": ("subscribed_feeds", "SubscribedFeeds"),
    "targets": ("targets", "Targets"),
    "templates": ("templates", "Templates"),
    "voices": ("voices", "Voices"),
    "webhooks": ("webhooks", "Webhooks"),
    "writing": ("writing_settings", "Writing"),
}
"""Module and class of every noun that a server can be asked about."""


class Client:
    """Everything one server can be asked, by noun. A noun's module is loaded when it is first asked for.

    Together they take longer to load than the window has until it is shown.
    """

    accounts: Accounts
    avatars: Avatars
    bundles: Bundles
    channels: Channels
    clients: Clients
    episode_drafts: EpisodeDrafts
    episodes: Episodes
    files: Files
    ideas: Ideas
    imports: Imports
    languages: Languages
    notebooks: Notebooks
    outcomes: Outcomes
    projects: Projects
    pronunciations: Pronunciations
    recordings: Recordings
    requests: Requests
    researches: Researches
    results: Results
    schedules: Schedules
    search: Search
    server_settings: ServerSettings
    shows: Shows
    storage: Storage
    storyboards: Storyboards
    subscribed_feeds: SubscribedFeeds
    targets: Targets
    templates: Templates
    voices: Voices
    webhooks: Webhooks
    writing: Writing

    def __init__(self, base_url: str, token: str) -> None:
        self.connection = Connection(base_url, token)

    def __getattr__(self, name: str) -> Any:
        """The calls about a noun, made once."""
        if name not in _NOUNS:
            raise AttributeError(name, name=name, obj=self)
        module, kind = _NOUNS[name]
        made = getattr(importlib.import_module(f"app.client.{module}"), kind)(self.connection)
        setattr(self, name, made)
        return made

    @property
    def base_url(self) -> str:
        """Where the server is."""
        return self.connection.base_url

    async def close(self) -> None:
        """Let go of every connection."""
        await self.connection.close()
