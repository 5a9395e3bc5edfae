"""Looks at a loop's thread from another one, and remembers what that thread did while it held the loop longest.

Time is the processor's, spent by that thread between two turns of its loop: other programs on the machine hold nothing.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from PySide6.QtCore import QObject, Qt, QTimer

SUSPECT_S = 0.025
"""A loop that is held for longer is looked at: half of what is promised, on a machine at rest."""
LOOK_EVERY_S = 0.003
TURN_MS = 5
APP = str(Path(__file__).resolve().parents[2] / "app")
TOLD = 10

Stack = list[tuple[CodeType, int]]


@dataclass(frozen=True, slots=True)
class Hold:
    """The longest stretch without a turn of the loop: processor seconds of its thread, and what it was seen doing."""

    seconds: float
    seen: tuple[str, ...] = ()
    """Whole stacks, innermost call last."""
    culprits: tuple[str, ...] = ()
    """The window's own lines that were found most often in them, with the share of the looks."""

    @property
    def ms(self) -> float:
        """In milliseconds."""
        return round(self.seconds * 1000, 1)


class LoopWatch(QObject):
    """Watches the running loop of the thread that enters it. `take` answers the longest hold since the last one.

    One that does not look only measures: each look takes the interpreter from what is looked at, a tenth of it in all.
    """

    def __init__(self, *, looks: bool = True) -> None:
        super().__init__()
        self._looks = looks
        self._window = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._window)
        self._ticked = time.thread_time()
        self._worst = 0.0
        self._looked: tuple[float, list[Stack]] = (0.0, [])
        self._ended = threading.Event()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._turn)
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> LoopWatch:
        self._timer.start(TURN_MS)
        if self._looks:
            self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.stop()
        self._ended.set()
        if self._looks:
            self._thread.join()

    def take(self) -> Hold:
        """The longest hold since it was last asked."""
        now = time.thread_time()
        seconds = max(self._worst, now - self._ticked)
        _, looks = self._looked
        self._worst, self._looked, self._ticked = 0.0, (0.0, []), now
        found = Counter(
            line
            for look in looks
            for line in {_line(code, number) for code, number in look if code.co_filename.startswith(APP)}
        )
        culprits = tuple(f"{count}/{len(looks)} {line}" for line, count in found.most_common(TOLD))
        return Hold(seconds, tuple("\n".join(_line(*call) for call in look) for look in looks), culprits)

    def _turn(self) -> None:
        now = time.thread_time()
        self._worst, self._ticked = max(self._worst, now - self._ticked), now

    def _look(self) -> None:
        begun, seen = 0.0, list[Stack]()
        while not self._ended.wait(LOOK_EVERY_S):
            ticked = self._ticked
            held = time.clock_gettime(self._clock) - ticked
            if held < SUSPECT_S / 2:
                continue
            if ticked != begun:
                begun, seen = ticked, []
            stack: Stack = []
            frame = sys._current_frames().get(self._window)
            while frame is not None:
                stack.append((frame.f_code, frame.f_lineno or 0))
                frame = frame.f_back
            seen.append(stack[::-1])
            if held > self._looked[0]:
                self._looked = (held, seen)


def _line(code: CodeType, number: int) -> str:
    return f"{Path(code.co_filename).name}:{number} {code.co_name}"
