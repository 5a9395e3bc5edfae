"""Voices: the catalogue, blends, voice matches and the pronunciation book."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.client.events import Event
from app.client.faults import ApiError
from app.client.languages import Language
from app.client.shows import Show
from app.client.voices import VoiceFolder
from app.language import mark, told, tr, trn
from app.panels.panel import Desk, Panel
from app.panels.pronunciation_book import PronunciationBook
from app.panels.voice_blend import BlendPage
from app.panels.voice_catalogue import VoiceCatalogue
from app.panels.voice_match import MatchPage
from app.settings.session import Shown
from app.widgets.buttons import Segments
from app.widgets.cards import label
from app.widgets.page_stack import PageStack

PAGES = (
    ("catalogue", mark("Catalogue")),
    ("blend", mark("Blend")),
    ("match", mark("Match a voice")),
    ("book", mark("Pronunciation")),
)


class VoicesPanel(Panel):
    """Four pages over the same voices."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._languages: tuple[Language, ...] = ()
        self._shows: tuple[Show, ...] = ()
        self._wanted = 0
        self.summary = label("", "muted")
        self.views = Segments(told(PAGES), name=tr("Page"))
        self.catalogue = VoiceCatalogue(desk, self.tasks)
        self.blend = BlendPage(desk, self.tasks)
        self.match = MatchPage(desk, self.tasks)
        self.book = PronunciationBook(desk, self.tasks)
        self._places: dict[str, VoiceCatalogue | BlendPage | MatchPage | PronunciationBook] = {
            "catalogue": self.catalogue,
            "blend": self.blend,
            "match": self.match,
            "book": self.book,
        }
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Voices"), "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addLayout(words)
        top.addStretch(1)
        self.views.setFixedHeight(38)
        top.addWidget(self.views)
        self.page.addLayout(top)
        self._stack = PageStack()
        for made in self._places.values():
            self._stack.addWidget(made)
        self.page.addLayout(self._stack, 1)
        self.views.chosen.connect(self._chosen)
        self.catalogue.changed.connect(self.reload)
        self.blend.saved.connect(self._show_voice)
        self.match.made.connect(self._show_voice)

    async def refresh(self) -> None:
        """Read the voices, their folder, and the book."""
        voices = await self.client.voices.catalogue()
        self._languages = await self.client.languages.all()
        names = {language.code: language.name for language in self._languages}
        self.catalogue.card.know({voice.id: voice.name for voice in voices})
        self.catalogue.show_voices(voices, names)
        self.blend.offer(self.catalogue.entries)
        languages = len({voice.language for voice in voices if voice.language and voice.available})
        own = sum(voice.origin in ("blend", "own") for voice in voices)
        told = [
            trn("{count} voice", "{count} voices", len(voices)),
            trn("{count} language", "{count} languages", languages),
        ]
        if own:
            told.append(tr("{own} of your own", own=own))
        self.summary.setText(" · ".join(told))
        if self._wanted and self.catalogue.select(self._wanted):
            self._wanted = 0
        self.catalogue.show_folder(await self._folder())
        self._shows = await self.client.shows.all()
        await self.book.load(self.catalogue.entries, self._languages, self._shows)

    async def _folder(self) -> VoiceFolder:
        try:
            return await self.client.voices.folder()
        except ApiError as error:
            # A token that is not the owner's sees no folder.
            if error.status in (403, 404):
                return VoiceFolder()
            raise

    def take(self, event: Event) -> None:
        """A voice match went on."""
        if event.noun == "request":
            self.match.take(event)

    def state(self) -> Shown:
        """The page."""
        return {"page": self.views.value()}

    def resume(self, state: Shown) -> None:
        """Turn to it again."""
        page = str(state.get("page") or "")
        if page in self._places:
            self.show_page(page)

    def open(self, payload: object) -> None:
        """Show a page by its name, or a voice by its number."""
        if isinstance(payload, int):
            self._show_voice(payload)
        elif str(payload) in self._places:
            self.show_page(str(payload))
        if not self.catalogue.entries:
            self.reload()

    def arrive(self) -> None:
        """The keys go to the page that is shown."""
        self._places[self.views.value()].arrive()

    def go_to_search(self) -> None:
        """Go to the search field of the page, where there is one."""
        field = self.book.search if self.views.value() == "book" else self.catalogue.search
        if self.views.value() not in ("book", "catalogue"):
            self.show_page("catalogue")
        field.setFocus()
        field.selectAll()

    def drop(self, data: QMimeData) -> bool:
        """A recording that is dropped on the page of matches is for it."""
        return self.views.value() == "match" and self.match.drop(data)

    def show_page(self, name: str) -> None:
        """Show one of the pages."""
        self.views.choose(name)
        self._stack.setCurrentWidget(self._places[name])

    def _chosen(self, name: str) -> None:
        self.show_page(name)

    def _show_voice(self, voice_id: int) -> None:
        """Show a voice in the catalogue, read anew; 0 only reads anew."""
        if voice_id:
            self._wanted = voice_id
            self.show_page("catalogue")
        self.reload()
