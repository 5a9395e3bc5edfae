"""Models obey Qt's rules, and pages come as the view asks for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.client.episodes import Episode
from app.client.requests import Chapter, Passage, Row, RowPage, SpokenLine, SpokenScript, State
from app.models import phrases
from app.models.episodes import candidate_rows, episode_rows
from app.models.requests import FILTERS, QueueRows, now_text, status_text
from app.models.tables import ROW_ROLE, Rows
from app.models.transcripts import SOUNDING_ROLE, TranscriptLines

A_SCRIPT = SpokenScript(
    "Lake Vell",
    (
        SpokenLine("SPEAKER_00", "Welcome.", 0, 900),
        SpokenLine("SPEAKER_01", "Forty centimetres.", 1000, 2500, (Passage("40 cm", "report.pdf", 12),)),
        SpokenLine("SPEAKER_00", "Is that much?", 2600, 4000),
    ),
    (Chapter("Start", 0),),
    (0.2, 0.7),
)


def rows(count: int, *, first: int = 0) -> tuple[Row, ...]:
    return tuple(Row(str(n), f"Episode {n}", status=100, stage="completed") for n in range(first, first + count))


def checked(model: QAbstractItemModel) -> QAbstractItemModelTester:
    """Watches a model through everything the test does with it."""
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_the_queue_obeys_qt_through_every_change(qapp: object) -> None:
    model = QueueRows()
    watcher = checked(model)

    model.replace_page(RowPage(rows(5), next_after="4", total=9))
    model.fetchMore(QModelIndex())
    model.append_page(RowPage(rows(4, first=5)))
    model.put_first(Row("new", "Newest"))
    model.update(Row("3", "Episode 3, renamed", status=100))
    model.remove("7")
    model.refresh_page(RowPage(rows(2)))

    assert watcher.model() is model
    assert [row.id for row in model.rows] == ["0", "1"]


@pytest.mark.parametrize("make", [episode_rows, candidate_rows])
def test_episode_tables_obey_qt(qapp: object, make: Callable[[], Rows[Episode]]) -> None:
    model = make()
    watcher = checked(model)

    model.replace([Episode(1, "r1", "First", duration=312), Episode(2, "r2", "")])
    model.update(Episode(2, "r2", "Second"))
    model.remove(1)

    assert watcher.model() is model
    assert model.index(0, 0).data() == "Second"


def test_the_transcript_obeys_qt(qapp: object) -> None:
    model = TranscriptLines()
    watcher = checked(model)

    model.show(A_SCRIPT, voices=("Heart", "Michael"))
    model.follow(1200)
    model.show(SpokenScript(""))

    assert watcher.model() is model
    assert model.rowCount() == 0


def test_the_next_page_is_asked_for_once(qapp: object) -> None:
    model = QueueRows()
    asked: list[str] = []
    model.wanted.connect(asked.append)
    model.replace_page(RowPage(rows(3), next_after="2", total=6))

    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    model.append_page(RowPage(rows(3, first=3)))

    assert asked == ["2"]
    assert model.complete
    assert not model.canFetchMore(QModelIndex())
    assert len(model.rows) == 6


def test_a_page_that_did_not_come_may_be_asked_for_again(qapp: object) -> None:
    model = QueueRows()
    model.replace_page(RowPage(rows(3), next_after="2"))
    model.fetchMore(QModelIndex())

    model.give_up()

    assert model.canFetchMore(QModelIndex())


def test_a_row_that_comes_twice_is_shown_once(qapp: object) -> None:
    model = QueueRows()
    model.replace_page(RowPage(rows(3), next_after="2"))

    model.append_page(RowPage(rows(3, first=2)))

    assert [row.id for row in model.rows] == ["0", "1", "2", "3", "4"]
    assert model.place_of("4") == 4


def test_a_refresh_that_changes_nothing_keeps_what_was_loaded(qapp: object) -> None:
    model = QueueRows()
    model.replace_page(RowPage(rows(3), next_after="2"))
    model.append_page(RowPage(rows(3, first=3)))
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))

    model.refresh_page(RowPage(rows(3), next_after="2"))

    assert resets == []
    assert len(model.rows) == 6


def test_only_changed_rows_are_painted_anew(qapp: object) -> None:
    model = QueueRows()
    model.replace_page(RowPage(rows(3)))
    changed: list[int] = []
    model.dataChanged.connect(lambda first, _last: changed.append(first.row()))

    model.update(rows(3)[1])
    model.update(Row("2", "Other"))

    assert changed == [2]
    assert model.update(Row("unknown")) is False


def test_a_cell_hands_out_its_row_and_its_words(qapp: object) -> None:
    model = QueueRows()
    row = Row("1", "Lake Vell", status=63, stage="voicing", seconds_left=70, progress_text="Voicing line 4")
    model.replace([row])

    cells = [model.index(0, column).data() for column in range(model.columnCount())]

    assert cells == ["Lake Vell", "Podcast", "63\u202f%", "Voicing · 1 min left", "—"]
    assert model.index(0, 0).data(ROW_ROLE) == row
    assert model.index(0, 3).data(Qt.ItemDataRole.ToolTipRole) == "Voicing line 4 · 1 min left"
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Title"


def test_a_failed_row_says_why_and_a_done_one_when() -> None:
    now = datetime.now(UTC)
    failed = Row("1", status=17, error_code=1001, error="The page wants a login.")
    done = Row("2", status=100, requested_on=now - timedelta(hours=2))

    assert (status_text(failed), now_text(failed)) == ("Failed", "The page wants a login.")
    assert (status_text(done), now_text(done)) == ("Done", "2 h ago")


def test_every_state_and_failure_has_words() -> None:
    assert set(phrases.STATES) == set(State)
    assert set(phrases.ADVICE) == {1001, 1002, 1003, 1004, 1005, 1006, 1007, 1099}
    assert {name for name, _ in FILTERS} <= {"all", "active", *(state.value for state in State)}


def test_the_line_that_sounds_is_marked_once(qapp: object) -> None:
    model = TranscriptLines()
    model.show(A_SCRIPT, voices=("Heart",))
    changed: list[int] = []
    model.dataChanged.connect(lambda first, _last, _roles: changed.append(first.row()))

    places = [model.follow(at) for at in (0, 500, 1200, 1300, 9000)]

    assert places == [0, None, 1, None, 2]
    assert changed == [0, 0, 1, 1, 2]
    assert model.index(2).data(SOUNDING_ROLE) is True
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "Speaker 2, 00:01: Forty centimetres."
    assert model.name_of("SPEAKER_00") == "Heart"


@pytest.mark.parametrize(
    ("seconds", "clock", "span"),
    [(0, "00:00", "0 s"), (59.6, "00:59", "1 min"), (760, "12:40", "13 min"), (3723, "1:02:03", "1 h 2 min")],
)
def test_times_read_well(seconds: float, clock: str, span: str) -> None:
    assert (phrases.clock(seconds), phrases.span(seconds)) == (clock, span)


def test_sizes_counts_and_ages_read_well() -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)

    assert [phrases.size(n) for n in (0, 400, 840_000, 12_400_000, 3_100_000_000)] == [
        "0 kB",
        "1 kB",
        "840 kB",
        "12.4 MB",
        "3.1 GB",
    ]
    assert phrases.ago(now - timedelta(seconds=20), now=now) == "just now"
    assert phrases.ago(now - timedelta(minutes=5), now=now) == "5 min ago"
    assert phrases.ago(now - timedelta(days=40), now=now) == "12 Oct 2026"
    assert phrases.output("hologram_deck") == "Hologram deck"
