"""Every setting of the desktop. The settings page, its help and its checks are made from this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from app.language import mark, tr

Value = str | int | float | bool


class Kind(StrEnum):
    """How a setting is edited."""

    CHOICE = "choice"
    SWITCH = "switch"
    NUMBER = "number"
    TEXT = "text"
    SECRET = "secret"  # noqa: S105 - a kind of field


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a choice and what people call it."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: key, default, words for people, and what its values may be.

    `check` answers a sentence about what is wrong with a text, or an empty one. Settings whose `shown` is false
    are kept by the window itself.
    """

    key: str
    default: Value
    label: str = ""
    help: str = ""
    kind: Kind = Kind.TEXT
    choices: tuple[Choice, ...] = ()
    ge: int | None = None
    le: int | None = None
    unit: str = ""
    check: Callable[[str], str] | None = None
    shown: bool = True

    @property
    def group(self) -> str:
        """The part of the key before its first dot."""
        return self.key.split(".", 1)[0]

    def fault(self, value: Value) -> str:
        """What is wrong with a value, as a sentence; empty when it can be used."""
        label = tr(self.label)
        if self.choices and value not in {choice.value for choice in self.choices}:
            return tr(
                "{label} must be one of: {listed}.", label=label, listed=", ".join(tr(c.label) for c in self.choices)
            )
        if self.kind is Kind.NUMBER:
            if not isinstance(value, int | float) or isinstance(value, bool):
                return tr("{label} must be a number.", label=label)
            if (self.ge is not None and value < self.ge) or (self.le is not None and value > self.le):
                most = f"{self.le} {tr(self.unit)}".strip()
                return tr("{label} must be between {least} and {most}.", label=label, least=self.ge, most=most)
        if self.kind is Kind.SWITCH and not isinstance(value, bool):
            return tr("{label} must be on or off.", label=label)
        if self.check is not None and isinstance(value, str):
            return self.check(value)
        return ""


def server_address(value: str) -> str:
    """Empty, or an http(s) address without anything behind the host."""
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return tr("Write the whole address, for example http://192.168.1.20:8787.")
    if parts.query or parts.fragment or parts.username:
        return tr("The address must hold nothing but scheme, host, port and path.")
    return ""


def release_address(value: str) -> str:
    """Empty, or an http(s) address."""
    if not value:
        return ""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        return tr("Write the whole address, for example https://quillcast.example/releases.atom.")
    return ""


TOUR_STEPS = ("", "welcome", "order", "making", "ready", "listen", "left")
"""Where one is on the way to a first episode; empty before it was ever offered."""

GROUPS = {
    "appearance": (mark("Appearance"), mark("How the window looks.")),
    "playback": (mark("Playback"), mark("How episodes are played.")),
    "notices": (mark("Tray and notifications"), mark("What is told while the window is not in front.")),
    "create": (mark("Create"), mark("What a new order starts with.")),
    "server": (mark("Server"), mark("Which server this window works with.")),
    "about": (mark("Newer versions"), mark("Nobody is asked unless you want it.")),
}
"""The groups of the settings page, in order: title and one sentence."""

