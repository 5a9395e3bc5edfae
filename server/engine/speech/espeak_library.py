"""espeak-ng as the espeakng-loader wheel ships it, called through ctypes: phonemes and sound, no system package.

The library keeps its state in globals, so every call holds one lock.
"""

from __future__ import annotations

import ctypes
from functools import cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import CannotProduce, RenderingFailed

_SYNCHRONOUS = 2  # espeak_AUDIO_OUTPUT: AUDIO_OUTPUT_SYNCHRONOUS
_DO_NOT_EXIT = 0x8000  # espeakINITIALIZE_DONT_EXIT
_UTF8 = 1  # espeakCHARS_UTF8
_IPA_TIED_BY_CIRCUMFLEX = (ord("^") << 8) | 0x82
_RATE, _PITCH = 1, 3  # espeak_PARAMETER
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class EspeakLibrary:
    """One process's espeak-ng. Voices are named as espeak does: ``de``, ``pt-br``, ``de+m3``."""

    def __init__(self) -> None:
        import espeakng_loader

        self._lock = Lock()
        try:
            self._library = ctypes.CDLL(espeakng_loader.get_library_path())
            data = espeakng_loader.get_data_path()
        except (OSError, RuntimeError) as error:
            raise CannotProduce("The package espeakng-loader does not work here: run the set-up again.") from error
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self.sample_rate: int = self._library.espeak_Initialize(_SYNCHRONOUS, 0, data.encode(), _DO_NOT_EXIT)
        """Samples a second of what `synthesise` returns."""
        if self.sample_rate <= 0:
            raise CannotProduce("espeak-ng does not find its data: run the set-up again.")

    def _choose(self, voice: str) -> None:
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise CannotProduce(f"espeak-ng has no voice {voice!r}: choose another voice.")

    def phonemes(self, text: str, voice: str) -> str:
        """The IPA of `text`, sounds of one phoneme tied by ``^``; punctuation is lost."""
        with self._lock:
            self._choose(voice)
            encoded = ctypes.create_string_buffer(text.encode())
            rest = ctypes.c_void_p(ctypes.addressof(encoded))
            said: list[str] = []
            while rest.value:
                heard = self._library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA_TIED_BY_CIRCUMFLEX)
                said.append(heard.decode())
        return " ".join(said)

    def synthesise(self, text: str, voice: str, *, words_per_minute: int = 165, pitch: int = 50) -> NDArray[np.float32]:
        """`text` spoken, mono in [-1, 1] at `sample_rate`."""
        chunks: list[NDArray[np.int16]] = []

        def receive(samples: ctypes._Pointer[ctypes.c_short], count: int, _events: int | None) -> int:
            if samples and count:
                chunks.append(np.ctypeslib.as_array(samples, (count,)).copy())
            return 0

        callback = _CALLBACK(receive)
        with self._lock:
            self._choose(voice)
            self._library.espeak_SetSynthCallback(callback)
            self._library.espeak_SetParameter(_RATE, words_per_minute, 0)
            self._library.espeak_SetParameter(_PITCH, pitch, 0)
            encoded = text.encode()
            failed = self._library.espeak_Synth(encoded, len(encoded) + 1, 0, 1, 0, _UTF8, None, None)
            self._library.espeak_Synchronize()
        if failed:
            raise RenderingFailed("espeak-ng could not speak a line: try another voice.")
        if not chunks:
            return np.zeros(0, np.float32)
        return np.concatenate(chunks).astype(np.float32) / np.float32(32768)


@cache
def espeak_library() -> EspeakLibrary:
    """The process's one espeak-ng, made at the first call."""
    return EspeakLibrary()
