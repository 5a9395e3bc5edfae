"""The eight presenters that a video can show; `avatarId` is their number, from 1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Presenter:
    """How a presenter looks. Colours are ``#rrggbb``; `glasses` is empty for none."""

    name: str
    skin: str
    hair: str
    cut: str
    """short, quiff, long, bun, bob, curls, veil or bald."""
    clothes: str
    """suit, jumper, stripes, collar, scarf or hood."""
    top: str
    trim: str
    lips: str
    ground: str
    """Behind them."""
    glasses: str = ""
    beard: bool = False


PRESENTERS = (
    Presenter(
        name="Ada",
        skin="#f2c9ac",
        hair="#7a3b1d",
        cut="long",
        clothes="collar",
        top="#1f6f78",
        trim="#eef7f5",
        lips="#b8434e",
        ground="#cfe8e4",
    ),
    Presenter(
        name="Bruno",
        skin="#c98d63",
        hair="#231a17",
        cut="short",
        clothes="suit",
        top="#27364f",
        trim="#c0392b",
        lips="#d08a7c",
        ground="#dbe3f0",
        beard=True,
    ),
    Presenter(
        name="Chidi",
        skin="#7a4a2f",
        hair="#15110f",
        cut="bald",
        clothes="jumper",
        top="#d98e04",
        trim="#a86a00",
        lips="#b2685a",
        ground="#fbeccb",
        glasses="#1c1c1c",
    ),
    Presenter(
        name="Dina",
        skin="#e0ac85",
        hair="#2c2019",
        cut="veil",
        clothes="collar",
        top="#4b3b78",
        trim="#7d68b8",
        lips="#a8474b",
        ground="#e6e0f5",
    ),
    Presenter(
        name="Emil",
        skin="#f6d6bf",
        hair="#d9a441",
        cut="quiff",
        clothes="hood",
        top="#3a7d44",
        trim="#f4f1e4",
        lips="#b5655b",
        ground="#dcefdc",
    ),
    Presenter(
        name="Femi",
        skin="#8d5a3b",
        hair="#2a1710",
        cut="curls",
        clothes="stripes",
        top="#f3f3f0",
        trim="#c8324f",
        lips="#8a2f37",
        ground="#fbdfe3",
    ),
    Presenter(
        name="Grete",
        skin="#f3d3c0",
        hair="#b9bcc4",
        cut="bun",
        clothes="scarf",
        top="#55606e",
        trim="#b0447c",
        lips="#a9525b",
        ground="#f0e2ea",
        glasses="#7a2f4f",
    ),
    Presenter(
        name="Haru",
        skin="#efc8a0",
        hair="#1b1b25",
        cut="bob",
        clothes="jumper",
        top="#c4523b",
        trim="#8e3423",
        lips="#b04a45",
        ground="#fde3d8",
    ),
)
