"""Screens of what belongs to the whole window: the palette, the search and the first steps."""

from __future__ import annotations

from camera import settled, until

NAMES = frozenset({"palette", "palette-found", "search", "search-empty", "tour", "tour-making"})


def found(api) -> list[dict[str, object]]:
    """What a search for "lake water" finds in the example studio."""
    done = [row for row in api.contents.requests if row["status"] == 100]
    audio = next(row for row in done if row["output_type"] == "audio")
    paper = next(row for row in done if row["output_type"] == "briefing_doc")

    def excerpt(text: str, *words: str, **place: int) -> dict[str, object]:
        marks = sorted([text.index(word), text.index(word) + len(word)] for word in words)
        return {"text": text, "marks": marks, **place}

    return [
        {
            "kind": "episode",
            "title": audio["title"],
            "titleMarks": [],
            "updatedOn": audio["requested_on"],
            "requestId": audio["id"],
            "outputType": "audio",
            "excerpts": [
                excerpt("The lake rose by forty centimetres, and the water came back.", "lake", "water", timeMs=61_000),
                excerpt("Why does the water of a lake matter to a town?", "water", "lake", timeMs=4_000),
            ],
        },
        {
            "kind": "document",
            "title": paper["title"],
            "titleMarks": [],
            "updatedOn": paper["requested_on"],
            "requestId": paper["id"],
            "outputType": "briefing_doc",
            "excerpts": [
                excerpt(
                    "Measurements at the weir show that the lake held more water than in any year before.",
                    "lake",
                    "water",
                )
            ],
        },
        {
            "kind": "source",
            "title": "Hydrological yearbook",
            "titleMarks": [],
            "updatedOn": paper["requested_on"],
            "notebookId": "n1",
            "sourceId": "s1",
            "excerpts": [excerpt("Lake water is sampled twice a week.", "Lake water", start=5, end=40, page=12)],
        },
    ]


async def draw(window, api, shot) -> None:
    """Draw all of them."""
    api.contents.found = found(api)
    window.show_panel("queue")
    await settled(window)
    window.finder.open()
    await until(lambda: window.finder._things, "what was worked with lately")
    await shot("palette")
    window.finder.field.setText("lake water")
    await until(lambda: window.finder._found, "what was found")
    await shot("palette-found")
    window.finder.close_again()
    window.show_panel("search")
    await shot("search-empty")
    window.show_panel("search", "lake water")
    await until(lambda: window.panels["search"].finds.found, "what was found")
    window.panels["search"].list.setFocus()
    await shot("search")
    window.show_panel("queue")
    window.tour.start()
    window.tour.action.click()
    await until(lambda: "create" in window.panels and window.panels["create"].sources.sources, "the sample")
    await settled(window)
    await shot("tour")
    made = next(row for row in api.contents.requests if row["status"] == 63)
    window.desk.go("queue", made["id"])
    window.tour._tell_progress("Voicing line 14 of 38", 63)
    await shot("tour-making")
    window.tour.leave()
