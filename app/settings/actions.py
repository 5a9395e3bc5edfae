"""What the window can do, declared once: the palette, the File menu and the list in the docs are made of it.

What an action does is bound by the window and its menus (`app.panels.actions`); one that `goes` needs no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.language import mark
from app.settings.sections import SECTIONS


class Needs(StrEnum):
    """What has to be there before an action can be done."""

    NOTHING = ""
    SERVER = "server"
    SHOW = "show"
    """A server, and a show that is selected."""
    EPISODE = "episode"
    """A server, and an episode that was selected or opened."""
    CONVERSATION = "conversation"
    """A server, and a conversation with a notebook that was opened."""
    OWN_SERVER = "own server"
    """The server is this program's, so that it can be started again."""


class Menu(StrEnum):
    """Where in the File menu an action stands."""

    NONE = ""
    SHOWS = "shows"
    EVERYTHING = "everything"
    BUNDLES = "bundles"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Action:
    """One action.

    `words` are further words that it is found by. `goes` names the panel, and the page or thing in it; `title` ends in
    … where it asks for more before it does anything.
    """

    name: str
    title: str
    icon: str
    words: str = ""
    keys: str = ""
    needs: Needs = Needs.NOTHING
    goes: tuple[str, str] = ("", "")
    menu: Menu = Menu.NONE


ACTIONS = (
    Action("palette", mark("Find an action or a thing…"), "magnify", mark("command palette"), "Ctrl+K"),
    Action(
        "search",
        mark("Search in all my things"),
        "text-search",
        mark("find words everywhere"),
        "Ctrl+Shift+F",
        goes=("search", ""),
    ),
    Action("find", mark("Search in the panel"), "magnify", mark("find filter"), "Ctrl+F"),
    Action("take-back", mark("Take back what the message tells of"), "undo", mark("undo"), "Ctrl+Z"),
    Action(
        "new-order",
        mark("New order"),
        "plus-circle-outline",
        mark("create make generate"),
        "Ctrl+N",
        goes=("create", ""),
    ),
    Action(
        "open-files",
        mark("Add files as sources…"),
        "file-plus-outline",
        mark("open upload pdf text drop"),
        needs=Needs.SERVER,
        goes=("create", "files"),
    ),
    Action(
        "tour",
        mark("Make a first episode from a sample text"),
        "compass-outline",
        mark("tour help begin welcome guide"),
    ),
    Action(
        "new-show",
        mark("New show…"),
        "podcast",
        mark("podcast feed create"),
        needs=Needs.SERVER,
        goes=("shows", "new"),
        menu=Menu.SHOWS,
    ),
    Action(
        "import-show",
        mark("Import a show…"),
        "import",
        mark("move podcast rss feed address"),
        needs=Needs.SERVER,
        goes=("shows", "import"),
        menu=Menu.SHOWS,
    ),
    Action(
        "import-list",
        mark("Import a list of shows (OPML)…"),
        "playlist-plus",
        mark("subscriptions apps"),
        needs=Needs.SERVER,
        goes=("shows", "list"),
        menu=Menu.SHOWS,
    ),
    Action(
        "save-opml",
        mark("Save the list of shows (OPML)…"),
        "format-list-bulleted",
        mark("export subscriptions"),
        needs=Needs.SERVER,
        menu=Menu.SHOWS,
    ),
    Action(
        "save-csv",
        mark("All episodes as CSV…"),
        "file-delimited-outline",
        mark("export spreadsheet table"),
        needs=Needs.SERVER,
        menu=Menu.EVERYTHING,
    ),
    Action(
        "save-zip",
        mark("All recordings as ZIP…"),
        "folder-zip-outline",
        mark("export audio mp3 archive"),
        needs=Needs.SERVER,
        menu=Menu.EVERYTHING,
    ),
    Action(
        "take-bundle",
        mark("Import an episode bundle…"),
        "package-down",
        mark("open archive project backup"),
        needs=Needs.SERVER,
        menu=Menu.BUNDLES,
    ),
    Action(
        "save-bundle",
        mark("Save the episode as a bundle…"),
        "package-up",
        mark("export archive project backup"),
        needs=Needs.EPISODE,
        menu=Menu.BUNDLES,
    ),
    Action(
        "save-conversation",
        mark("Conversation as Markdown…"),
        "export-variant",
        mark("export notebook questions answers"),
        needs=Needs.CONVERSATION,
        menu=Menu.BUNDLES,
    ),
    Action(
        "save-show-csv",
        mark("Episodes as CSV…"),
        "file-delimited-outline",
        mark("export this show spreadsheet"),
        needs=Needs.SHOW,
        menu=Menu.SHOW,
    ),
    Action(
        "save-show-zip",
        mark("Recordings as ZIP…"),
        "folder-zip-outline",
        mark("export this show audio"),
        needs=Needs.SHOW,
        menu=Menu.SHOW,
    ),
    Action(
        "show-site",
        mark("Website for any host…"),
        "web",
        mark("static site export publish this show"),
        needs=Needs.SHOW,
        goes=("shows", "site"),
        menu=Menu.SHOW,
    ),
    Action(
        "check-show",
        mark("Check the feed of the show"),
        "check-decagram-outline",
        mark("validate rss directories"),
        needs=Needs.SHOW,
        goes=("shows", "check"),
    ),
    Action(
        "unallocated",
        mark("Episodes in no show"),
        "tray-full",
        mark("unpublished"),
        needs=Needs.SERVER,
        goes=("shows", "unallocated"),
    ),
    Action(
        "calendar",
        mark("Calendar"),
        "calendar",
        mark("schedules planning"),
        needs=Needs.SERVER,
        goes=("planning", "calendar"),
    ),
    Action("feeds", mark("Feeds"), "rss", mark("subscriptions news"), needs=Needs.SERVER, goes=("planning", "feeds")),
    Action(
        "projects",
        mark("Projects"),
        "folder-outline",
        mark("brand colours logo"),
        needs=Needs.SERVER,
        goes=("planning", "projects"),
    ),
    Action(
        "templates",
        mark("Templates"),
        "content-save-outline",
        mark("repeat order"),
        needs=Needs.SERVER,
        goes=("planning", "templates"),
    ),
    Action("colours-light", mark("Light colours"), "white-balance-sunny", mark("theme appearance day mode bright")),
    Action("colours-dark", mark("Dark colours"), "weather-night", mark("theme appearance night mode")),
    Action("colours-system", mark("Colours of the system"), "theme-light-dark", mark("theme appearance automatic")),
    Action("restart-server", mark("Start the server again"), "restart", mark("restart"), needs=Needs.OWN_SERVER),
    Action("check-updates", mark("Look for a newer version"), "update", mark("upgrade release")),
    Action("settings", mark("Settings"), "cog-outline", mark("options preferences"), "Ctrl+,", goes=("settings", "")),
    *(
        Action(f"settings-{each.key}", each.title, each.icon, each.words, goes=("settings", each.key))
        for each in SECTIONS
    ),
    Action("close", mark("Close the window"), "window-close", "", "Ctrl+W"),
    Action("quit", mark("End the program"), "power", mark("exit leave"), "Ctrl+Q"),
)
"""Every action, in the order in which menus show them."""

BY_NAME = {action.name: action for action in ACTIONS}
