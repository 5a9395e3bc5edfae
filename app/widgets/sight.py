"""What is seen and what is not, decided while a panel is still being built.

Qt dresses and lays out a widget at once when it is told to be visible, also where nothing around it is: with the looks
of no style sheet and for no place. Both are done again once the panel has its place in the window, which takes longer
than building it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

_EXPLICIT = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
_HIDDEN = Qt.WidgetAttribute.WA_WState_Hidden


def set_seen(widget: QWidget, seen: bool) -> None:
    """As `QWidget.setVisible`; a widget in something that is not visible yet is only noted as one that will be."""
    if seen:
        come_in_sight(widget)
    widget.setVisible(seen)


def come_in_sight(widget: QWidget) -> None:
    """Have a widget be seen when what it stands in is; where that is already seen, or is nothing, nothing happens."""
    parent = widget.parentWidget()
    if parent is None or parent.isVisible() or widget.isWindow():
        return
    widget.setAttribute(_EXPLICIT)
    if widget.testAttribute(_HIDDEN):
        widget.setAttribute(_HIDDEN, False)
        # What stands around it has another size with it.
        widget.updateGeometry()
