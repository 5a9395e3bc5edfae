"""Timelines: the marked dates, none wrong, events that stand alone, several sources as one."""

from __future__ import annotations

import pytest
from document_measures import DATED, OTHERS, dates, expected, other_source, text_source, writer_of
from plain_sources import source_of

from server.domain.documents import Timeline
from server.domain.errors import NothingUsable
from server.domain.sources import Source
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.rules import rules_for
from server.engine.writing.tasks import TimelineTask


def write(*sources: Source, instructions: str = "") -> Timeline:
    return writer_of(*sources).write(
        TimelineTask(sources=sources, language=sources[0].language, instructions=instructions)
    )


QUICK = (
    "biography_lisk.md",
    "news_ferry.md",
    "minutes_council.md",
    "stadtbaeume_de.md",
    "farol_pt.md",
    "accordeons_fr.md",
)


@pytest.mark.parametrize("names", [QUICK, pytest.param(DATED, marks=pytest.mark.slow)], ids=["some", "all"])
def test_marked_dates_are_right_and_none_is_wrong(names: tuple[str, ...]) -> None:
    right = marked = 0
    for name in names:
        found = dates(write(text_source(name)), name)
        assert found.wrong == (), name
        assert found.right >= 0.6 * found.marked, (name, found.missed)
        right, marked = right + found.right, marked + found.marked
    assert right >= 0.92 * marked


@pytest.mark.parametrize("name", ["biography_lisk.md", "news_ferry.md", "stadtbaeume_de.md"])
def test_events_rest_on_their_passages_in_order_of_time(name: str) -> None:
    source = text_source(name)
    timeline = write(source)
    rules = rules_for(source.language)
    for event in timeline.events:
        assert event.text.passages
        assert all(source.text[p.start : p.end] == p.text for p in event.text.passages)
        assert not rules.unsupported(event.text.text, passages=[p.text for p in event.text.passages])
        assert not rules.opening_pronoun(event.text.text), event.text.text
        assert event.label
    years = [int(e.date[:4]) for e in timeline.events]
    assert years == sorted(years)


@pytest.mark.parametrize("stem", [s for s in OTHERS if "dates" in expected(s)])
def test_texts_that_nothing_was_tuned_on(stem: str) -> None:
    want = expected(stem)
    timeline = write(other_source(stem))
    found = {e.date + (f"/{e.end}" if e.end else "") for e in timeline.events}
    asked, also = list(want["dates"]), list(want.get("also", []))  # type: ignore[call-overload]
    assert [d for d in asked if not any(f.startswith(d) for f in found)] == []
    assert [f for f in found if f not in asked and f not in also] == []


def test_instructions_choose_years_or_a_subject() -> None:
    source = text_source("biography_lisk.md")
    years = write(source, instructions="only events between 1890 and 1900")
    assert len(years.events) >= 5
    assert all(1890 <= int(e.date[:4]) <= 1900 for e in years.events)
    guild = write(source, instructions="focus on the guild")
    assert 3 <= len(guild.events) < 20
    assert write(source, instructions="focus on zeppelins").notes


def test_notes_speak_the_language_of_the_timeline() -> None:
    source = source_of(
        "# Die Mühle\n\nDie Mühle von Sele brannte am 3. Mai 1897 ab, und 1899 wurde sie aus Stein wieder aufgebaut. "
        * 6,
        language="de",
    )
    assert write(source, instructions="nur Zeppeline").notes == (
        "Zu wenige Ereignisse passen zu den Vorgaben; gezeigt werden alle.",
    )


FIRST = (
    "# The mill at Sele\n\nThe mill at Sele burned down on 3 May 1897. It had ground flour for two hundred years. "
    "The owner, Ada Fenn, lost 12,000 pounds in the fire. A new mill of brick was opened in 1899. Nobody was hurt, "
    "but the bakers of the valley had to buy their flour in the town for two years, and bread was dear. The new mill "
    "worked until 1950, when the last miller retired."
)
SECOND = (
    "# Fires in the valley\n\nThe mill at Sele burned down on 3 May 1897 and Ada Fenn lost 15,000 pounds. The brewery "
    "at Harl followed in 1902. A brigade was founded in 1904 after the insurers had asked for one again and again. "
    "It had a hand pump and eleven men, all of them bakers or brewers, and it came too late to the fire at the school "
    "in 1911. The new mill of brick was opened in 1900."
)


def test_the_same_event_in_two_sources_is_one_entry() -> None:
    first, second = source_of(FIRST, id="a"), source_of(SECOND, id="b")
    timeline = write(first, second)
    fires = [e for e in timeline.events if e.date == "1897-05-03"]
    assert len(fires) == 1
    assert {p.source_id for p in fires[0].text.passages} == {"a", "b"}
    assert "12,000" in fires[0].text.text or "15,000" in fires[0].text.text
    assert any("differently" in note and "1899" in note and "1900" in note for note in timeline.notes)


