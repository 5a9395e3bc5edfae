"""The declared actions, bound to what does them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.language import tr
from app.models.show_places import ShowPlace
from app.panels.panel import Desk
from app.settings.actions import ACTIONS, BY_NAME, Action, Menu, Needs

PLACES = {place.value: place for place in ShowPlace}


class Actions:
    """What can be done now, and doing it. An action that nothing is bound to and that goes nowhere is not offered."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._does: dict[str, Callable[[], object]] = {}

    def bind(self, name: str, does: Callable[[], object]) -> None:
        """Have an action do this."""
        self._does[BY_NAME[name].name] = does

    @property
    def offered(self) -> tuple[Action, ...]:
        """Every action that can be done at times, in order."""
        return tuple(action for action in ACTIONS if action.name in self._does or action.goes[0])

    def on_menu(self, menu: Menu) -> tuple[Action, ...]:
        """The actions of a part of the File menu."""
        return tuple(action for action in self.offered if action.menu is menu)

    def title(self, action: Action) -> str:
        """What it is called now; what is done with the selected show names it."""
        show = self._desk.show
        title = tr(action.title)
        if action.needs is Needs.SHOW and show is not None:
            return tr("{show}: {action}", show=show.name, action=title)
        return title

    def can(self, action: Action) -> bool:
        """Whether it can be done now."""
        match action.needs:
            case Needs.NOTHING:
                return True
            case Needs.SERVER:
                return self._desk.client is not None
            case Needs.SHOW:
                return self._desk.client is not None and self._desk.show is not None
            case Needs.EPISODE:
                return self._desk.client is not None and self._desk.episode is not None
            case Needs.CONVERSATION:
                return self._desk.client is not None and self._desk.conversation is not None
            case Needs.OWN_SERVER:
                return self._desk.restarts

    def run(self, name: str) -> None:
        """Do it, if it can be done."""
        action = BY_NAME[name]
        if not self.can(action):
            return
        does = self._does.get(name)
        if does is None:
            panel, page = action.goes
            does = partial(self._desk.go, panel, (PLACES[page] if panel == "shows" else page) if page else None)
        does()
