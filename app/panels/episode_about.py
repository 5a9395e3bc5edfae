"""What an episode says of itself: words, place in the show, when it appears, who is heard."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from app.client.episodes import Episode
from app.client.shows import Person
from app.language import mark, told, tr
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import card, label, rule, scrolled
from app.widgets.entry_list import EntryList
from app.widgets.forms import Choice, Field, Line
from app.widgets.moments import MomentEdit
from app.widgets.rich_text import RichText

SIDE_WIDTH = 304
LARGEST = 100_000
EXPLICIT = ((True, mark("Yes")), (False, mark("No")))


class EpisodeAbout(QWidget):
    """The fields, named as on the wire. `changed` tells of every change."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._episode: Episode | None = None
        self.title = Line()
        self.description = RichText(lines=9)
        self.season, self.number = _count(tr("Season")), _count(tr("Number"))
        self.kind = Segments(
            (("full", tr("Full")), ("trailer", tr("Trailer")), ("bonus", tr("Bonus"))), name=tr("Type")
        )
        self.explicit = Choice()
        self.timed = Switch(tr("Appears at a time of its own"))
        self.at = MomentEdit(tr("Appears"))
        self.hidden = Switch(tr("Hidden: in no feed"))
        self.image = Line(tr("https://… (the show's picture)"))
        self.persons = EntryList(
            "person",
            (
                (tr("Name"), tr("Name"), 3),
                (tr("Role"), tr("guest …"), 2),
                (tr("Website"), "https://…", 3),
                (tr("Picture"), "https://…", 3),
            ),
            add=tr("Add a person"),
        )
        self.fields = {
            "title": Field(tr("Title"), self.title),
            "description": Field(tr("Description"), self.description),
            "persons": Field(tr("Who is heard"), self.persons),
            "season": Field(tr("Season"), self.season),
            "number": Field(tr("Number"), self.number),
            "episodeType": Field(tr("Type"), self.kind),
            "explicit": Field(tr("Explicit"), self.explicit),
            "publishOn": Field(tr("Appears"), self.at),
            "imageUrl": Field(tr("Picture of its own"), self.image),
        }
        self._build()
        self._listen()

    def fill(self, episode: Episode) -> None:
        """Edit this episode."""
        self._episode = episode
        self.title.setText(episode.title)
        self.description.show_text(episode.description)
        self.season.setValue(episode.season)
        self.number.setValue(episode.number)
        self.kind.choose(episode.type)
        self.explicit.offer([(None, tr("As the show")), *told(EXPLICIT)], keep=False)
        self.explicit.choose(episode.explicit)
        self.timed.setChecked(episode.publish_on is not None)
        moment = episode.publish_on or episode.published_on
        if moment is not None:
            self.at.show_moment(moment)
        self.hidden.setChecked(episode.hidden)
        self.image.setText(episode.image_url)
        self.persons.show_entries([(p.name, p.role, p.href, p.img) for p in episode.persons])
        self._show_timed()

    @property
    def said(self) -> dict[str, Any]:
        """The further fields that differ from the episode's, as the call takes them."""
        episode = self._episode
        if episode is None:
            return {}
        persons = self._persons(episode)
        pairs: dict[str, tuple[Any, Any]] = {
            "season": (self.season.value(), episode.season),
            "number": (self.number.value(), episode.number),
            "episodeType": (self.kind.value(), episode.type),
            "explicit": (self.explicit.currentData(), episode.explicit),
            "hidden": (self.hidden.isChecked(), episode.hidden),
            "imageUrl": (self.image.text().strip(), episode.image_url),
        }
        given = {name: now for name, (now, before) in pairs.items() if now != before}
        if persons != episode.persons:
            given["persons"] = [person.wire for person in persons]
        before = episode.publish_on
        if self.timed.isChecked():
            moment = self.at.moment
            if before is None or int(before.timestamp()) // 60 != int(moment.timestamp()) // 60:
                given["publishOn"] = moment.isoformat()
        elif before is not None:
            given["publishOn"] = None
        return given

    @property
    def words(self) -> tuple[str, str]:
        """Title and description."""
        return self.title.text().strip(), self.description.text

    @property
    def is_changed(self) -> bool:
        """Whether anything differs from the episode."""
        episode = self._episode
        return episode is not None and (self.words != (episode.title, episode.description.strip()) or bool(self.said))

    def _persons(self, episode: Episode) -> tuple[Person, ...]:
        groups = {person.name: person.group for person in episode.persons}
        return tuple(
            Person(name, role, groups.get(name, ""), href, img) for name, role, href, img in self.persons.entries
        )

    def _show_timed(self) -> None:
        self.fields["publishOn"].setVisible(self.timed.isChecked())

    def _listen(self) -> None:
        self.title.textChanged.connect(self.changed)
        self.description.changed.connect(self.changed)
        for spin in (self.season, self.number):
            spin.valueChanged.connect(self.changed)
        self.kind.chosen.connect(self.changed)
        self.explicit.picked.connect(self.changed)
        for switch in (self.timed, self.hidden):
            switch.toggled.connect(self.changed)
        self.timed.toggled.connect(lambda _on: self._show_timed())
        self.at.dateTimeChanged.connect(self.changed)
        self.image.textChanged.connect(self.changed)
        self.persons.changed.connect(self.changed)

    def _build(self) -> None:
        frame, left = card(spacing=14)
        left.addWidget(self.fields["title"])
        left.addWidget(self.fields["description"], 1)
        left.addWidget(self.fields["persons"])
        holder = QWidget()
        around = QVBoxLayout(holder)
        around.setContentsMargins(0, 0, 8, 0)
        around.addWidget(frame)
        side, right = card(padding=18, spacing=0)
        side.setFixedWidth(SIDE_WIDTH)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(14)
        column.addWidget(label(tr("In the show"), "heading"))
        place = QHBoxLayout()
        place.setSpacing(12)
        place.addWidget(self.fields["season"])
        place.addWidget(self.fields["number"])
        column.addLayout(place)
        for each in (self.fields["episodeType"], self.fields["explicit"], rule()):
            column.addWidget(each)
        column.addWidget(label(tr("When it appears"), "heading"))
        for part in (self.timed, self.fields["publishOn"], self.hidden, rule(), self.fields["imageUrl"]):
            column.addWidget(part)
        column.addStretch(1)
        right.addWidget(scrolled(content))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(scrolled(holder), 1)
        layout.addWidget(side)


def _count(name: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setAccessibleName(name)
    spin.setRange(0, LARGEST)
    spin.setSpecialValueText(tr("None"))
    # A style sheet's padding is lost on a spin box without arrows.
    spin.lineEdit().setTextMargins(10, 0, 0, 0)
    return spin
