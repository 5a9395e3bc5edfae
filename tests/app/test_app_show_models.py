"""Models of the pages about shows: chapters, order, rules, lists, descriptions, folders."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from app.client import Client
from app.client.episodes import Episode, Mark
from app.client.faults import ApiError
from app.client.imports import FeedCheck, ListedFeed, RuleResult
from app.models import episodes, rich_text, site_folder
from app.models.chapter_rows import ChapterRows, read_clock
from app.models.episode_order import OrderedEpisodes
from app.models.feed_checks import RuleRows, Verdict, summary_of, verdict_of
from app.models.listed_feeds import ListedRows
from app.models.site_folder import NotUnpacked, Place
from app.widgets.entry_list import EntryList
from app.widgets.rich_text import RichText

MARKS = (Mark(0.0, "Opening"), Mark(60.0, "Middle", url="https://a.example"), Mark(120.0, "End", listed=False))


def watched(model: QAbstractItemModel) -> QAbstractItemModelTester:
    """Qt's own judge of models, which fails the test at the first broken rule."""
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def chapters() -> ChapterRows:
    made = ChapterRows()
    made.show(reversed(MARKS), length_ms=180_000)
    return made


def test_chapters_are_moved_between_their_neighbours(qapp: QApplication) -> None:
    rows = chapters()
    judge = watched(rows)

    assert rows.move(1, 90_000)
    assert rows.starts_ms == (0, 90_000, 120_000)
    assert rows.move(1, 500_000)
    assert rows.starts_ms[1] == 119_500
    assert not rows.move(0, 10_000)
    assert rows.move(2, 999_999_999)
    assert rows.starts_ms[2] == 179_500
    assert rows.marks[2].listed is False
    del judge


def test_chapters_are_added_taken_out_and_written(qapp: QApplication) -> None:
    rows = chapters()
    judge = watched(rows)
    told: list[int] = []
    rows.edited.connect(lambda: told.append(1))

    assert rows.add(30_000) == 1
    assert rows.add(30_200) == -1
    assert rows.setData(rows.index(1, 1), "  The   lake ")
    assert rows.setData(rows.index(1, 0), "0:45.5")
    assert rows.setData(rows.index(1, 2), "https://lake.example")
    assert not rows.setData(rows.index(1, 2), "lake")
    assert not rows.setData(rows.index(1, 1), " ")
    assert not rows.setData(rows.index(1, 0), "soon")
    assert rows.marks[1] == Mark(45.5, "The lake", url="https://lake.example")
    assert rows.remove(0)
    assert rows.starts_ms == (0, 60_000, 120_000)
    assert len(told) >= 5
    empty = ChapterRows()
    empty.show((), length_ms=10_000)
    assert (empty.add(4_000), empty.starts_ms) == (0, (0,))
    del judge


@pytest.mark.parametrize(
    ("text", "wanted"), [("1:02:03", 3_723_000), ("04:41", 281_000), ("0:01.5", 1_500), ("4", None), ("1:75", None)]
)
def test_clocks_are_read(text: str, wanted: int | None) -> None:
    assert read_clock(text) == wanted


def listed() -> tuple[Episode, ...]:
    return (
        Episode(1, "", "One", season=1, number=1),
        Episode(2, "", "Two", season=1, number=2),
        Episode(3, "", "Three", season=2, number=1),
        Episode(4, "", "Coming soon", type="trailer"),
    )


def test_numbers_follow_the_order_within_each_season(qapp: QApplication) -> None:
    rows = OrderedEpisodes()
    judge = watched(rows)
    rows.show(listed())
    assert rows.changed == ()

    assert rows.move(0, 1)
    assert [(e.id, season, number) for e, season, number in rows.changed] == [(2, 1, 1), (1, 1, 2)]
    assert rows.move(2, 0)
    assert [(e.id, s, n) for e, s, n in rows.changed] == [(3, 1, 1), (1, 1, 3)]
    assert rows.set_season(1, 2)
    assert [(e.season, e.id) for e, _, _ in rows.changed] == [(1, 3), (2, 2), (2, 1)]
    assert not rows.move(0, 9)
    del judge


def test_a_dragged_row_lands_before_the_one_it_was_dropped_on(qapp: QApplication) -> None:
    rows = OrderedEpisodes()
    rows.show(listed()[:2])
    judge = watched(rows)
    data = rows.mimeData([rows.index(1, 0)])

    assert not rows.dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, QModelIndex())

    assert [rows.data(rows.index(n, 0)) for n in range(2)] == ["Season 1 · 1   Two", "Season 1 · 2   One"]
    del judge


def rule(name: str, status: str, level: str = "MUST") -> RuleResult:
    return RuleResult(name, level, f"Rule {name}.", status, count=2, details=("a",))


def test_what_is_wrong_comes_first(qapp: QApplication) -> None:
    check = FeedCheck(
        "u", "Show", 3, 1, 1,
        (rule("a", "pass"), rule("b", "fail", "SHOULD"), rule("c", "not_checked"), rule("d", "fail")),
    )  # fmt: skip
    rows = RuleRows()
    judge = watched(rows)

    rows.show(check, everything=True)
    assert [r.id for r in rows.rows] == ["d", "b", "a", "c"]
    rows.show(check, everything=False)
    assert [r.id for r in rows.rows] == ["d", "b"]
    assert rows.count(Verdict.WRONG) == rows.count(Verdict.UNSEEN) == 1
    assert summary_of(check) == "1 of 4 rules must still be met."
    assert verdict_of(rule("e", "not_applicable")) is Verdict.GOOD
    del judge


