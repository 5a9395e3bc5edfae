"""Makes the samples by which a voice is chosen: one short sentence of every voice that can be used, as MP3.

    python packaging/voice_samples.py --models FOLDER [--only ID ...]

The files are packaged (`resources/voices/samples/{id}.mp3`), because a sample must be heard at once, also before any
model has been fetched. Run it again when a voice or its model changes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pedalboard.io import AudioFile

from server.domain.voices import SpeechEngine, Voice
from server.engine.speech.catalogue import samples_folder, voices
from server.engine.speech.synthesis import speak

RATE = 24_000
BITRATE_KBPS = 48

GREETINGS = {
    "en": "Hello, I'm {name}.",
    "es": "Hola, soy {name}.",
    "fr": "Bonjour, je suis {name}.",
    "hi": "नमस्ते, मैं {name} हूँ।",
    "it": "Ciao, sono {name}.",
    "pt": "Olá, eu sou {name}.",
}
"""For voices that bear a name; formant voices are called by their language and only say the sentence."""
SENTENCES = {
    "bg": "Ето така може да звучи вашият епизод: спокойно и ясно.",
    "ca": "Així podria sonar el vostre episodi: tranquil i clar.",
    "cs": "Takto může znít vaše epizoda: klidně a srozumitelně.",
    "da": "Sådan kan dit afsnit lyde: roligt og tydeligt.",
    "de": "So könnte Ihre Folge klingen: ruhig, klar und leicht zu verstehen.",
    "el": "Έτσι μπορεί να ακούγεται το επεισόδιό σας: ήρεμα και καθαρά.",
    "en": "This is how your episode could sound: calm and clear.",
    "es": "Así podría sonar tu episodio: tranquilo y claro.",
    "fi": "Tältä jaksosi voisi kuulostaa: rauhalliselta ja selkeältä.",
    "fr": "Voici comment votre épisode pourrait sonner : calme et clair.",
    "hi": "आपका एपिसोड ऐसा सुनाई दे सकता है: शांत और साफ़।",
    "hr": "Ovako bi mogla zvučati vaša epizoda: mirno i jasno.",
    "hu": "Így szólhat az ön epizódja: nyugodtan és érthetően.",
    "id": "Beginilah episode Anda bisa terdengar: tenang dan jelas.",
    "it": "Ecco come potrebbe suonare il tuo episodio: calmo e chiaro.",
    "nb": "Slik kan episoden din høres ut: rolig og tydelig.",
    "nl": "Zo zou uw aflevering kunnen klinken: rustig en duidelijk.",
    "pl": "Tak może brzmieć twój odcinek: spokojnie i wyraźnie.",
    "pt": "É assim que o seu episódio poderia soar: calmo e claro.",
    "ro": "Așa ar putea suna episodul dumneavoastră: calm și clar.",
    "ru": "Вот как может звучать ваш выпуск: спокойно и ясно.",
    "sk": "Takto môže znieť vaša epizóda: pokojne a zrozumiteľne.",
    "sv": "Så här kan ditt avsnitt låta: lugnt och tydligt.",
    "tr": "Bölümünüz böyle duyulabilir: sakin ve anlaşılır.",
    "uk": "Ось так може звучати ваш випуск: спокійно і чітко.",
    "vi": "Tập của bạn có thể nghe như thế này: êm ái và rõ ràng.",
}


def sentence_of(voice: Voice) -> str:
    """What a voice says in its sample."""
    sentence = SENTENCES[voice.language]
    if voice.engine is SpeechEngine.ESPEAK:
        return sentence
    return f"{GREETINGS[voice.language].format(name=voice.name.split(' (')[0])} {sentence}"


def main() -> int:
    """Make the files; 0 when all are there."""
    parser = argparse.ArgumentParser(description="Make the samples of the voices.")
    parser.add_argument("--models", type=Path, required=True, help="folder of model files")
    parser.add_argument("--only", type=int, nargs="*", help="ids of the voices to make; else all")
    given = parser.parse_args()
    folder = samples_folder()
    folder.mkdir(exist_ok=True)
    for voice in voices():
        if not voice.available or (given.only and voice.id not in given.only):
            continue
        sound = speak(sentence_of(voice), voice, models=given.models)
        path = folder / f"{voice.id}.mp3"
        with (
            path.open("wb") as stream,
            AudioFile(stream, "w", samplerate=RATE, num_channels=1, quality=str(BITRATE_KBPS), format="mp3") as file,
        ):
            file.write(sound)
        print(f"{voice.id:>4} {voice.name}: {len(sound) / RATE:.1f} s, {path.stat().st_size:,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