SETTINGS = (
    Setting(
        "appearance.theme",
        "system",
        label=mark("Colours"),
        help=mark("System follows what the desktop environment is set to."),
        kind=Kind.CHOICE,
        choices=(Choice("system", mark("System")), Choice("light", mark("Light")), Choice("dark", mark("Dark"))),
    ),
    Setting(
        "appearance.language",
        "system",
        label=mark("Language"),
        help=mark("Of words, numbers and dates in the window; counts from the next start of the program."),
        kind=Kind.CHOICE,
        choices=(Choice("system", mark("System")), Choice("en", "English"), Choice("de", "Deutsch")),
    ),
    Setting(
        "appearance.contrast",
        False,
        label=mark("High contrast"),
        help=mark("Stronger letters and borders, on plain grounds."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "appearance.motion",
        False,
        label=mark("Less motion"),
        help=mark("Changes are shown at once instead of moving."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "appearance.scale",
        "100",
        label=mark("Size"),
        help=mark("Of everything in the window; counts from the next start of the program."),
        kind=Kind.CHOICE,
        choices=tuple(Choice(str(percent), f"{percent} %") for percent in (100, 125, 150, 175, 200)),
    ),
    Setting(
        "playback.speed",
        "1.0",
        label=mark("Speed"),
        help=mark("New episodes start at this speed; the pitch stays."),
        kind=Kind.CHOICE,
        choices=(
            Choice("0.75", mark("0.75×")),
            Choice("1.0", "1×"),
            Choice("1.25", mark("1.25×")),
            Choice("1.5", mark("1.5×")),
            Choice("1.75", mark("1.75×")),
            Choice("2.0", "2×"),
        ),
    ),
    Setting(
        "playback.skip",
        10,
        label=mark("Skip"),
        help=mark("How far the buttons beside Play go back and forward."),
        kind=Kind.NUMBER,
        ge=1,
        le=120,
        unit=mark("seconds"),
    ),
    Setting(
        "playback.follow",
        True,
        label=mark("Follow the transcript"),
        help=mark("Keeps the line that sounds in sight."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "notices.tray",
        True,
        label=mark("Icon in the tray"),
        help=mark("Shows how far running work is, where the desktop has a tray."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "notices.keep",
        False,
        label=mark("Stay in the tray"),
        help=mark("Closing the window hides it; running work goes on. Ctrl+Q ends the program."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "notices.done",
        True,
        label=mark("When something is ready"),
        help=mark("Shows a notification."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "notices.failed", True, label=mark("When something failed"), help=mark("With the reason."), kind=Kind.SWITCH
    ),
    Setting(
        "notices.waiting",
        True,
        label=mark("When a script waits for approval"),
        help=mark("It goes on once you approve it."),
        kind=Kind.SWITCH,
    ),
    Setting("notices.told", False, kind=Kind.SWITCH, shown=False),
    Setting(
        "create.quality",
        "final",
        label=mark("Quality"),
        help=mark("Draft takes the fastest voice: good for checking a script."),
        kind=Kind.CHOICE,
        choices=(Choice("final", mark("Final")), Choice("draft", mark("Draft"))),
    ),
    Setting(
        "create.approve",
        False,
        label=mark("Approve the script first"),
        help=mark("New orders stop after writing and wait for your approval."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "server.address",
        "",
        label=mark("Server elsewhere"),
        help=mark("Leave empty to use the server inside this program."),
        check=server_address,
    ),
    Setting(
        "server.token",
        "",
        label=mark("Its token"),
        help=mark("Made there by “quillcast token”; kept in the keyring, or in a file only you can read."),
        kind=Kind.SECRET,
    ),
    Setting(
        "about.updates",
        False,
        label=mark("Look for newer versions"),
        help=mark("Once a day, at the start. The address below is asked, and told nothing about you."),
        kind=Kind.SWITCH,
    ),
    Setting(
        "about.address",
        "",
        label=mark("Where to look"),
        help=mark("A release feed (Atom or RSS), or a JSON document with a version."),
        check=release_address,
    ),
    Setting("about.looked", "", shown=False),
    Setting("tour.step", "", choices=tuple(Choice(step, step) for step in TOUR_STEPS), shown=False),
    Setting("tour.request", "", shown=False),
    Setting("create.presets", "", label=mark("Presets"), shown=False),
    Setting("window.geometry", "", shown=False),
    Setting("window.panel", "create", shown=False),
    Setting("recent.opened", "", shown=False),
    Setting("voices.favourites", "", shown=False),
    Setting("shows.sites", "", shown=False),
    Setting("playback.volume", 90, label=mark("Volume"), kind=Kind.NUMBER, ge=0, le=100, shown=False),
)

BY_KEY = {setting.key: setting for setting in SETTINGS}
