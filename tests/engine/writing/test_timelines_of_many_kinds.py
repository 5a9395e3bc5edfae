"""Timelines of texts of many kinds that were marked before the rules for them were made: most dates, none wrong."""

from __future__ import annotations

import pytest
from document_measures import Dates, dates, marked_source, writer_of
from plain_sources import TEXTS, source_of

from server.domain.documents import Timeline
from server.domain.sources import Source
from server.engine.writing.tasks import TimelineTask

KINDS = TEXTS.parent / "timelines"
NAMES = tuple(sorted(p.stem for p in KINDS.glob("*.md")))


def timeline(source: Source) -> Timeline:
    return writer_of(source).write(TimelineTask(sources=(source,), language=source.language))


def found(name: str) -> Dates:
    return dates(timeline(marked_source(KINDS / f"{name}.md")), name, folder=KINDS)


@pytest.mark.parametrize("name", NAMES)
def test_no_date_of_a_text_is_wrong(name: str) -> None:
    assert found(name).wrong == ()


def test_most_marked_dates_of_all_texts_are_right() -> None:
    measured = [found(name) for name in NAMES]
    assert len(NAMES) == 10
    assert sum(m.right for m in measured) >= 0.92 * sum(m.marked for m in measured), [m.missed for m in measured]


FILLER = {
    "en": "Nobody who lives there has much to say about the place, and those who pass through it seldom stop. There is a "  # noqa: E501
    "well, a row of limes, and a wall on which children sit when it is warm. The baker knows a story about the wall, but "  # noqa: E501
    "he tells it badly, and his wife, who tells it well, has no time for stories. Visitors like the limes most of all.",
    "de": "Wer dort wohnt, hat wenig über den Ort zu sagen, und wer durchfährt, hält selten an. Es gibt einen Brunnen, "
    "eine Reihe von Linden und eine Mauer, auf der bei Wärme Kinder sitzen. Der Bäcker kennt eine Geschichte über die "
    "Mauer, aber er erzählt sie schlecht, und seine Frau, die gut erzählt, hat für Geschichten keine Zeit mehr.",
    "fr": "Les gens du lieu en parlent peu, et ceux qui passent ne s'arrêtent guère. On y voit un puits, une rangée de "
    "tilleuls et un mur où les enfants s'assoient quand il fait chaud. Le boulanger connaît une histoire sur ce mur, "
    "mais il la raconte mal, et sa femme, qui raconte bien, n'a pas le temps pour les histoires, dit-elle.",
}


def told(text: str, *, language: str = "en") -> dict[str, str]:
    """The texts of a timeline's events by their dates; what is put after the text dates nothing."""
    whole = f"{text}\n\n# The place\n\n{FILLER[language]}"
    return {
        e.date + (f"/{e.end}" if e.end else ""): e.text.text
        for e in timeline(source_of(whole, language=language)).events
    }


def test_two_dates_of_a_sentence_are_told_by_the_clause_of_each() -> None:
    events = told(
        "# The level\n\nThe pit at Arn was deep and the water in it never stood still. At the inquest Ruddock said that a "  # noqa: E501
        "man should learn to read. He did not live to see the end. In January 1781 he stood in water for hours to "
        "measure an inflow, caught a chill and died on the ninth of February. The tunnel was opened in 1791 and "
        "widened between 1801 and 1804. Work on the lock began in 1810, stopped two years later for want of money, "
        "and began again in 1820 under a new owner."
    )
    assert events["1781-01"] == "In January 1781 Ruddock stood in water for hours to measure an inflow."
    assert events["1781-02-09"] == "Ruddock caught a chill and died on the ninth of February."
    assert events["1791"] == "The tunnel was opened in 1791."
    assert events["1801/1804"] == "The tunnel was widened between 1801 and 1804."
    assert events["1812"] == "Work on the lock stopped two years later for want of money."


def test_a_clause_whose_pronoun_may_mean_another_is_not_cut_off() -> None:
    events = told(
        "# Springs\n\nJosiah Pike made beams for shops and thought nothing of springs, which were made abroad. "
        "His daughter had noticed that grocers bought them all the same. In 1907 she hired a founder from the north. "
        "The yard was small in those days, and nobody who saw it thought that it would grow."
    )
    assert "Pike hired" not in events["1907"]


