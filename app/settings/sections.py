"""The sections of the settings page, in order."""

from __future__ import annotations

from dataclasses import dataclass

from app.language import mark


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its title, one sentence, and the path that the server must have for it; empty for none.

    `groups` are the server's groups of settings that stand in it.
    """

    key: str
    title: str
    words: str
    icon: str
    needs: str = ""
    groups: tuple[str, ...] = ()


SECTIONS = (
    Section("appearance", mark("Appearance"), mark("How the window looks."), "palette-outline"),
    Section("playback", mark("Playback"), mark("How episodes are played."), "play-circle-outline"),
    Section(
        "notices",
        mark("Tray and notifications"),
        mark("What is told while the window is not in front."),
        "bell-outline",
    ),
    Section("create", mark("Create"), mark("What a new order starts with."), "plus-circle-outline"),
    Section(
        "writing",
        mark("Writing"),
        mark("Who writes what is made."),
        "fountain-pen-tip",
        needs="/studio/settings/writing",
    ),
    Section(
        "speech",
        mark("Speech"),
        mark("Who speaks, listens and takes voices over, besides what is built in."),
        "account-voice",
        needs="/studio/settings/server",
        groups=("speech_endpoint", "transcription", "cloning", "images"),
    ),
    Section("storage", mark("Storage"), mark("What uses the disk of the server."), "harddisk", needs="/studio/storage"),
    Section(
        "backups",
        mark("Backups"),
        mark("Copies of everything, and how to go back."),
        "backup-restore",
        needs="/studio/backups",
    ),
    Section(
        "server",
        mark("Server"),
        mark("Which server this window works with, and how it is reached."),
        "server",
        groups=("network", "public", "reach", "work"),
    ),
    Section(
        "clients",
        mark("Clients and tokens"),
        mark("Who may use this server, and with what."),
        "account-key-outline",
        "/studio/clients",
    ),
    Section(
        "targets",
        mark("Publishing"),
        mark("Where finished videos go: folders, webhooks, a video site."),
        "publish",
        needs="/studio/targets",
    ),
    Section("shortcuts", mark("Shortcuts"), mark("What the keyboard does."), "keyboard-outline"),
    Section(
        "about", mark("About Quillcast"), mark("What this program is made of, and its licences."), "information-outline"
    ),
)
