"""`quillcast make`: one generation without a server."""

from __future__ import annotations

import argparse
import logging
import os
import queue
import re
import shutil
import signal
import sys
import time
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import FrameType

import msgspec

from server.commands.progress import ProgressBar
from server.commands.sources import source_specs
from server.config.directories import WITHOUT_SERVER, DataDirectory, resolve_data_dir
from server.config.settings import ServerConfig, load_config
from server.config.writing import load_writing
from server.domain.decks import DeckFormat
from server.domain.documents import Difficulty
from server.domain.errors import Cancelled, CannotProduce, InvalidField
from server.domain.infographics import Detail, Orientation
from server.domain.languages import language_by_code, language_by_name
from server.domain.presenters import PRESENTERS
from server.domain.requests import Duration, OutputType, Quality, Style
from server.domain.sources import SourceKind
from server.domain.storyboards import VideoFormat
from server.engine.chat.connecting import writer_of
from server.engine.films.looks import AUTO, LOOKS
from server.engine.jobs import Event, Failed, Finished, Job, Progressed, RenderResult, Stopped
from server.engine.specs import Artefact, RenderSpec, SourceSpec
from server.engine.workfolders import WorkFolder, claimed, disk_error, key_of

_BRIEFING_FORMATS = {".md": "text", ".markdown": "text", ".txt": "text", ".html": "html", ".htm": "html", ".pdf": "pdf"}
_WRITTEN_AS = {".markdown": ".md", ".txt": ".md", ".htm": ".html"}
"""Names that people give to files of the same kind."""
_ENDINGS = {".md", ".html", ".pdf", ".json", ".xlsx", ".csv", ".docx", ".pptx", ".mp3", ".mp4", ".png"}
_TO_STDOUT = {".md", ".json"}
KEPT_S = 7 * 24 * 3600
"""Checkpoints of an interrupted run are kept this long."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `make`; the fields of Create go by their own names, in kebab case."""
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, an address, or - for standard input")
    parser.add_argument("--type", required=True, choices=[t.value for t in OutputType], help="what to make")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it")
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")
    parser.add_argument("--draft", action="store_true", help="the fast voice: quicker, plainer")
    parser.add_argument("--duration", choices=[d.value for d in Duration], default=Duration.DEFAULT.value)
    parser.add_argument(
        "--style",
        default="",
        help=f"one of: {', '.join(s.value for s in Style)}; of a video: {', '.join(LOOKS)}, {AUTO}, or your own words",
    )
    parser.add_argument("--text", default="", help="what to dwell on")
    parser.add_argument(
        "--language", default="", help="English, Deutsch, Français, Español …; the sources' own if left out"
    )
    parser.add_argument("--voice1", default="", help="name or number of the first voice")
    parser.add_argument("--voice2", default="", help="name or number of the second voice")
    parser.add_argument(
        "--intro-music-url", default="", metavar="URL", help="music for the beginning (.mp3, .wav or .m4a)"
    )
    parser.add_argument(
        "--format",
        default="",
        choices=["text", "html", "pdf", "explainer", "short", "cinematic"],
        help="of a briefing: text, html or pdf; of a video: explainer, short or cinematic",
    )
    parser.add_argument("--music-bed", action="store_true", help="the intro music goes on softly under all of it")
    parser.add_argument(
        "--stems", action="store_true", help="also write each speaker alone, and the music, as WAV files"
    )
    parser.add_argument("--quiz-difficulty", choices=[d.value for d in Difficulty], default=Difficulty.MEDIUM.value)
    parser.add_argument("--infographic-orientation", choices=[o.value for o in Orientation], default="landscape")
    parser.add_argument("--infographic-detail", choices=[d.value for d in Detail], default="standard")
    parser.add_argument("--slide-deck-format", choices=[f.value for f in DeckFormat], default="detailed")
    parser.add_argument(
        "--avatar",
        type=int,
        default=0,
        metavar="NUMBER",
        help=f"who presents a video: {', '.join(f'{n} {each.name}' for n, each in enumerate(PRESENTERS, 1))}; 0 nobody",
    )
    parser.add_argument("--background", default="", metavar="FILE", help="picture behind a video: PNG or JPG, or a URL")
    parser.add_argument("--title", default="", help="a title of your own")
    parser.add_argument("--title-prompt", default="", help="what the title of a video should be like")
    parser.add_argument("--description-prompt", default="", help="what the description of a video should dwell on")
    parser.add_argument("--thumbnail-image-prompt", default="", help="what the thumbnail of a video should show")
    parser.add_argument("--intro-image-prompt", default="", help="what a video should open with")
    parser.add_argument("--script", type=Path, metavar="FILE", help="also write the script with each line's passages")
    parser.add_argument("--include-citations", action="store_true", help="list the passages at the end of a text")
    parser.add_argument(
        "--ignore-paywalled-resources", action="store_true", help="go on when some of the sources can't be had"
    )