def test_a_diary_tells_what_happened_under_its_days() -> None:
    events = told(
        "# Over the pass\n\n**Thursday 17 August 2023**\n\nMissed the bus because of a cheese. It weighs two kilos.\n\n"
        "**Friday**\n\nWe climbed to the pass in the heat and saw the sea from it. The hut was built in 1931.\n\n"
        "**Sunday, evening**\n\nLeft at five. The lake is green, and nobody knows why it is so."
    )
    assert events["2023-08-17"].startswith("Missed the bus")
    assert events["2023-08-18"].startswith("We climbed to the pass")
    assert "2023-08-20" in events
    assert "1931" in events


def test_days_that_contradict_their_weekdays_head_nothing() -> None:
    events = told(
        "# Two days\n\n**Thursday 17 August 2023**\n\nMissed the bus because of a cheese that R. wanted.\n\n"
        "**Monday 18 August**\n\nWe climbed to the pass in the heat. The hut was built in 1931 out of old timber."
    )
    assert set(events) == {"1931"}


def test_a_programme_has_its_hours() -> None:
    events = told(
        "# Harbour days 2023\n\nAll concerts are free, and nobody needs to book for anything.\n\n## Thursday 8 June\n\n"
        "20.00, Old Quay. Opening concert with the brass band.\n\n## Friday 9 June\n\n"
        "18.30, St Olave's. The quartet plays songs from the islands."
    )
    assert events["2023-06-08T20:00"] == "Old Quay: Opening concert with the brass band."
    assert events["2023-06-09T18:30"].startswith("St Olave's: The quartet plays")


REPORT = "# The shed\n\n*By Ann Orr, Tuesday 14 March 2023*\n\n{}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The shed reopened on Saturday after repairs.", {"2023-03-11"}),
        ("The council will meet on Friday in the hall.", {"2023-03-17"}),
        ("The town said yesterday that it would pay for the roof.", {"2023-03-13"}),
        ("The book is due on the 3rd of next month.", {"2023-04-03"}),
        ("On the first Monday of this year two men took the bench away.", {"2023-01-02"}),
        ("The parish decides about it on Wednesday week.", {"2023-03-22"}),
        ("Next Monday a plumber looks at it.", {"2023-03-20"}),
        ("Three hundred people came last week.", {"2023-03-06/2023-03-12"}),
        ("The roof blew off last November.", {"2022-11"}),
        ("The concert in December filled the church.", {"2022-12"}),
        ("It was agreed to look at the rent again in January.", {"2024-01"}),
        ("Volunteers dig on 18/19 and 25/26 March.", {"2023-03-18/2023-03-19", "2023-03-25/2023-03-26"}),
        ("Hedges were cut on 4 and 11 March.", {"2023-03-04", "2023-03-11"}),
        ("The club meets on Thursdays and every Friday.", set()),
        ("The shop is open from Monday to Friday.", set()),
        ("Fires are allowed from November to March.", set()),
        ("No hedge may be cut between 1 March and 31 August.", set()),
        ("The bill was dearer than the year before.", set()),
        ("Next Friday a plumber looks at it.", set()),
        ("The owners say they're expected to give a first report on 24 March.", {"2023-03-24"}),
        (
            "The council declined to comment, but has called a meeting in the hall for Thursday at seven.",
            {"2023-03-16"},
        ),
        ("The key, it emerged on Sunday, has been missing for years.", set()),
        ("Without repair the roof would have to be taken off this autumn.", set()),
        ("Sites will be chosen by a panel, and announced in the second half of July.", {"2023-07-16/2023-07-31"}),
        ("This year's harvest was good and the barn is full.", set()),
        ("The porter retired at Christmas and nobody has his keys.", {"2022-12"}),
        ("The fair is held on 1 May each year behind the shed.", set()),
        ("They said on Tuesday that all was well.", set()),
    ],
)
def test_a_report_counts_from_its_day(text: str, expected: set[str]) -> None:
    filler = "Nobody else had anything to say about it. The last such shed was built in 1890 by a cooper."
    assert set(told(REPORT.format(f"{text} {filler}"))) - {"1890"} == expected


def test_a_memory_stays_in_its_year() -> None:
    events = told(
        "# The porter\n\nI was the night porter of a hotel with forty rooms. It was 1978. I let the milk in at six and "
        "read nothing, since one was always listening to something. He let me win once, on my birthday, the ninth of "
        "February. He had begun the violin in Budapest in the autumn of 1956. In March he asked me up. His room was "
        "small and smelled of varnish. I left at the end of April."
    )
    assert set(events) == {"1978", "1978-02-09", "1956-09/1956-11", "1978-03", "1978-04"}


