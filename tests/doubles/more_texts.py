"""Texts of kinds that the development set doesn't have, written for the tests; and inputs that no one would write."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).resolve().parent.parent / "data" / "more_texts"
KINDS = ("launch", "court", "technique", "notice")
"""A product launch, a court report, a technique in steps, and a notice of eighty words."""


def text(kind: str) -> str:
    """One of the texts, as Markdown."""
    return (_FOLDER / f"{kind}.md").read_text(encoding="utf-8")


ODD = {
    "bullets": "\n".join(
        f"- {line}"
        for line in (
            "New: dark mode",
            "Faster start, 1.2 seconds instead of 3.4",
            "Fixed a crash when a file was renamed",
            "The export now keeps chapters",
            "Removed the old printer dialog",
            "Search finds words with accents",
            "Up to 40 files can be dropped at once",
            "The window remembers its place",
            "Help opens offline",
            "Installer is 30 percent smaller",
            "Sound stays in time on long files",
            "Two new voices",
            "Better contrast",
            "Keyboard shortcuts can be changed",
        )
    ),
    "capitals": "THE TOWN HALL WILL BE CLOSED ON FRIDAY. THE OFFICES MOVE TO MILL STREET. "
    * 1
    + "ALL FORMS MUST BE HANDED IN BY NOON. THE NEW OFFICES OPEN ON 3 JUNE. PARKING IS FREE FOR TWO HOURS. "
    "THE LIBRARY STAYS WHERE IT IS. DOGS ARE NOT ALLOWED IN THE NEW BUILDING. THE LIFT CARRIES EIGHT PEOPLE. "
    "CALL THE OFFICE IF YOU NEED A RAMP. THE MAYOR WILL OPEN THE DOORS AT NINE IN THE MORNING.",
    "one paragraph": " ".join(
        f"In the year {1900 + n} the harbour of Elmsea counted {n * 7 + 12} ships and {n * 3 + 5} barges at its quays."
        for n in range(60)
    ),
    "dialogue": "\n\n".join(
        f'"{line}" said {who}.'
        for line, who in (
            ("Did you lock the gate?", "Ann"),
            ("I thought that you had the key,", "Ben"),
            ("The key is in the shed,", "Ann"),
            ("Then the goats are out,", "Ben"),
            ("They were in the garden when I came,", "Ann"),
            ("Not in the beans, I hope,", "Ben"),
            ("In the beans and in the washing,", "Ann"),
            ("Whose washing was it this time?", "Ben"),
            ("The pastor will want a new shirt,", "Ann"),
            ("He wanted one anyway and never said so,", "Ben"),
        )
    ),
    "numbers": "\n".join(f"{n}, {n * n}, {n * n * n}, {n + 0.5}, {n * 12}" for n in range(1, 40)),
    "no entities": "It rains and it rains and nobody knows why it should ever stop. "
    * 3
    + "Some like the rain and some do not. People walk slowly and look at the ground. Water runs along the road and "
    "into the gardens. Children jump into it. Old people stay in and listen. When it stops it is very quiet. "
    "Then a bird begins, and after that another one. Nobody says anything for a while.",
    "fragments": "Rain. Again. And then? Nothing. " * 20,
    "stray quotes": 'He said "this is it. She said no". They went "home. The dog " barked ( loudly. It was late. ' * 8,
}


def long_history(canal: str) -> str:
    """About 20,000 words out of the canal's history and three more canals of the same fate."""
    names = (("Aldwater", "Aldwater"), ("Aldwater", "Brennick"), ("Aldwater", "Corrow"), ("Aldwater", "Dunmere"))
    swaps = (
        {},
        {
            "Castrel": "Harwick",
            "Sundmouth": "Eastholm",
            "Ruddock": "Tarrant",
            "Thackwell": "Penrose",
            "Hollin": "Marden",
        },
        {
            "Castrel": "Velling",
            "Sundmouth": "Norport",
            "Ruddock": "Ashdown",
            "Thackwell": "Merrick",
            "Hollin": "Skarrow",
        },
        {
            "Castrel": "Ottery",
            "Sundmouth": "Lowhaven",
            "Ruddock": "Fenwick",
            "Thackwell": "Garside",
            "Hollin": "Thornby",
        },
    )
    parts = []
    for n, ((old, new), swap) in enumerate(zip(names, swaps, strict=True)):
        text = canal.replace(old, new)
        for a, b in swap.items():
            text = text.replace(a, b)
        lines = text.splitlines()
        if n:
            lines = [line for line in lines if not line.startswith("# ")]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
