"""Texts of kinds that the development set doesn't have, written for the tests; and inputs that no one would write."""

from __future__ import annotations

LAUNCH = """# Lumo 3 desk lamp now ships in four colours

Brightwell Studio today began shipping the Lumo 3, a desk lamp that measures the daylight in a room and fills in only what is missing. It costs 129 euros and is sold in black, white, moss and brick.

The lamp has 84 LEDs and a sensor the size of a grain of rice. The sensor reads the light forty times a second, so the lamp reacts before the eye does. In the company's own tests with 60 office workers, the lamp used 43 percent less electricity than the Lumo 2, which has a fixed brightness.

"People don't want another app," said Ines Okafor, who led the design. "They want a lamp that leaves them alone." The Lumo 3 has no app, no account and no radio. It is switched on by lifting its arm, and off by lowering it.

The Lumo 2 was criticised because its power supply could not be replaced. The new model has a standard plug, and every part can be ordered singly for ten years. The arm, however, is eight centimetres shorter, and owners of deep desks may miss them.

Brightwell made 22,000 lamps last year and plans to make 35,000 this year. A floor lamp with the same sensor is due in the spring of 2027.
"""

COURT = """# Baker wins case over cathedral bells

The district court at Marle has ruled that the bells of Saint Wendel may not ring before six in the morning. The ruling, given on Thursday, ends a dispute that began in 2021, when the baker Anselm Brucker moved into a flat eleven metres from the tower.

Mr Brucker, 47, starts work at two and sleeps from ten in the morning. He told the court that the early bells were not his problem at all: he was already at work when they rang. It was his daughter, aged four, who woke up at five every day and could not be left alone.

The parish argued that the bells had rung at five since 1738 and that anyone who moves next to a cathedral knows what it is. It also pointed to a survey in which 71 percent of residents said they liked the sound. The court accepted both points. But it found that a custom does not outweigh the night's rest that the law has protected since 1994, and that the survey had not asked about the hour.

An expert had measured 78 decibels at the girl's bed with the window closed. The limit at night is 40. The parish may still ring at any hour for a funeral, a fire or a flood, and on the night of Easter.

The bells will be silent until six from 1 March. The parish has a month to appeal. Its lawyer, Theda Rohn, said that she would advise against it. "We would be spending the organ fund on being right," she said.
"""

TECHNIQUE = """# How to sharpen a kitchen knife on a whetstone

A whetstone removes steel from both sides of the edge until they meet. You need a stone with a coarse side of grit 1000 and a fine side of grit 6000, a towel and some water. The work takes about fifteen minutes for one knife.

## Before you begin

Soak the stone in water for ten minutes, until no more bubbles rise. Put it on the folded towel, so that it cannot slip.

Never use oil on a water stone. It clogs the pores, and the stone is ruined.

## The strokes

1. Lay the knife on the coarse side at an angle of fifteen degrees. Two coins under the back of the blade give about the right height.
2. Push the edge over the stone from heel to tip, with light pressure, as if you wanted to cut off a thin slice.
3. Repeat this twenty times, until you feel a fine ridge on the other side. This ridge is called the burr.
4. Turn the knife over and do the same on the other side.
5. Turn the stone over and repeat the strokes on the fine side, ten on each side, with hardly any pressure.

The burr matters because it shows that the edge has been reached. If you turn the knife before there is a burr, you polish the sides and the knife stays blunt.

## Afterwards

Wipe the blade dry and test it on a sheet of paper. A sharp knife cuts it without tearing. A knife that is used daily should be sharpened every two months; in between, a few strokes on a honing steel are enough.
"""

NOTICE = """The swimming pool in Harbour Road will be closed from Monday 6 May to Friday 17 May. During this time the tiles of the large basin will be replaced and the water will be changed. Season tickets are extended by two weeks. The sauna stays open and can be reached by the side entrance. Swimmers may use the pool in Castle Street at the same price. The school lessons of 8 and 15 May will take place there as well. We apologise for the trouble.
"""

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
