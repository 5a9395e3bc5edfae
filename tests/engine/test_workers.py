"""Processes by kind of work: what happens when they are cancelled, killed, late or too large."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import worker_pieces

from server.domain.errors import Cancelled, WorkerLost
from server.engine import freed_memory
from server.engine.workers import Places, Supervision, Workers, WorkKind

KIND = WorkKind("testing", processes=0, timeout_s=60, memory_mib=600)


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers(cores=2, idle_s=0)
    yield made
    made.stop()


def wait_for(path: Path) -> str:
    """What is written at `path`, as soon as something is."""
    written = threading.Event()
    while not written.wait(0.01):
        if path.exists() and path.read_text():
            return path.read_text()
    raise AssertionError


def test_a_piece_runs_in_another_process(workers: Workers) -> None:
    assert workers.run(KIND, Supervision(), worker_pieces.process_id) != os.getpid()


def test_a_killed_worker_runs_its_piece_again(workers: Workers, tmp_path: Path) -> None:
    assert workers.run(KIND, Supervision(), worker_pieces.die_until, 2, tmp_path / "mark") == "done"


def test_a_process_that_ends_with_its_locks_leaves_nothing_on_stderr(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib, worker_pieces\n"
        "from server.engine.workers import Supervision, Workers, WorkKind\n"
        "workers = Workers(cores=1, idle_s=0)\n"
        "kind = WorkKind('testing', processes=0, timeout_s=60, memory_mib=600)\n"
        "print(workers.run(kind, Supervision(), worker_pieces.die_with_a_lock, pathlib.Path(sys.argv[1])))\n"
        "workers.stop()\n"
    )
    path = os.pathsep.join([str(Path.cwd()), str(Path(worker_pieces.__file__).parent)])
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "mark")],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


def test_a_piece_that_loses_three_workers_is_given_up(workers: Workers, tmp_path: Path) -> None:
    with pytest.raises(WorkerLost, match="testing ended unexpectedly"):
        workers.run(KIND, Supervision(), worker_pieces.die_until, 9, tmp_path / "mark")
    assert (tmp_path / "mark").read_text() == "xxx"


@pytest.mark.skipif(freed_memory.glibc() is None, reason="only glibc keeps what is freed")
def test_a_worker_that_holds_little_gives_back_what_a_piece_has_freed(workers: Workers) -> None:
    kind = WorkKind("one after the other", processes=1, timeout_s=60, memory_mib=900, holds_little=True)
    before = workers.run(kind, Supervision(), worker_pieces.private_mib)
    workers.run(kind, Supervision(), worker_pieces.free_much, 300)

    assert workers.run(kind, Supervision(), worker_pieces.private_mib) < before + 60


def test_a_piece_that_somebody_waits_for_takes_no_place_of_the_others(tmp_path: Path) -> None:
    begun, end = tmp_path / "begun", tmp_path / "end"
    waited_for = WorkKind("waited for", processes=1, timeout_s=60, memory_mib=600, at_once=True)
    workers = Workers(cores=1, idle_s=0)

    def running(kind: WorkKind, end: Path, begun: Path) -> threading.Thread:
        piece = (kind, Supervision(), worker_pieces.wait_until, end, begun)
        thread = threading.Thread(target=workers.run, args=piece)
        thread.start()
        return thread

    long = running(KIND, end, begun)
    wait_for(begun)
    # It ends as soon as it has begun, and lets the long one end.
    short = running(waited_for, end, end)
    try:
        short.join(60)
        assert not short.is_alive()
    finally:
        end.touch()
        long.join()
        short.join()
        workers.stop()


def test_crashes_are_counted_over_all_pieces_of_a_job(workers: Workers, tmp_path: Path) -> None:
    job = Supervision()
    workers.run(KIND, job, worker_pieces.die_until, 2, tmp_path / "first")
    with job.batch() as batch, pytest.raises(WorkerLost):
        workers.run(KIND, batch, worker_pieces.die_until, 1, tmp_path / "second")


def test_a_piece_that_hangs_counts_as_lost(workers: Workers, tmp_path: Path) -> None:
    hasty = WorkKind("hanging", processes=1, timeout_s=0.3, memory_mib=600)
    with pytest.raises(WorkerLost, match="took too long"):
        workers.run(hasty, Supervision(), worker_pieces.touch_and_wait, tmp_path / "mark")


def test_a_worker_may_not_grow_beyond_its_memory(workers: Workers) -> None:
    assert workers.run(KIND, Supervision(), worker_pieces.take_memory, 10) == "given"
    assert workers.run(KIND, Supervision(), worker_pieces.take_memory, 900) == "refused"


def test_an_error_of_a_piece_reaches_its_caller(workers: Workers) -> None:
    with pytest.raises(ValueError, match="no such thing"):
        workers.run(KIND, Supervision(), worker_pieces.fail, "no such thing")


@pytest.mark.parametrize(
    "said",
    [
        "mkl_malloc: failed to allocate memory",
        "[ONNXRuntimeError] : 6 : RUNTIME_EXCEPTION : Failed to allocate memory for requested buffer of size 1024",
        "std::bad_alloc",
    ],
)
def test_a_library_without_memory_is_no_fault_of_the_program(workers: Workers, said: str) -> None:
    with pytest.raises(MemoryError):
        workers.run(KIND, Supervision(), worker_pieces.fail, said)


def test_cancelling_ends_the_process_and_leaves_the_others(workers: Workers, tmp_path: Path) -> None:
    supervision = Supervision()
    caught: list[BaseException] = []

    def run() -> None:
        try:
            workers.run(KIND, supervision, worker_pieces.touch_and_wait, tmp_path / "mark")
        except Cancelled as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    process = psutil.Process(int(wait_for(tmp_path / "mark")))
    supervision.ask()
    thread.join()
    process.wait(timeout=10)
    assert len(caught) == 1
    assert workers.run(KIND, Supervision(), worker_pieces.process_id)


def test_nothing_starts_under_an_asked_cancellation(workers: Workers) -> None:
    supervision = Supervision()
    supervision.ask()
    with pytest.raises(Cancelled):
        workers.run(KIND, supervision, worker_pieces.process_id)


def test_a_batch_ends_with_its_cancellation() -> None:
    whole = Supervision()
    with whole.batch() as batch:
        assert not batch.asked
        whole.ask()
        assert batch.asked
    with whole.batch() as late:
        assert late.asked


def test_retiring_a_kind_ends_its_processes(workers: Workers) -> None:
    process = psutil.Process(workers.run(KIND, Supervision(), worker_pieces.process_id))
    workers.retire(KIND)
    process.wait(timeout=10)
    assert workers.run(KIND, Supervision(), worker_pieces.process_id) != process.pid


def test_idle_processes_end_by_themselves() -> None:
    workers = Workers(cores=1, idle_s=0.2)
    try:
        process = psutil.Process(workers.run(KIND, Supervision(), worker_pieces.process_id))
        process.wait(timeout=20)
    finally:
        workers.stop()


def test_a_stopped_set_of_workers_takes_nothing_more() -> None:
    workers = Workers(cores=1, idle_s=0)
    workers.stop()
    with pytest.raises(Cancelled):
        workers.run(KIND, Supervision(), worker_pieces.process_id)


def test_places_are_given_in_the_order_they_were_asked_for() -> None:
    places, order = Places(1), []
    places.take(Supervision())
    threads = []
    for name in ("first", "second", "third"):
        waiting = len(places._waiting)

        def wait(name: str = name) -> None:
            places.take(Supervision())
            order.append(name)
            places.give_back()

        threads.append(threading.Thread(target=wait))
        threads[-1].start()
        while len(places._waiting) == waiting:
            threads[-1].join(0.005)
    places.give_back()
    for thread in threads:
        thread.join()
    assert order == ["first", "second", "third"]


def test_who_is_cancelled_while_waiting_takes_no_place() -> None:
    places, cancelled = Places(1), Supervision()
    places.take(Supervision())
    cancelled.ask()
    with pytest.raises(Cancelled):
        places.take(cancelled)
    places.give_back()
    places.take(Supervision())
