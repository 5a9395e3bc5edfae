"""The server's settings: declared once, as data, and resolved once, at start."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType

from server.domain.errors import DomainError
from server.domain.pictures import ImageEndpoint
from server.domain.prices import PRICES
from server.domain.voices import SpeechEndpoint

ENVIRONMENT_PREFIX = "QUILLCAST_"
SETTINGS_FILE = "settings.json"

Value = str | int | bool


class BadSetting(DomainError):
    """A setting can't be used as it stands; the sentence names it and where it comes from."""

    code = "bad_setting"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `name` is its key in the settings file and, in capitals after QUILLCAST_, in the environment."""

    name: str
    default: Value
    label: str
    help: str
    ge: int | None = None
    le: int | None = None

    @property
    def is_secret(self) -> bool:
        """Whether its value is for nobody's eyes: no option of a command line, no report, no backup without asking."""
        return self.name.endswith(("_key", "_secret", "_token"))

    @property
    def environment(self) -> str:
        """The name of its environment variable."""
        return ENVIRONMENT_PREFIX + self.name.upper()

    def read(self, given: object, *, origin: str) -> Value:
        """The value that was given, in the setting's type. Raises `BadSetting`."""
        if isinstance(self.default, bool):
            return self._truth(given, origin)
        if isinstance(self.default, int):
            return self._number(given, origin)
        if not isinstance(given, str):
            raise BadSetting(f"{origin}: {self.name} must be text.")
        return given.strip()

    def _truth(self, given: object, origin: str) -> bool:
        if isinstance(given, bool):
            return given
        word = given.strip().lower() if isinstance(given, str) else ""
        if word in {"1", "true", "yes", "on"}:
            return True
        if word in {"0", "false", "no", "off", ""} and isinstance(given, str):
            return False
        raise BadSetting(f"{origin}: {self.name} must be true or false.")

    def _number(self, given: object, origin: str) -> int:
        if isinstance(given, str) and given.strip().isdecimal():
            given = int(given)
        if isinstance(given, bool) or not isinstance(given, int):
            raise BadSetting(f"{origin}: {self.name} must be a whole number.")
        if (self.ge is not None and given < self.ge) or (self.le is not None and given > self.le):
            raise BadSetting(f"{origin}: {self.name} must be between {self.ge} and {self.le}.")
        return given