def test_a_table_of_dates_is_a_chronology() -> None:
    source = source_of(
        "# The harbour\n\nThe harbour of Elmsea has a long history, which the council has now put together for the "
        "visitors who ask for it every summer. It hangs in the hall.\n\n"
        "| Year | What happened |\n|---|---|\n| 1840 | The first quay was built of oak. |\n"
        "| 1871 | A storm took the lighthouse away. |\n| 1902 | Steam cranes were put up. |\n\n"
        "The council wants to add pictures, and asks everybody who has any to bring them to the office in the hall."
    )
    assert [e.date for e in write(source).events] == ["1840", "1871", "1902"]


def test_no_dates_is_said_plainly() -> None:
    with pytest.raises(NothingUsable, match="add a text with dates"):
        write(source_of("# Rain\n\n" + "It rains on the hills and nobody minds the rain much. " * 12))


def test_a_language_without_words_of_its_own_finds_exact_dates() -> None:
    text = (
        "# De molen\n\nDe molen van Sele brandde op 3 mei 1897 af. Niemand raakte gewond, maar het meel was duur. "
        "De bakkers kochten hun meel in de stad en klaagden er jarenlang over. Op 12 juni 1899 ging een nieuwe molen "
        "open, die tot het eind van de oorlog werkte. Vandaag staat er een school, en in de tuin ligt de oude steen. "
        "Kinderen zitten erop als het warm is, en niemand weet meer waar hij vandaan komt."
    )
    timeline = write(source_of(text, language="nl"))
    assert [e.date for e in timeline.events] == ["1897-05-03", "1899-06-12"]
    assert timeline.notes


def test_days_of_a_report_belong_to_the_year_of_its_dateline() -> None:
    report = (
        "CORRIN, 11 June 2026. The pipe beneath Castle Road broke on 3 February, and the commission that looked into "
        "it for four months has now handed over a report of two hundred pages, which says that the pipe had been on "
        "a list for fourteen years. The final report is to be published in February 2027. The prosecutor opened an "
        "inquiry on 2 March against four persons. The hole in Castle Road was filled in on 28 March. The city "
        "replaced 12 pipes in 2025 and will replace 20 in 2027. "
    )
    told = {event.date for event in write(source_of(report)).events}
    assert {"2026-03-02", "2026-03-28"} <= told
    assert not {"2027-03-02", "2027-03-28"} & told


def test_the_following_may_of_a_spring_may_be_either_and_is_left_out() -> None:
    text = (
        "The summer of 2022 was dry. The yews suffered late and turned brown in the spring of 2023, as their roots had "
        "dried out. Hawthorn flowered normally in the following May. In the winter of 2019 the pond froze. The first "
        "hedge was planted in 2011 and the last one in 2014 by the gardeners of the estate, who had "
        "until then mown the grass and cut the roses and nothing else. "
    )
    assert not [event.date for event in write(source_of(text)).events if event.date.endswith("-05")]


LIFE = """# Martha Quill (1871-1940)

Martha Ellen Quill was a maker of globes whose maps of the seas hung in four hundred schools.

She was born in Orford on 3 May 1871. Her father mended clocks, and she learned to file brass at his bench before she
could write. She left school at eleven. In 1889 she opened a workshop in a stable behind the mill.

Her first globe showed the moon. The museum at Orford bought it in 1894 for nine pounds. In 1901 she moved to Harwich.

Samuel Pike, a printer, joined the workshop as a partner. He set the names of the seas by hand. His type was so small
that people used a glass. When he retired in 1922, he had set eleven thousand names. She died on 9 June 1940.
"""


def test_a_life_is_dated_with_its_name_and_without_what_lies_between() -> None:
    source = source_of(LIFE, id="life")
    events = BuiltInWriter().write(TimelineTask(sources=(source,), language="en")).events
    told = {e.date: e.text.text for e in events}
    assert told["1871-05-03"] == "Martha Ellen Quill was born in Orford on 3 May 1871."
    assert told["1889"] == "In 1889 Martha Ellen Quill opened a workshop in a stable behind the mill."
    assert told["1922"] == (
        "Samuel Pike, a printer, joined the workshop as a partner. When he retired in 1922, he had set eleven thousand names."  # noqa: E501
    )
    assert all(p.text in source.text for e in events for p in e.text.passages)


MINUTES = """# Pond society

## Minutes of the meeting of Monday 7 October 2024, held in the hut

**Present:** A. Grosz, H. Tench

The open day on 24 August brought in 467 pounds, less than the year before, on account of the rain.

The new rent takes effect on 1 January. The pond was cleaned on 2 September by nine members.

Nobody could say where the second pump is, or whether there ever was one. The hut needs a new stove, and the chair
thanked all who had brought chairs of their own.
"""


def test_the_heading_of_minutes_has_their_day_and_what_is_announced_comes_after_it() -> None:
    told = {event.date for event in write(source_of(MINUTES, id="minutes")).events}
    assert {"2024-08-24", "2024-09-02", "2025-01-01"} <= told
    assert "2024-01-01" not in told
