"""What a voice says to be measured, and the loudness that was found for voices that are not packaged."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from server.domain.languages import language_by_code
from server.domain.voices import Voice

_PASSAGES = {
    "en": "The harbour was quiet, and the boats lay still. Who would go out in such a wind?",
    "es": "El puerto estaba tranquilo y los barcos no se movían. ¿Quién saldría con ese viento?",
    "fr": "Le port était calme, et les bateaux ne bougeaient pas. Qui sortirait par ce vent?",
    "it": "Il porto era tranquillo e le barche erano ferme. Chi uscirebbe con questo vento?",
    "pt": "O porto estava tranquilo e os barcos estavam parados. Quem sairia com esse vento?",
    "hi": "बंदरगाह शांत था और नावें रुकी हुई थीं। ऐसी हवा में कौन बाहर जाएगा?",
    "de": "Der Hafen war ruhig, und die Boote lagen still. Wer würde bei diesem Wind hinausfahren?",
    "el": "Το λιμάνι ήταν ήσυχο και οι βάρκες έμεναν ακίνητες. Ποιος θα έβγαινε με τέτοιον άνεμο;",
    "ru": "Гавань была тихой, и лодки стояли неподвижно. Кто вышел бы в море при таком ветре?",
    "uk": "Гавань була тиха, і човни стояли нерухомо. Хто вийшов би в море за такого вітру?",
    "bg": "Пристанището беше тихо и лодките стояха неподвижно. Кой би излязъл в такъв вятър?",
}


def passage_of(language: str) -> str:
    """Two sentences of a language; one without an entry gets its own name and something to go on with."""
    told = language_by_code(language)
    return _PASSAGES.get(language) or f"{told.name if told else ''}. {_PASSAGES['es']}"


def kept_loudness(voice: Voice, folder: Path) -> float | None:
    """What was measured earlier, in LUFS."""
    try:
        found = json.loads(_path(voice, folder).read_text("utf-8"))["lufs"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return float(found) if isinstance(found, int | float) and -70.0 < found < 0.0 else None


def keep_loudness(voice: Voice, lufs: float, folder: Path) -> None:
    """Keep what was measured; a folder that can't be written to only means that it is measured again."""
    path = _path(voice, folder)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({"voice": f"{voice.engine}:{voice.key}", "lufs": round(lufs, 2)}, file)
        Path(name).replace(path)


def _path(voice: Voice, folder: Path) -> Path:
    stamp = ""
    if voice.source:
        with contextlib.suppress(OSError):
            stamp = str(Path(voice.source).stat().st_mtime_ns)
    digest = hashlib.sha256("\n".join((voice.engine, voice.key, voice.source, stamp)).encode()).hexdigest()
    return folder / "loudness" / f"{digest[:32]}.json"