SETTINGS = (
    Setting("host", "127.0.0.1", "Address", "The address that the server listens on."),
    Setting("port", 8787, "Port", "The port that the server listens on; 0 takes a free one.", ge=0, le=65535),
    Setting(
        "public_url", "", "Public address", "What links to feeds and media start with; empty for the bound address."
    ),
    Setting(
        "public_port", 0, "Public port", "A second port that serves only what is public; 0 for none.", ge=0, le=65535
    ),
    Setting("trusted_proxy", "", "Trusted proxy", "Address of the proxy whose X-Forwarded-For is believed."),
    Setting("allow_private_urls", False, "Private addresses", "Fetch sources from private networks too."),
    Setting("allow_local_webhooks", False, "Local webhooks", "Take http:// webhooks to this machine too."),
    Setting(
        "disk_quota_gb",
        0,
        "Space at most",
        "What made and uploaded files may take, in GB; 0 for no limit.",
        ge=0,
        le=10**6,
    ),
    Setting(
        "disk_reserve_mb",
        500,
        "Space to leave",
        "What has to stay free on the disk, in MB: below it nothing new is begun.",
        ge=0,
        le=10**7,
    ),
    Setting("workers", 0, "Parallel requests", "More is faster and uses more memory; 0 for one a core.", ge=0, le=64),
    Setting(
        "transcription_url",
        "",
        "Transcription endpoint",
        "OpenAI-compatible address, up to /audio/transcriptions, that writes recordings down; empty: built-in.",
    ),
    Setting("transcription_key", "", "Key of the transcription endpoint", "Sent as bearer token."),
    Setting("transcription_model", "whisper-1", "Model of the transcription endpoint", "The model to ask for."),
    Setting(
        "cloning_url",
        "",
        "Voice cloning endpoint",
        "OpenAI-compatible address before /audio/speech that takes reference_audio; empty for the built-in match.",
    ),
    Setting("cloning_key", "", "Key of the voice cloning endpoint", "Sent as bearer token."),
    Setting("cloning_model", "tts-1", "Model of the voice cloning endpoint", "The model to ask for."),
    Setting(
        "speech_endpoint", "", "Speech endpoint", "Address of an OpenAI-compatible service that speaks, up to /v1."
    ),
    Setting("speech_endpoint_key", "", "Key of the speech endpoint", "Sent as a bearer token; empty for none."),
    Setting("speech_endpoint_model", "tts-1", "Model of the speech endpoint", "What the endpoint calls its model."),
    Setting(
        "speech_endpoint_voices",
        "alloy, echo, fable, nova, onyx, shimmer",
        "Voices of the speech endpoint",
        "The names of its voices, with commas between them.",
    ),
    Setting(
        "image_url", "", "Image endpoint", "Address of an OpenAI-compatible service that makes pictures, up to /v1."
    ),
    Setting("image_key", "", "Key of the image endpoint", "Sent as a bearer token; empty for none."),
    Setting("image_model", "gpt-image-1", "Model of the image endpoint", "What the endpoint calls its model."),
    Setting(
        "websub_hub", "", "WebSub hub", "Address of a hub that is told when a public feed changes; empty for none."
    ),
    Setting(
        "podping_url",
        "",
        "Podping",
        "Address of a podping front end that is asked when a public feed changes; or empty.",
    ),
    Setting("podping_token", "", "Token of the podping front end", "Sent as Authorization; empty for none."),
    Setting("free_tools_secret", "", "Secret of the ideas page", "Replaces the origin check for podcast ideas."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How this server is set up; built once at start."""

    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8787
    public_url: str = ""
    """What links start with; empty for the bound address."""
    public_port: int = 0
    """A second port that serves only feeds, media, artwork and share pages; 0 for none."""
    trusted_proxy: str = ""
    """Address of the proxy whose `X-Forwarded-For` counts; empty for none."""
    allow_private_urls: bool = False
    allow_local_webhooks: bool = False
    disk_quota_gb: int = 0
    """What made and uploaded files may take; 0 for no limit."""
    disk_reserve_mb: int = 500
    """What has to stay free on the disk."""
    workers: int = 0
    """Requests made at the same time; 0 for one a core."""
    transcription_url: str = ""
    """An endpoint that writes recordings down; empty for the packaged model."""
    transcription_key: str = field(default="", repr=False)
    transcription_model: str = "whisper-1"
    cloning_url: str = ""
    """An endpoint that speaks with recorded voices; empty for the packaged match."""
    cloning_key: str = field(default="", repr=False)
    cloning_model: str = "tts-1"
    speech_endpoint: str = ""
    """Address of an OpenAI-compatible speech service, up to ``/v1``; empty for none."""
    speech_endpoint_key: str = field(default="", repr=False)
    speech_endpoint_model: str = "tts-1"
    speech_endpoint_voices: str = "alloy, echo, fable, nova, onyx, shimmer"
    """Names with commas between them."""
    image_url: str = ""
    """An endpoint that makes pictures, up to ``/v1``; empty for none."""
    image_key: str = field(default="", repr=False)
    image_model: str = "gpt-image-1"
    websub_hub: str = ""
    """A hub that is told when a public feed changes; empty for none."""
    podping_url: str = ""
    """A podping front end that is asked when a public feed changes; empty for none."""
    podping_token: str = field(default="", repr=False)
    free_tools_secret: str = ""
    prices: Mapping[str, int] = field(default_factory=lambda: MappingProxyType(dict(PRICES)))

    @property
    def images(self) -> ImageEndpoint | None:
        """What makes pictures that are described in words; None where no address is set."""
        return ImageEndpoint(self.image_url, self.image_key, self.image_model) if self.image_url else None

    @property
    def speech(self) -> SpeechEndpoint | None:
        """The speech service; None where no address is set."""
        if not self.speech_endpoint:
            return None
        names = (name.strip() for name in self.speech_endpoint_voices.split(","))
        return SpeechEndpoint(
            self.speech_endpoint,
            self.speech_endpoint_key,
            self.speech_endpoint_model,
            tuple(dict.fromkeys(filter(None, names))),
        )

    @property
    def concurrency(self) -> int:
        """Requests made at the same time."""
        if self.workers:
            return self.workers
        # A container may have fewer cores than the machine; not every system tells.
        allowed = getattr(os, "sched_getaffinity", None)
        return len(allowed(0)) if allowed else os.cpu_count() or 1


def load_config(
    data_dir: Path, *, options: Mapping[str, object] | None = None, environ: Mapping[str, str] = os.environ
) -> ServerConfig:
    """The configuration: standards, then the settings file, then the environment, then the command's options.

    Options that are None were not given.

    Raises:
        BadSetting: the file can't be read, or a value has the wrong type or is out of range.
    """
    path = data_dir / SETTINGS_FILE
    values: dict[str, Value] = {setting.name: setting.default for setting in SETTINGS}
    filed = read_settings_file(path)
    for setting in SETTINGS:
        if setting.name in filed:
            values[setting.name] = setting.read(filed[setting.name], origin=str(path))
        if setting.environment in environ:
            values[setting.name] = setting.read(environ[setting.environment], origin=setting.environment)
        given = (options or {}).get(setting.name)
        if given is not None:
            values[setting.name] = setting.read(given, origin=f"--{setting.name.replace('_', '-')}")
    known = {each.name for each in fields(ServerConfig)}
    prices = _read_prices(filed.get("prices"), origin=str(path))
    return ServerConfig(data_dir=data_dir, prices=prices, **{k: v for k, v in values.items() if k in known})  # type: ignore[arg-type]


def read_settings_file(path: Path) -> Mapping[str, object]:
    """What the settings file holds, by name; nothing where there is none. Raises `BadSetting`."""
    try:
        read = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadSetting(f"The settings file {path} can't be read: {error}.") from error
    if not isinstance(read, dict):
        raise BadSetting(f"The settings file {path} must hold a JSON object.")
    return read


def _read_prices(given: object, *, origin: str) -> Mapping[str, int]:
    prices = dict(PRICES)
    if given is None:
        return MappingProxyType(prices)
    if not isinstance(given, dict):
        raise BadSetting(f"{origin}: prices must be an object of whole numbers.")
    for name, price in given.items():
        if name not in prices:
            raise BadSetting(f"{origin}: prices has no line {name!r}.")
        if isinstance(price, bool) or not isinstance(price, int) or not 0 <= price <= 1_000_000:
            raise BadSetting(f"{origin}: the price of {name} must be a whole number from 0 to 1,000,000.")
        prices[name] = price
    return MappingProxyType(prices)