def run(options: argparse.Namespace) -> int:
    """Make it; the process's exit code."""
    directory = DataDirectory(resolve_data_dir(options.data_dir)).prepare()
    _log_to(directory.logs / "make.log")
    config = load_config(directory.path)
    writer = writer_of(load_writing(directory.path), directory.path)
    spec = replace(_spec(options, allow_private_urls=config.allow_private_urls), writer=writer)
    if spec.output_type is OutputType.VIDEO:
        spec = replace(spec, image_endpoint=config.images)
    spec = _with_voices(spec, options, directory=directory, config=config)
    _check_output(options.output)
    _check_ending(options.output, spec)
    _check_output(options.script)
    folder = directory.work / f"{WITHOUT_SERVER}{key_of(spec)}"
    _sweep(folder.parent)
    try:
        with claimed(folder):
            result = _generate(spec, folder, cache=directory.models)
            _deliver(result, options)
        WorkFolder(folder).remove()
    except (Cancelled, KeyboardInterrupt):
        print("Stopped. The same command goes on from here.", file=sys.stderr)
    return 0


def _log_to(path: Path) -> None:
    handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _spec(options: argparse.Namespace, *, allow_private_urls: bool) -> RenderSpec:
    if options.voice2 and not options.voice1:
        raise InvalidField("voice2", "needs voice1; name both voices")
    if options.music_bed and not options.intro_music_url:
        raise InvalidField("music-bed", "needs intro-music-url, the music that goes on")
    is_video = options.type == OutputType.VIDEO
    style = options.style.strip().lower() or ("" if is_video else Style.DEEP_DIVE.value)
    if not is_video and style not in set(Style):
        raise InvalidField("style", f"must be one of {', '.join(s.value for s in Style)}")
    if len(options.text) > 5000:
        raise InvalidField("text", "holds more than 5,000 characters")
    return RenderSpec(
        output_type=OutputType(options.type),
        sources=source_specs(options.sources),
        language=_language(options.language),
        style=style,
        duration=Duration(options.duration),
        instructions=options.text,
        title=options.title,
        quality=Quality.DRAFT if options.draft else Quality.FINAL,
        intro_music=_music(options.intro_music_url),
        music_bed=options.music_bed,
        stems=options.stems,
        include_citations=options.include_citations,
        skip_failed_sources=options.ignore_paywalled_resources,
        allow_private_urls=allow_private_urls,
        format=_format(options),
        quiz_difficulty=options.quiz_difficulty,
        infographic_orientation=options.infographic_orientation,
        infographic_detail=options.infographic_detail,
        slide_deck_format=options.slide_deck_format,
        title_prompt=options.title_prompt,
        description_prompt=options.description_prompt,
        thumbnail_image_prompt=options.thumbnail_image_prompt,
        intro_image_prompt=options.intro_image_prompt,
        avatar_id=_avatar(options),
        background=_picture(options.background) if is_video else None,
    )


def _with_voices(
    spec: RenderSpec, options: argparse.Namespace, *, directory: DataDirectory, config: ServerConfig
) -> RenderSpec:
    names = [(field, name) for field in ("voice1", "voice2") if (name := getattr(options, field))]
    if spec.output_type not in (OutputType.AUDIO, OutputType.VIDEO) and not names:
        return spec
    from server.commands.own_voices import furnished

    return furnished(spec, names, directory=directory, config=config)


