"""Light and dark: palettes, style sheet, icons and fonts, applied to the running application in one call."""

from __future__ import annotations

from pathlib import Path
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.theme import icons
from app.theme.dressing import Dresser
from app.theme.palettes import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, PALETTES, SISTERS, Palette
from app.theme.stylesheet import stylesheet

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
SYSTEM = "system"
TEXT_PIXELS = 13

_current: list[Palette] = [DARK]
_colours: dict[str, QColor] = {}
_calm: list[bool] = [False]


def current() -> Palette:
    """The palette in use; painting code asks at every paint."""
    return _current[0]


def calm() -> bool:
    """Whether nothing should move that need not."""
    return _calm[0]


def colour(name: str) -> QColor:
    """A colour of the palette in use, by its name there. It is shared: change a copy."""
    known = _colours.get(name)
    if known is None:
        known = _colours[name] = QColor(getattr(_current[0], name))
    return known


def faded(name: str, opacity: float) -> QColor:
    """A colour of the palette in use that lets through what is below it; `opacity` from 0 to 1."""
    made = QColor(colour(name))
    made.setAlphaF(opacity)
    return made


class Theme(QObject):
    """Applies a palette and goes along with the system's choice while it is asked to."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._choice = SYSTEM
        self._contrast = False
        self._sheet = ""
        self._dressers: WeakSet[Dresser] = WeakSet()
        application.setStyle("Fusion")
        icons.load_text_fonts(RESOURCES / "fonts")
        font = QFont("Inter")
        font.setPixelSize(TEXT_PIXELS)
        application.setFont(font)
        application.styleHints().colorSchemeChanged.connect(self._system_changed)

    def choose(self, choice: str, *, contrast: bool = False) -> None:
        """Use ``light``, ``dark`` or what the ``system`` says; with `contrast` the sister palette of high contrast."""
        self._choice, self._contrast = choice, contrast
        self._use(PALETTES.get(choice) or self._of_system())

    def adopt(self, window: QWidget) -> None:
        """Give a window the style sheet, and each new one.

        The application itself has none. With one, Qt goes through all that a widget holds whenever that widget gets a
        place, and says to each part that its style changed: five sixths of what building a page of the settings took.
        """
        self._dressers.add(Dresser(window, self._sheet))

    def dress(self, part: QWidget) -> None:
        """Give a part that has just come to an adopted window the present style sheet, before it is shown."""
        for dresser in self._alive():
            if dresser.parent() is part.window():
                dresser.join(part)

    @property
    def settled(self) -> bool:
        """Whether all windows have the present style sheet in all their parts."""
        return not any(dresser.busy for dresser in self._alive())

    def finish(self) -> None:
        """Give it at once to all parts that wait for it."""
        for dresser in self._alive():
            dresser.finish()

    def calm(self, calm: bool) -> None:
        """Show changes at once instead of letting them move."""
        _calm[0] = calm

    def _system_changed(self) -> None:
        if self._choice not in PALETTES:
            self._use(self._of_system())

    def _of_system(self) -> Palette:
        light = self._application.styleHints().colorScheme() == Qt.ColorScheme.Light
        return LIGHT if light else DARK

    def _use(self, palette: Palette) -> None:
        self._apply(SISTERS.get(palette.name, palette) if self._contrast else palette)

    def _apply(self, palette: Palette) -> None:
        _current[0] = palette
        _colours.clear()
        icons.use(palette)
        self._application.setPalette(_qt_palette(palette))
        chevron = (RESOURCES / "icons" / f"chevron-{'dark' if palette.dark else 'light'}.svg").as_posix()
        self._sheet = stylesheet(palette, chevron=chevron)
        for dresser in self._alive():
            dresser.change(self._sheet)
        self.changed.emit()

    def _alive(self) -> list[Dresser]:
        return [dresser for dresser in self._dressers if isValid(dresser)]


def even_figures(font: QFont) -> QFont:
    """The font with figures of one width, so that times stand below each other and don't jump while they run.

    Only for numbers: Inter widens hyphens with them.
    """
    even = QFont(font)
    even.setFeature(QFont.Tag("tnum"), 1)
    return even


def look(widget: QWidget, name: str) -> None:
    """Give a widget one of the style sheet's looks."""
    widget.setProperty("look", name)


def mark(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and have the widget drawn anew."""
    before = widget.property(name)
    # What was never marked is drawn as what isn't.
    if before == value or (before is None and value is False):
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def _qt_palette(palette: Palette) -> QPalette:
    qt = QPalette()
    roles = {
        QPalette.ColorRole.Window: palette.window,
        QPalette.ColorRole.WindowText: palette.text,
        QPalette.ColorRole.Base: palette.card,
        QPalette.ColorRole.AlternateBase: palette.raised,
        QPalette.ColorRole.Text: palette.text,
        QPalette.ColorRole.PlaceholderText: palette.muted,
        QPalette.ColorRole.Button: palette.raised,
        QPalette.ColorRole.ButtonText: palette.text,
        QPalette.ColorRole.Highlight: palette.accent,
        QPalette.ColorRole.HighlightedText: palette.on_accent,
        QPalette.ColorRole.Link: palette.accent,
        QPalette.ColorRole.ToolTipBase: palette.raised,
        QPalette.ColorRole.ToolTipText: palette.text,
        QPalette.ColorRole.Mid: palette.line,
        QPalette.ColorRole.Accent: palette.accent,
    }
    for role, value in roles.items():
        qt.setColor(role, QColor(value))
    return qt


__all__ = [
    "DARK",
    "HIGH_DARK",
    "HIGH_LIGHT",
    "LIGHT",
    "RESOURCES",
    "SYSTEM",
    "Palette",
    "Theme",
    "calm",
    "colour",
    "current",
    "even_figures",
    "faded",
    "icons",
    "look",
    "mark",
]