def test_listed_feeds_begin_ticked(qapp: QApplication) -> None:
    rows = ListedRows()
    judge = watched(rows)
    first, second = ListedFeed("One", "https://one.example"), ListedFeed("Two", "https://two.example")
    rows.show((first, second))
    assert rows.ticked == (first, second)
    assert rows.setData(rows.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    rows.say(second, "3 new")
    assert rows.ticked == (second,)
    assert rows.data(rows.index(1, 2)) == "3 new"
    del judge


def test_an_episode_tells_its_place_and_when_it_appears() -> None:
    assert [episodes.place(e) for e in listed()] == ["S1 E1", "S1 E2", "S2 E1", "Trailer"]
    assert episodes.appears(Episode(1, "", "x", hidden=True)) == "Hidden"


@pytest.mark.parametrize(
    "text",
    [
        "Plain words.\n\nTwo paragraphs & a <sign>.",
        "<p>Some <b>bold</b> and <i>slanted</i> words.</p>",
        '<p>A <a href="https://a.example/?b=1&amp;c=2">link</a>.</p><ul><li>One</li><li>Two</li></ul><p>End.</p>',
        "<ol><li>First</li><li>Second</li></ol>",
        "<p>One line<br>and another</p><p><b>x</b></p>",
    ],
)
def test_descriptions_come_back_as_they_were(qapp: QApplication, text: str) -> None:
    document = QTextDocument()
    rich_text.show(document, text)
    assert rich_text.written(document) == text


def test_foreign_markup_is_left_out(qapp: QApplication) -> None:
    document = QTextDocument()
    rich_text.show(
        document, '<h2>Big</h2><p onclick="x()">Words <a href="javascript:x">there</a><img src="http://a"></p>'
    )
    assert rich_text.written(document) == "<p><b>Big</b></p><p>Words there</p>"


def test_the_bar_formats_what_is_selected(qapp: QApplication) -> None:
    made = RichText()
    made.show_text("<div>Left as it was</div>")
    assert made.text == "<div>Left as it was</div>"
    made.show_text("One\nTwo")
    made.edit.selectAll()
    made._bullets.click()
    assert made.text == "<ul><li>One</li><li>Two</li></ul>"
    made._plain.click()
    assert made.text == "One\nTwo"
    made.edit.selectAll()
    made.link("javascript:alert(1)")
    assert made.text == "One\nTwo"
    made.show_text("One")
    made.edit.selectAll()
    made._italic.click()
    made.link("https://one.example")
    assert made.text == '<p><a href="https://one.example"><i>One</i></a></p>'


def test_entries_are_put_in_and_taken_out(qapp: QApplication) -> None:
    made = EntryList("person", (("Name", "Name", 3), ("Role", "host", 2)), add="Add a person")
    made.show_entries([("Ada", "host"), ("Bo", "")])
    made.add_button.click()
    assert made.entries == (("Ada", "host"), ("Bo", ""))
    made._rows[2][1][0].setText("Cy ")
    made._take_out(made._rows[0][0])
    assert made.entries == (("Bo", ""), ("Cy", ""))


def test_a_website_lands_in_its_folder_and_nowhere_else(tmp_path: Path) -> None:
    archive, folder = tmp_path / "a.zip", tmp_path / "site"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("feed.xml", "<rss/>")
        made.writestr("media/one.mp3", b"sound")
    assert site_folder.unpack(archive, folder) == site_folder.Laid(2, 0, 11)
    (folder / "own.txt").write_text("mine")
    (folder / "feed.xml").write_text("old")
    assert site_folder.unpack(archive, folder) == site_folder.Laid(1, 1, 11)
    assert sorted(p.name for p in folder.iterdir()) == ["feed.xml", "media", "own.txt"]
    for name in ("../evil.txt", "/evil.txt", "a/../../evil.txt"):
        with zipfile.ZipFile(archive, "w") as made:
            made.writestr(name, "x")
        with pytest.raises(NotUnpacked, match="can't take the website"):
            site_folder.unpack(archive, folder)
    assert not (tmp_path / "evil.txt").exists()


def test_places_of_websites_are_kept() -> None:
    places = {"s1": Place("/a", "https://a.example")}
    assert site_folder.read_places(site_folder.written_places(places)) == places
    assert site_folder.read_places("[broken") == {}


async def test_a_download_without_room_is_refused_before_it_starts(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 1_000

    monkeypatch.setattr("app.client.connection.shutil.disk_usage", lambda _path: Full)
    with pytest.raises(ApiError, match=r"all\.json needs .* Choose another place"):
        await client.connection.save("/openapi.json", tmp_path / "all.json")
    assert not named(tmp_path)


def named(folder: Path) -> list[Path]:
    """The files of a folder."""
    return list(folder.iterdir())