def test_what_comes_again_has_no_year() -> None:
    german = told(
        "# Die Bahn\n\nDie Bahn wurde am 9. März 1987 gesperrt. Im Mai und im November ist sie geschlossen. Sie fährt "
        "sonst täglich. Niemand hat sie je bei Sturm fahren sehen, und das soll so bleiben.",
        language="de",
    )
    french = told(
        "# Le moulin\n\nUne association racheta le bâtiment en 1983. Le moulin est ouvert d'avril à octobre. On y moud "
        "le premier dimanche du mois, et personne ne s'en plaint dans le village.",
        language="fr",
    )
    assert set(german) == {"1987-03-09"}
    assert set(french) == {"1983"}


def test_the_imprint_and_the_dateline_are_no_events() -> None:
    events = told(
        "# The shed\n\nCORRIN, 11 June 2026. The shed burned down yesterday with all that was in it.\n\n"
        "It had been built in 1890 by a cooper who had no use for a house, and nobody lived in it then.\n\n"
        "## Notes\n\nThe photographs are by nobody in particular and were found in a box.\n\nCorrin, June 2026. Text: Ann Orr"  # noqa: E501
    )
    assert set(events) == {"1890", "2026-06-10"}
    assert events["2026-06-10"] == "The shed burned down yesterday with all that was in it."
    assert "CORRIN" not in events["1890"]


def test_days_of_rules_come_again_each_year() -> None:
    events = told(
        "# Rules of the boat club\n\nAdopted on 3 May 1998. This version agreed at the meeting of 12 October 2024.\n\n"
        "1. Season. From 1 April to 31 October, daily, until sunset.\n\n"
        "2. Fees. Payable by 30 November. Whoever pays late loses the berth.\n\n"
        "3. Regatta. On 1 August at noon, open to all. The proceeds go to the lifeboat.\n\n"
        "4. Keys. The code is changed on 1 March each year. In February 2019 a boat was lost for two hours.\n\n"
        "5. Changes. A general meeting takes place on the second Saturday in October and decides on them."
    )
    assert set(events) == {"1998-05-03", "2024-10-12", "2019-02"}


def test_letters_are_dated_by_the_lines_that_head_them() -> None:
    events = told(
        "# Letters from the ship\n\n*Greenhithe, 9 October 1903*\n\nMy dear Hetty,\n\n"
        "Life here is like that of a grocer with one article. We sail on Tuesday.\n\n"
        "*At sea, 21 November 1903*\n\nYour brother is well and eats too much. A week ago today the cable parted in my "
        "watch. On Thursday the strain went up slowly.\n\n"
        "*Porto Almas, 19 December 1903*\n\nEverybody is glad of the harbour. We made the splice on the 10th and the line "  # noqa: E501
        "was opened on the next day by the Governor.\n\n"
        "*Porto Almas, 10 February 1904*\n\nIt is a bad month for all of us. On 17 January a rope killed a man of "
        "nineteen. We start for home on Monday. Look for me by the end of next month."
    )
    heads = {"1903-10-09", "1903-11-21", "1903-12-19", "1904-02-10"}
    told_of = {
        "1903-10-13",
        "1903-11-14",
        "1903-11-19",
        "1903-12-10",
        "1903-12-11",
        "1904-01-17",
        "1904-02-15",
        "1904-03",
    }
    assert set(events) == heads | told_of
    assert events["1903-10-09"] == "Letter: Greenhithe."


def test_a_relative_clause_that_goes_on_telling_has_its_date() -> None:
    events = told(
        "# The railway\n\nIt was opened on 22 July 1889, belongs to the town council, which bought it for a pound in 1951, "  # noqa: E501
        "and carries many people up the hill in summer."
    )
    assert set(events) == {"1889-07-22", "1951"}


def test_a_present_that_follows_history_leads_back_to_the_day_of_a_report() -> None:
    events = told(
        REPORT.format(
            "Nobody knows why it stopped on Saturday. It was opened on 22 July 1889, belongs to the town, and carries "
            "some 9,000 people a year. It passed its inspection on 12 January."
        )
    )
    assert set(events) == {"2023-03-11", "1889-07-22", "2023-01-12"}


def test_holidays_with_a_year_are_days() -> None:
    events = told(
        "# The lift\n\nOn Christmas Eve 2011 everyone had gone home when the lift stopped between two floors."
    )
    assert set(events) == {"2011-12-24"}


def test_a_sentence_within_an_essay_is_not_its_day() -> None:
    events = told(
        "# The fine\n\nIt was a small thing and nobody liked it.\n\nSo on 1 April 2019 they went. There was cake.\n\n"
        "Her book about the counter came out last year."
    )
    assert set(events) == {"2019-04-01"}
