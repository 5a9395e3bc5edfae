"""Projects: what a piece of work is for, how it should look, and the rules for both."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from server.domain.errors import FieldFault, Invalid
from server.domain.plaintext import plain, printable

MAX_NAME = 200
MAX_DESCRIPTION = 20_000
MAX_PAGE_TEXT = 20_000
"""Characters kept of what the project's address says."""
COLOURS = {
    "text_color": "textColor",
    "background_color": "backgroundColor",
    "brand_color": "brandColor",
    "accent_color": "accentColor",
}
"""A project's colours, and their names on the wire."""
_SHORT = re.compile(r"#?([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])")
_LONG = re.compile(r"#?([0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project of one client. Colours are ``#rrggbb`` or empty."""

    id: str
    client_id: str
    name: str
    created_on: datetime
    updated_on: datetime
    description: str = ""
    url: str = ""
    page_text: str = ""
    """What was read at `url`."""
    page_fault: str = ""
    """Why nothing was read there, in one sentence."""
    image_url: str = ""
    logo_key: str = ""
    """The unguessable name of its logo; empty while it has none."""
    logo_sha256: str = ""
    logo_size: int = 0
    logo_fault: str = ""
    text_color: str = ""
    background_color: str = ""
    brand_color: str = ""
    accent_color: str = ""

    @property
    def context(self) -> str:
        """What a writer is told of it."""
        return "\n\n".join(part for part in (self.description, self.page_text) if part)

    @property
    def is_reading(self) -> bool:
        """Whether its page is still to be read."""
        return bool(self.url) and not self.page_text and not self.page_fault

    @property
    def is_fetching(self) -> bool:
        """Whether its picture is still to be fetched."""
        return bool(self.image_url) and not self.logo_key and not self.logo_fault

    @property
    def faults(self) -> tuple[str, ...]:
        """What could not be done as asked, in sentences."""
        return tuple(fault for fault in (self.page_fault, self.logo_fault) if fault)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectChange:
    """What to set on a project; None keeps what stands, an empty text removes it."""

    name: str | None = None
    description: str | None = None
    url: str | None = None
    image_url: str | None = None
    text_color: str | None = None
    background_color: str | None = None
    brand_color: str | None = None
    accent_color: str | None = None


def changed(project: Project, change: ProjectChange, *, now: datetime) -> Project:
    """The project with what `change` names.

    Raises:
        Invalid: values break rules; every field at fault is named.
    """
    faults: list[FieldFault] = []
    said: dict[str, Any] = {}
    if change.name is not None:
        said["name"] = plain(change.name)
        if not 0 < len(said["name"]) <= MAX_NAME:
            faults.append(FieldFault("name", f"must hold 1 to {MAX_NAME} characters"))
    if change.description is not None:
        said["description"] = printable(change.description).strip()
        if len(said["description"]) > MAX_DESCRIPTION:
            faults.append(FieldFault("description", f"is over {MAX_DESCRIPTION:,} characters long"))
    for name, wire in COLOURS.items():
        given = getattr(change, name)
        if given is None:
            continue
        colour = colour_of(given)
        if colour is None:
            faults.append(FieldFault(wire, "must be a colour such as #1f6feb"))
        else:
            said[name] = colour
    if faults:
        raise Invalid(f"{faults[0].field}: {faults[0].message}", code="invalid_field", details=faults)
    after = replace(project, **said, updated_on=now)
    if change.url is not None and (change.url.strip() != project.url or project.page_fault):
        after = replace(after, url=change.url.strip(), page_text="", page_fault="")
    picture = change.image_url
    if picture is not None and (picture.strip() != project.image_url or project.logo_fault or not picture.strip()):
        after = replace(after, image_url=picture.strip(), logo_key="", logo_sha256="", logo_size=0, logo_fault="")
    return after


def colour_of(text: str) -> str | None:
    """``#rrggbb`` in lower case for that or ``#rgb``, empty for an empty text, None for anything else."""
    text = text.strip()
    if not text:
        return ""
    if found := _LONG.fullmatch(text):
        return f"#{found[1].lower()}"
    if found := _SHORT.fullmatch(text):
        return "#" + "".join(digit * 2 for digit in found.groups()).lower()
    return None