def _format(options: argparse.Namespace) -> str:
    """The format asked for; a briefing's is else that of the file to be written."""
    asked: str = options.format
    if options.type == OutputType.VIDEO and asked and asked not in set(VideoFormat):
        raise InvalidField("format", f"must be one of {', '.join(VideoFormat)} for a video")
    if options.type != OutputType.BRIEFING_DOC:
        return asked
    if asked and asked not in _BRIEFING_FORMATS.values():
        raise InvalidField("format", "must be one of text, html, pdf for a briefing")
    suffix = options.output.suffix.lower() if options.output else ""
    return asked or _BRIEFING_FORMATS.get(suffix, "pdf")


def _language(word: str) -> str:
    if not word:
        return ""
    found = language_by_code(word) if len(word) <= 3 else None
    return (found or language_by_name(word)).code


def _music(word: str) -> SourceSpec | None:
    if not word:
        return None
    if "://" not in word:
        path = Path(word).expanduser().resolve()
        if not path.is_file():
            raise InvalidField("intro-music-url", f"there is no file {word}")
        return SourceSpec(SourceKind.FILE, path=path, name=path.name)
    from server.fetch.addresses import mask

    if not re.search(r"\.(mp3|wav|m4a)$", word.split("?", maxsplit=1)[0].split("#", maxsplit=1)[0], re.IGNORECASE):
        raise InvalidField("intro-music-url", "must lead to an .mp3, .wav or .m4a file")
    return SourceSpec(SourceKind.FILE, content=word, name=mask(word))


def _avatar(options: argparse.Namespace) -> int:
    if not 0 <= options.avatar <= len(PRESENTERS):
        raise InvalidField("avatar", f"must be from 1 to {len(PRESENTERS)}, or 0 for nobody")
    return int(options.avatar)


def _picture(word: str) -> SourceSpec | None:
    if not word:
        return None
    if "://" not in word:
        path = Path(word).expanduser().resolve()
        if not path.is_file():
            raise InvalidField("background", f"there is no file {word}")
        return SourceSpec(SourceKind.FILE, path=path, name=path.name)
    from server.fetch.addresses import mask

    return SourceSpec(SourceKind.FILE, content=word, name=mask(word))


def _check_output(path: Path | None) -> None:
    if path is None:
        return
    if path.is_dir():
        raise CannotProduce(f"{path} is a folder; name a file in it.")
    folder = path.parent
    if not folder.is_dir():
        raise CannotProduce(f"There is no folder {folder} to write {path.name} in; make it first.")
    if not os.access(folder, os.W_OK):
        raise CannotProduce(f"{folder} can't be written; choose another folder.")


def _check_ending(path: Path | None, spec: RenderSpec) -> None:
    from server.engine.making import infographics, slide_decks
    from server.engine.making.documents import DOCUMENTS, endings

    drawn: dict[OutputType, tuple[str, ...]] = {
        OutputType.INFOGRAPHIC: infographics.ENDINGS,
        OutputType.SLIDE_DECK: slide_decks.ENDINGS,
        OutputType.VIDEO: (".mp4", ".png"),
    }
    if path is None or spec.output_type not in (*DOCUMENTS, *drawn):
        return
    made = drawn.get(spec.output_type) or endings(spec)
    asked = _WRITTEN_AS.get(path.suffix.lower(), path.suffix.lower())
    if asked in _ENDINGS and asked not in made:
        raise CannotProduce(f"This is not made as {path.suffix}; name a file that ends in {' or '.join(made)}.")


def _generate(spec: RenderSpec, folder: Path, *, cache: Path) -> RenderResult:
    from server.engine.pool import ProcessEngine

    engine = ProcessEngine(cache=cache, idle_s=0)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    engine.listen(events.put)
    job = Job(id="make", attempt=1, spec=spec, work=folder)
    before = _on_signals(lambda: engine.cancel(job.id))
    try:
        with ProgressBar() as bar:
            engine.submit(job)
            while True:
                event = events.get()
                match event:
                    case Progressed():
                        bar.show(event)
                    case Finished():
                        return event.result
                    case Failed():
                        raise event.error
                    case Stopped():
                        raise Cancelled("The generation was cancelled.")
    finally:
        engine.stop()
        for number, handler in before.items():
            signal.signal(number, handler)


