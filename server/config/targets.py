"""The owner's publishing targets, in a file of the data directory; their keys lie among the secrets."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from server.config.secret_keys import forget_secret, keep_secret, secret
from server.domain.errors import DomainError
from server.domain.targets import Privacy, Target, TargetKind

FILE = "targets.json"


class TargetsUnreadable(DomainError):
    """The file of targets is damaged."""

    code = "targets_unreadable"


def load_targets(data_dir: Path) -> tuple[Target, ...]:
    """What the owner set up, in the order of making. Raises `TargetsUnreadable`."""
    path = data_dir / FILE
    try:
        return tuple(
            Target(**{**each, "kind": TargetKind(each["kind"]), "privacy": Privacy(each["privacy"])})
            for each in json.loads(path.read_text("utf-8"))
        )
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise TargetsUnreadable(f"The publishing targets in {path} can't be read: set them up again.") from error


def save_targets(data_dir: Path, targets: Sequence[Target]) -> None:
    """Keep the targets; readers see the old file or the whole new one."""
    draft = data_dir / f"{FILE}.part"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump([asdict(target) for target in targets], file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(data_dir / FILE)


def target_secret(data_dir: Path, target_id: str, name: str) -> str:
    """A secret of a target (``key``, ``client_secret``, ``refresh_token``); empty where none is kept."""
    return secret(data_dir / "secrets.json", f"target:{target_id}:{name}")


def save_target_secret(data_dir: Path, target_id: str, name: str, value: str) -> None:
    """Keep a secret of a target; an empty one is forgotten."""
    path, kept_as = data_dir / "secrets.json", f"target:{target_id}:{name}"
    if value:
        keep_secret(path, kept_as, value)
    else:
        forget_secret(path, kept_as)
