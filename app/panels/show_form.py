"""The form of a show: its words, and its artwork checked and cropped in place."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.shows import Show, Taxonomy
from app.language import tr
from app.panels.panel import Desk
from app.panels.show_details import ShowDetails
from app.tasks import Tasks
from app.theme import look
from app.widgets.artwork import LARGEST, SMALLEST, Cover, Cropper, read_picture
from app.widgets.buttons import button, icon_button
from app.widgets.cards import WrappedLabel, card, label, row, scrolled
from app.widgets.drops import local_files
from app.widgets.forms import Choice, Faults, Field, Line, Paragraph
from app.widgets.page_stack import PageStack
from app.widgets.pairs import Pairs

ART_WIDTH = 320
ROOMY = 860
"""From this width on, fields stand in pairs."""
ZOOM = 120
"""By how many pixels of the picture one press of a zoom button changes the square."""
CHANGE_ARTWORK = "/podcast/shows/{}/image"
REQUIRED = ("name", "description", "author", "link", "email")


class ShowForm(QWidget):
    """Creates a show, or changes one. `kept` asks to send it, `left` to go back."""

    kept = Signal()
    left = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.editing: Show | None = None
        self.name = Line(tr("Signal & Noise"))
        self.author = Line(tr("Who makes it"))
        self.description = Paragraph(tr("What listeners can expect"), lines=5)
        self.link = Line("https://…")
        self.email = Line("you@example.org")
        self.language = Choice()
        self.fields = {
            "name": Field(tr("Name"), self.name),
            "author": Field(tr("Author"), self.author),
            "description": Field(tr("Description"), self.description),
            "link": Field(tr("Website"), self.link),
            "email": Field(
                tr("Owner's e-mail"), self.email, help_text=tr("Stands in the feed; directories write there.")
            ),
            "language": Field(tr("Language"), self.language),
        }
        self.details = ShowDetails()
        self.faults = Faults(self.fields | self.details.fields)
        self.heading = label("", "heading")
        self.art = ArtworkCard()
        self.keep_button = button("", self._keep, kind="main", keys="Ctrl+S")
        self.art.reading.connect(self.working)
        self._build()

    def fill(self, show: Show | None, artwork: bytes) -> None:
        """Start with a show's values, or empty."""
        self.editing = show
        self.heading.setText(tr("Edit {name}", name=show.name) if show else tr("New show"))
        self.keep_button.setText(tr("Save changes") if show else tr("Create show"))
        self.name.setText(show.name if show else "")
        self.author.setText(show.author if show else "")
        self.description.setPlainText(show.description if show else "")
        self.link.setText(show.link if show else "")
        self.email.setText(show.email if show else "")
        self.language.choose(show.language if show and show.language else "English")
        self.art.begin(artwork, fixed=show is not None and CHANGE_ARTWORK not in self._desk.offered)
        self.details.fill(show)
        self.faults.clear()

    def offer_categories(self, taxonomy: Taxonomy) -> None:
        """Offer what the server knows a show can be filed under."""
        self.details.offer(taxonomy)

    def offer_languages(self, names: Iterable[str]) -> None:
        """Offer the languages that the server takes."""
        self.language.offer([(name, name) for name in names])

    def arrive(self) -> None:
        """Type at once."""
        self.name.setFocus()

    @property
    def values(self) -> dict[str, str]:
        """The fields as the call takes them."""
        return {
            "name": self.name.text().strip(),
            "description": self.description.toPlainText().strip(),
            "author": self.author.text().strip(),
            "link": self.link.text().strip(),
            "email": self.email.text().strip(),
            "language": str(self.language.currentData() or "English"),
        }

    @property
    def further(self) -> dict[str, Any]:
        """The further fields that differ from the show's, as the call takes them."""
        return self.details.changed

    async def artwork(self) -> bytes:
        """The cropped cover as a JPEG file; empty when none was chosen."""
        return await self.art.cropper.cover() if self.art.chosen else b""

    def working(self, on: bool) -> None:
        """Rest while the call is under way, or a picture is read."""
        self.keep_button.setEnabled(not on)

    def show_faults(self, error: ApiError) -> list[str] | None:
        """Show a refusal's faults at their fields. None when it names no field."""
        return self.faults.show_all(error.fields, self.art.show_fault, ("imageFile", "imageUrl"))

    def _keep(self) -> None:
        values = self.values
        missing = [
            (name, tr("This is needed for a feed that directories accept.")) for name in REQUIRED if not values[name]
        ]
        if missing:
            self.faults.show(missing)
        else:
            self.faults.clear()
            self.kept.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One field below the other where there is no room for two."""
        super().resizeEvent(event)
        folded = self.width() < ROOMY
        self._pairs.fold(folded)
        self.details.pairs.fold(folded)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        body = QHBoxLayout()
        body.setSpacing(16)
        frame, inner = card(spacing=14)
        inner.addWidget(self.heading)
        fields = self.fields
        lines = (("name", "author"), ("description",), ("link", "email"), ("language",))
        self._pairs = Pairs([tuple(fields[name] for name in line) for line in lines])
        inner.addLayout(self._pairs)
        inner.addWidget(self.details)
        inner.addStretch(1)
        cancel = button(tr("Cancel"), self.left.emit)
        for made in (cancel, self.keep_button):
            made.setMinimumHeight(38)
        holder = QWidget()
        around = QVBoxLayout(holder)
        around.setContentsMargins(0, 0, 8, 0)
        around.addWidget(frame)
        body.addWidget(scrolled(holder), 1)
        side = QVBoxLayout()
        side.setSpacing(16)
        side.addWidget(self.art, 1)
        side.addLayout(row(cancel, self.keep_button, stretch_at=1))
        body.addLayout(side)
        column.addLayout(body, 1)


class ArtworkCard(QFrame):
    """The artwork: none yet, the picture being cropped, or the cover that stands."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.setFixedWidth(ART_WIDTH)
        self.setAcceptDrops(True)
        self.chosen = False
        self._tasks = Tasks(self)
        self.reading = self._tasks.busy
        """Tells when a picture begins to be read, and when it is."""
        self.cropper = Cropper()
        self.cropper.changed.connect(self._show_size)
        self._cover = Cover(240)
        self._size = label("", "small")
        self._fault = WrappedLabel("", "fault")
        self._hint = WrappedLabel("", "muted")
        self.choose_button = button(tr("Choose picture…"), self._browse, icon="image-outline")
        self._smaller = icon_button(
            "magnify-plus-outline", tr("Smaller square"), lambda: self.cropper.resize_square(-ZOOM)
        )
        self._larger = icon_button(
            "magnify-minus-outline", tr("Larger square"), lambda: self.cropper.resize_square(ZOOM)
        )
        self._build()

    def begin(self, artwork: bytes, *, fixed: bool) -> None:
        """Start without a new picture, showing the cover that stands; `fixed` when it can't be changed here."""
        self.chosen = False
        self._cover.show_bytes(artwork)
        self._pictures.setCurrentIndex(0)
        self.show_fault("")
        self._fixed = fixed
        self.choose_button.setVisible(not fixed)
        self._hint.setText(
            tr("The cover stays as it is; this server takes artwork when a show is created.")
            if fixed
            else tr(
                "Square JPG or PNG of at least {smallest} × {smallest} pixels. Drop one here, or "
                "leave it: a cover with the show's name is drawn then.",
                smallest=SMALLEST,
            )
        )
        self._show_size()

    def show_fault(self, message: str) -> None:
        """Say what is wrong with the picture."""
        self._fault.setText(message)
        self._fault.setVisible(bool(message))

    @property
    def fault(self) -> str:
        """The fault that is shown."""
        return "" if self._fault.isHidden() else self._fault.text()

    def take(self, content: bytes) -> None:
        """Check a picture, then show it for cropping."""
        self._tasks.start(self._take(content), replacing="picture")

    async def _take(self, content: bytes) -> None:
        # A photograph takes a while to decode; the window works on meanwhile.
        picture = await asyncio.to_thread(read_picture, content)
        self.show_fault(picture.fault)
        if picture.fault:
            return
        self.chosen = True
        self.cropper.show_image(picture.image)
        self._pictures.setCurrentIndex(1)
        self._show_size()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A picture file can be dropped."""
        if local_files(event.mimeData()) and not self._fixed:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the first file."""
        if self.drop(event.mimeData()):
            event.acceptProposedAction()

    def drop(self, data: QMimeData) -> bool:
        """Take the first file of what was dropped."""
        files = local_files(data)
        if files:
            self._read(files[0])
        return bool(files)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        column.setSpacing(12)
        column.addWidget(label(tr("Artwork"), "heading"))
        holder = QWidget()
        holder.setFixedHeight(280)
        self._pictures = PageStack(holder)
        centred = QWidget()
        middle = QHBoxLayout(centred)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addWidget(self._cover, 0, Qt.AlignmentFlag.AlignCenter)
        self._pictures.addWidget(centred)
        self._pictures.addWidget(self.cropper)
        column.addWidget(holder)
        for made in (self._smaller, self._larger):
            made.setFixedSize(QSize(38, 38))
        column.addLayout(row(self._size, None, self._larger, self._smaller))
        column.addWidget(self._fault)
        column.addWidget(self._hint)
        column.addWidget(self.choose_button)
        column.addStretch(1)
        self._fixed = False

    def _show_size(self) -> None:
        side = min(self.cropper.square.width(), LARGEST) if self.chosen else 0
        self._size.setText(tr("{side} × {side} pixels", side=side) if side else "")
        for made in (self._smaller, self._larger):
            made.setVisible(self.chosen)

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose artwork"), "", tr("Pictures (*.jpg *.jpeg *.png)"))
        if name:
            self._read(Path(name))

    def _read(self, path: Path) -> None:
        self._tasks.start(self._read_file(path), replacing="picture")

    async def _read_file(self, path: Path) -> None:
        try:
            content = await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            self.show_fault(tr("{name} can't be read: {reason}.", name=path.name, reason=error.strerror or error))
        else:
            await self._take(content)
