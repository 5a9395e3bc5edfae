"""What every stage is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from typing_extensions import TypeVar as DefaultTypeVar

from server.domain.requests import Stage
from server.engine.specs import RenderSpec, Spec
from server.engine.workers import Supervision, Workers
from server.engine.workfolders import WorkFolder

T = TypeVar("T")
S = DefaultTypeVar("S", bound=Spec, default=RenderSpec)


class Report(Protocol):
    """Takes how far a stage is: `fraction` from 0 to 1 and one human sentence."""

    def __call__(self, stage: Stage, fraction: float, text: str, seconds_left: float | None = None) -> None: ...


@dataclass(frozen=True, slots=True)
class Context(Generic[S]):
    """One attempt at work. `Context` alone is one for a `RenderSpec`."""

    spec: S
    work: WorkFolder
    cache: Path
    """Where joined model files lie."""
    workers: Workers
    supervision: Supervision
    report: Report

    def each(self, pieces: Sequence[Callable[[Supervision], T]]) -> list[T]:
        """Run pieces side by side, as many as there are cores, and return their results in order.

        Each piece gets the supervision it runs under. The first error ends all the others and is raised.
        """
        if not pieces:
            return []
        with (
            self.supervision.batch() as batch,
            ThreadPoolExecutor(max_workers=self.workers.cores, thread_name_prefix="quillcast-piece") as threads,
        ):
            futures = [threads.submit(piece, batch) for piece in pieces]
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            failed = next((error for future in done if (error := future.exception())), None)
            if failed is not None:
                for future in futures:
                    future.cancel()
                batch.ask()
                raise failed
            return [future.result() for future in futures]