Handler = Callable[[int, FrameType | None], object] | int | None


def _on_signals(end: Callable[[], None]) -> dict[int, Handler]:
    def handle(_number: int, _frame: FrameType | None) -> None:
        end()

    return {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}


def _deliver(result: RenderResult, options: argparse.Namespace) -> None:
    main = _wanted(result, options.output)
    is_listed_apart = options.type == OutputType.TEXT and options.include_citations and result.citations
    if is_listed_apart:
        listed = "\n".join(f"- “{c.text}” ({c.source})" for c in result.citations)
        content = f"{main.path.read_text(encoding='utf-8')}\n## Sources\n\n{listed}\n".encode()
        _put(options.output, content) if options.output else sys.stdout.write(content.decode())
    elif options.output is None and main.path.suffix in _TO_STDOUT:
        sys.stdout.write(main.path.read_text(encoding="utf-8").rstrip("\n") + "\n")
    else:
        target = options.output or Path(f"{slug(result.title)}{main.path.suffix}")
        _put(target, main.path)
        for each in result.artefacts:
            if each.name.startswith("stem_"):
                beside = target.with_name(f"{target.stem}-{_part(each.name)}{each.path.suffix}")
                _put(beside, each.path)
                print(f"Written to {beside}", file=sys.stderr)
        if options.output is None:
            print(f"Written to {target}", file=sys.stderr)
    if options.script is not None:
        _put(options.script, script_document(result))
    for note in result.notes:
        print(f"Note: {note}", file=sys.stderr)


def _part(stem: str) -> str:
    """What the file of a stem is named after: ``speaker-1``, ``music``."""
    part = stem.removeprefix("stem_")
    return f"speaker-{int(part) + 1}" if part.isdecimal() else part


def _wanted(result: RenderResult, output: Path | None) -> Artefact:
    """The file that the name asks for by its ending, else the main one."""
    suffix = output.suffix.lower() if output else ""
    suffix = _WRITTEN_AS.get(suffix, suffix)
    return next((each for each in result.artefacts if each.path.suffix == suffix), result.artefacts[0])


def _put(target: Path, content: bytes | Path) -> None:
    part = target.with_name(f".part-{os.getpid()}-{target.name}")
    try:
        if isinstance(content, Path):
            shutil.copyfile(content, part)
        else:
            part.write_bytes(content)
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise disk_error(error, target.parent) from error


def script_document(result: RenderResult) -> bytes:
    """The script as JSON: each line with its speaker, its time in the recording and the passages it rests on."""
    if result.script is None:
        raise CannotProduce("Only an episode has a script; leave --script out.")
    times: list[tuple[int, int] | tuple[None, None]] = list(result.recording.line_times_ms if result.recording else ())
    times += [(None, None)] * (len(result.script.lines) - len(times))
    document = {
        "title": result.script.title,
        "language": language.name if (language := language_by_code(result.language)) else result.language,
        "writtenBy": result.script.written_by,
        "chapters": [{"title": c.title, "firstLine": c.first_line} for c in result.script.chapters],
        "lines": [
            {
                "speaker": line.label,
                "text": line.text,
                "kind": line.kind.value,
                "startMs": start,
                "endMs": end,
                "passages": [
                    {"source": p.source_id, "start": p.start, "end": p.end, "page": p.page, "text": p.text}
                    for p in line.passages
                ],
            }
            for line, (start, end) in zip(result.script.lines, times, strict=True)
        ],
        "notes": list(result.notes),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def slug(title: str) -> str:
    """A file name that every system takes, made of a title's words."""
    plain = unicodedata.normalize("NFC", title)
    words = re.sub(r"[^\w]+", "-", plain).strip("-").lower()
    return words[:80].rstrip("-") or "episode"


def _sweep(folder: Path) -> None:
    if not folder.is_dir():
        return
    for work in folder.glob(f"{WITHOUT_SERVER}*"):
        if time.time() - work.stat().st_mtime > KEPT_S:
            shutil.rmtree(work, ignore_errors=True)
