"""The real thing: an article becomes an episode, through an interruption and the death of a worker."""

import contextlib
import json
import signal
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from word_errors import rate_apart_from_names

from server.engine.audio.inspecting import inspect
from server.engine.audio.tagging import read_tags
from server.engine.listening.transcribe import transcribe
from server.engine.speech.normalise import spoken

TEXTS = Path(__file__).resolve().parents[1] / "data" / "texts"
ARTICLE = TEXTS / "news_ferry.md"
INVENTED = set(
    "brannock sele abelow piers hester lowe corrie ailsa drummond reyes harl fenwright milo aggregates".split()
)
Start = Callable[..., subprocess.Popen[str]]


def voiced(data_dir: Path) -> dict[Path, int]:
    """The voiced lines in all work folders and when each was written."""
    found = {}
    for path in data_dir.glob("work/make-*/line-*.f32"):
        with contextlib.suppress(FileNotFoundError):  # the folder goes when the episode is there
            found[path] = path.stat().st_mtime_ns
    return found


def wait_until(true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait for something that a running process brings about."""
    pause = threading.Event()
    while not true():
        assert process.poll() is None, process.communicate()
        pause.wait(0.02)


@pytest.fixture(scope="module")
def episode(start: Start, data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A short episode that was stopped once by Ctrl-C and lost a worker on the second run."""
    out = tmp_path_factory.mktemp("out")
    words = [str(ARTICLE), "--type", "audio", "--duration", "short", "-o", str(out / "e.mp3")]
    words += ["--script", str(out / "e.json")]

    before = voiced(data_dir)
    first = start(*words)
    wait_until(lambda: len(voiced(data_dir).keys() - before.keys()) >= 2, first)
    workers = psutil.Process(first.pid).children(recursive=True)
    first.send_signal(signal.SIGINT)
    _, said = first.communicate()
    gone, alive = psutil.wait_procs(workers, timeout=10)
    assert (first.returncode, alive) == (0, [])
    assert len(gone) == len(workers)
    assert said == "Stopped. The same command goes on from here.\n"
    assert list(out.iterdir()) == []
    kept = voiced(data_dir)
    assert list(data_dir.glob("work/*/.part-*")) == []

    second = start(*words)
    wait_until(lambda: len(voiced(data_dir)) > len(kept), second)
    assert voiced(data_dir).items() >= kept.items(), "a voiced line is never voiced twice"
    busiest = max(psutil.Process(second.pid).children(recursive=True), key=lambda p: sum(p.cpu_times()[:2]))
    busiest.kill()
    output, said = second.communicate()
    assert (second.returncode, output, said) == (0, "", "")
    assert sorted(path.name for path in out.iterdir()) == ["e.json", "e.mp3"]
    assert list(data_dir.glob("work/make-*")) == []
    return {"audio": out / "e.mp3", "script": out / "e.json"}


def test_the_sound_is_as_promised(episode: dict[str, Path]) -> None:
    found = inspect(episode["audio"])
    assert found.loudness == pytest.approx(-16, abs=1)
    assert found.true_peak < -1
    assert 60 < found.duration_s < 200


def test_title_cover_and_chapters_are_in_the_file(episode: dict[str, Path]) -> None:
    tags = read_tags(episode["audio"])
    assert tags.title == "Chain ferry at Brannock Narrows to close for eleven weeks after cracks found in winch frame"
    assert tags.cover[:3] == b"\xff\xd8\xff"
    assert tags.language == "eng"
    assert len(tags.chapters) >= 2
    assert tags.chapters[0].start_ms == 0


def test_every_line_rests_on_the_article(episode: dict[str, Path]) -> None:
    script = json.loads(episode["script"].read_text())
    article = " ".join(ARTICLE.read_text().replace("*", "").split())
    assert {line["speaker"] for line in script["lines"]} == {"SPEAKER_00", "SPEAKER_01"}
    for line in script["lines"]:
        if line["kind"] == "statement":
            assert line["passages"], line["text"]
        for passage in line["passages"]:
            assert " ".join(passage["text"].split()) in article
    ends = [line["endMs"] for line in script["lines"]]
    starts = [line["startMs"] for line in script["lines"]]
    assert all(a <= b for a, b in zip(ends, starts[1:], strict=False))


def test_a_listener_hears_what_was_written(episode: dict[str, Path], data_dir: Path) -> None:
    script = json.loads(episode["script"].read_text())
    said = " ".join(line["text"] for line in script["lines"])
    heard = transcribe(episode["audio"], models=data_dir / "models", language="en").text
    assert rate_apart_from_names(spoken(said, "en"), spoken(heard, "en"), names=INVENTED) <= 0.04
