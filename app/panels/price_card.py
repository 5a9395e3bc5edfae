"""What an order costs and how long it takes, with the button that places it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QVBoxLayout

from app.client.requests import Quote
from app.language import number, tr, trn
from app.models import phrases
from app.models.timings import MAKE, When
from app.theme import icons, look
from app.widgets.buttons import Switch, button
from app.widgets.cards import PADDING, Facts, WrappedLabel, label, rule


class PriceCard(QFrame):
    """The price of the order that stands in the form.

    `balance` is in credits, None until it was read; `quote` what was shown last, None where nothing is known.
    """

    def __init__(self, create: Callable[[], None], approve: Switch) -> None:
        super().__init__()
        look(self, "card")
        self.balance: int | None = None
        self.price = label("—", "figure")
        self.note = WrappedLabel(tr("Add a source to see what it costs."), "muted")
        self.facts = Facts()
        self.create_button = button(tr("Create"), create, icon="creation", kind="main")
        self.create_button.setMinimumHeight(40)
        self.create_button.setToolTip(tr("Create (Ctrl+Enter)"))
        self._why = WrappedLabel("", "small")
        column = QVBoxLayout(self)
        column.setContentsMargins(PADDING, PADDING, PADDING, PADDING)
        column.setSpacing(14)
        column.addWidget(label(tr("Price and time"), "heading"))
        for part in (self.price, self.note, rule(), self.facts, rule(), approve, self.create_button, self._why):
            column.addWidget(part)

    def show_when(self, when: When, wanting: str, *, ready: bool) -> None:
        """Say what the button does, whether it can, and what is waited for before it can."""
        marked, sign = MAKE[when]
        words = tr(marked)
        self.create_button.setText(f" {words}")
        self.create_button.setAccessibleName(words)
        self.create_button.setIcon(icons.icon(sign, tone="on_accent"))
        self.create_button.setEnabled(ready)
        self._why.setVisible(bool(wanting))
        self._why.setText(wanting)

    def show_quote(self, quote: Quote | None, *, marked: bool = False) -> None:
        """Show a price; without one, what to do for it: mend what is marked, or add a source."""
        facts = [] if self.balance is None else [(tr("Balance"), tr("{balance} credits", balance=number(self.balance)))]
        self.price.setVisible(quote is not None)
        if quote is None:
            self.price.setText("—")
            self.note.setText(
                tr("Mend what is marked to see what it costs.") if marked else tr("Add a source to see what it costs.")
            )
        else:
            self.price.setText(trn("{count} credit", "{count} credits", quote.credits))
            self.note.setText(
                tr("Ready in about {span}, if nothing else is in the queue.", span=phrases.span(quote.seconds))
            )
            facts = [(tr("Size"), phrases.size(quote.size)), *facts]
        self.facts.show_facts(facts)
