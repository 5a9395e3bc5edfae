"""How loud each voice comes out of its model: measured once, kept as `resources/voices/loudness.json`.

``python -m server.engine.speech.calibration CACHE`` measures again and writes the table. Each voice says one passage of
its language; the figure is the gated loudness of what its model gives before any levelling.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from server.domain.languages import language_by_code
from server.domain.voices import Voice
from server.engine.speech.catalogue import voices, voices_folder
from server.engine.speech.levels import loudness
from server.engine.speech.synthesis import engine_of

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


def raw_loudness(voice: Voice, models: Path) -> float:
    """LUFS of a voice before levelling."""
    told = language_by_code(voice.language)
    passage = _PASSAGES.get(voice.language) or f"{told.name if told else ''}. {_PASSAGES['es']}"
    return loudness(engine_of(voice.engine, models).synthesise(passage, voice))


def main(arguments: list[str]) -> int:
    """Measure every available voice and write the table."""
    models = Path(arguments[0])
    table = {f"{v.engine}:{v.key}": round(raw_loudness(v, models), 2) for v in voices() if v.available}
    note = (
        "LUFS (ITU-R BS.1770-4, gated) of each voice as its model gives it, measured with "
        f"python -m server.engine.speech.calibration on {datetime.now(UTC):%Y-%m-%d}"
    )
    text = json.dumps({"note": note, "lufs": table}, indent=1, ensure_ascii=False)
    (voices_folder() / "loudness.json").write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
