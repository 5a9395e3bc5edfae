"""Writes docs/settings.md from the settings' declarations: python packaging/settings_docs.py. A test keeps it true."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.models.storage import KINDS  # noqa: E402
from app.panels.shortcuts_card import PLACES, keys_of  # noqa: E402
from app.settings import GROUPS, SETTINGS, Kind  # noqa: E402
from app.settings import Setting as WindowSetting  # noqa: E402
from app.settings.sections import SECTIONS, Section  # noqa: E402
from app.settings.shortcuts import SHORTCUTS  # noqa: E402
from server.commands.serve import OPTIONS  # noqa: E402
from server.config.groups import GROUPS as SERVER_GROUPS  # noqa: E402
from server.config.groups import Group  # noqa: E402
from server.config.settings import Setting  # noqa: E402

PAGE = ROOT / "docs" / "settings.md"
HEAD = """# Settings

Made from the declarations by `python packaging/settings_docs.py`: the page in the window, this page and the tests
have one source.

What concerns the window is kept in `desktop.json` of the data directory, as soon as it is changed. What concerns the
server is kept in its `settings.json` and used from its next start on; the window offers the start where it runs the
server itself. The environment counts more than the file, an option of the command line more than both: what is set
there is shown and can't be changed in the window. Secrets can be set and are never told.
"""
TEXTS = {
    "writing": """![Writing](images/settings-writing-light.png)

Who writes: the built-in writer, a model behind an address, or a model file. It is tried before it is saved; keys go
to the keyring, else to a file that only its owner can read. A ZIM file can be named that topics without sources are
looked up in.""",
    "storage": """![Storage](images/settings-storage-light.png)

What takes how much, each file counted once. Cleaning up removes what nothing refers to any more, after a look at how
much that is; what was touched within a day stays.""",
    "backups": """![Backups](images/settings-backups-light.png)

A backup holds everything in one file and is read back once it is written. Without secrets, tokens have to be issued
again after restoring, and receivers of webhooks get new secrets. The database is copied every day and before each
update; seven days are kept. To go back, close Quillcast and run `quillcast restore FILE`: what is there then is kept
beside it. A copy of the database can be given in place of a backup.""",
    "clients": """![Clients and tokens](images/settings-clients-light.png)

Each client has rights, credits and records of its own. A token is shown once, valid for a year, and worthless within
a second of being revoked. The token that the window itself works with can't be revoked there. Calls to copy are made
for this server's address.""",
    "about": """![About](images/settings-about-light.png)

Versions, the licences of everything that the program is made of, and a report for whoever helps: versions, settings,
health and the end of the log, without secrets and without content.""",
}


def page() -> str:
    """The page as it should be."""
    parts = [HEAD.strip()]
    for section in SECTIONS:
        parts.append(f"## {section.title}\n\n{section.words}")
        parts.extend(_section(section))
    return "\n\n".join(parts) + "\n"


def _section(section: Section) -> Iterator[str]:
    if section.key in TEXTS:
        yield TEXTS[section.key]
    if section.key in GROUPS:
        yield from _table(section.key)
    for group in SERVER_GROUPS:
        if group.key in section.groups:
            yield _server_table(group)
    if section.key == "storage":
        yield "\n".join(["| what | |", "|---|---|", *(f"| {title} | {words} |" for title, words in KINDS.values())])
    if section.key == "shortcuts":
        for place, (title, _words) in PLACES.items():
            rows = [f"| `{keys_of(each.keys)}` | {each.does} |" for each in SHORTCUTS if each.place == place]
            yield "\n".join([f"**{title}**", "", "| keys | |", "|---|---|", *rows])


def _table(group: str) -> Iterator[str]:
    rows = [
        f"| {each.label} | {_choices(each)} | {each.help} |" for each in SETTINGS if each.group == group and each.shown
    ]
    if rows:
        yield "\n".join(["| setting | values | |", "|---|---|---|", *rows])


def _choices(setting: WindowSetting) -> str:
    if setting.kind is Kind.CHOICE:
        return ", ".join(f"**{c.label}**" if c.value == setting.default else c.label for c in setting.choices)
    if setting.kind is Kind.SWITCH:
        return "**on**, off" if setting.default else "on, **off**"
    if setting.kind is Kind.NUMBER:
        return f"{setting.ge} to {setting.le} {setting.unit}; **{setting.default}**".replace(" ;", ";")
    return "secret" if setting.kind is Kind.SECRET else "text"


def _server_table(group: Group) -> str:
    rows = [f"| {each.label} | {_names(each)} | {_range(each)} | {each.help} |" for each in group.settings]
    head = [f"**{group.title}.** {group.words}", "", "| setting | names | values | |", "|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _names(setting: Setting) -> str:
    names = [f"`{setting.name}`", f"`{setting.environment}`"]
    if setting.name in OPTIONS:
        names.append(f"`--{setting.name.replace('_', '-')}`")
    return ", ".join(names)


def _range(setting: Setting) -> str:
    if setting.is_secret:
        return "secret"
    if isinstance(setting.default, bool):
        return "**true**, false" if setting.default else "true, **false**"
    if isinstance(setting.default, int):
        return f"{setting.ge} to {setting.le:,}; **{setting.default}**"
    return f"**{setting.default}**" if setting.default else "text"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
