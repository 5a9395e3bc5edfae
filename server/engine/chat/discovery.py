"""What answers on this machine's usual ports. It is offered to the owner and never used unasked."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from server.domain.errors import CannotProduce, Refused
from server.engine.chat.endpoints import Endpoint

USUAL = (
    (11434, "Ollama"),
    (1234, "LM Studio"),
    (8080, "llama.cpp"),
    (8000, "vLLM"),
    (5001, "KoboldCpp"),
    (1337, "Jan"),
    (4891, "GPT4All"),
)
PATIENCE_S = 1.5


@dataclass(frozen=True, slots=True)
class Found:
    """An endpoint of this machine, what usually has its port, and the models that it lists."""

    base_url: str
    name: str
    models: tuple[str, ...]
    needs_key: bool = False


def found_here(ports: Sequence[tuple[int, str]] = USUAL) -> tuple[Found, ...]:
    """Ask every usual port for its models, all at once. Blocks for at most some seconds."""
    with ThreadPoolExecutor(max_workers=len(ports) or 1, thread_name_prefix="quillcast-found") as threads:
        return tuple(found for found in threads.map(_look, ports) if found is not None)


def _look(port: tuple[int, str]) -> Found | None:
    number, name = port
    base_url = f"http://127.0.0.1:{number}/v1"
    endpoint = Endpoint(base_url, timeout_s=PATIENCE_S)
    try:
        return Found(base_url, name, endpoint.models())
    except Refused:
        return Found(base_url, name, (), needs_key=True)
    except CannotProduce:
        return None
    finally:
        endpoint.close()
