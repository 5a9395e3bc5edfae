"""What a voice says so that people can choose it, and the recording of it."""

from __future__ import annotations

import io
from pathlib import Path

from server.domain.voices import SpeechEndpoint, SpeechEngine, Voice
from server.engine.speech.levels import SAMPLE_RATE

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
    code = voice.language.partition("-")[0] or "en"
    sentence = SENTENCES.get(code) or SENTENCES["en"]
    if voice.engine is SpeechEngine.ESPEAK or code not in GREETINGS:
        return sentence
    return f"{GREETINGS[code].format(name=voice.name.split(' (')[0])} {sentence}"


def recorded(voice: Voice, *, models: Path, endpoint: SpeechEndpoint | None = None) -> bytes:
    """The sample of a voice as MP3.

    Raises:
        GenerationError: the voice can't speak.
    """
    from pedalboard.io import AudioFile

    from server.engine.speech.synthesis import speak

    sound = speak(sentence_of(voice), voice, models=models, endpoint=endpoint)
    written = io.BytesIO()
    with AudioFile(
        written, "w", samplerate=SAMPLE_RATE, num_channels=1, quality=str(BITRATE_KBPS), format="mp3"
    ) as file:
        file.write(sound)
    return written.getvalue()
