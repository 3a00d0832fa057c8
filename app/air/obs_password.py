"""The password of OBS's WebSocket server: in the system's keyring, or where there is none in its own file.

The keyring is an optional extra (``pip install guandan-eye[obs]``).  The file can be read by the user only.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import platformdirs

SERVICE, USER = "guandan-eye", "obs-websocket"
FILE = "obs-password"


def password_path() -> Path:
    """The file; it need not be there."""
    return Path(platformdirs.user_config_dir("guandan-eye", appauthor=False)) / FILE


def password() -> str:
    """The password, or nothing where none is kept."""
    ring = _keyring()
    if ring is not None:
        try:
            return str(ring.get_password(SERVICE, USER) or "")
        except ring.errors.KeyringError:
            pass  # it is locked, or this machine has none that works: then the file is what was written
    try:
        return password_path().read_text("utf-8").strip()
    except OSError:
        return ""


def keep(text: str) -> None:
    """Keep a password, none: forget it; raises `OSError` where it cannot be kept."""
    ring = _keyring()
    if ring is not None:
        try:
            if text:
                ring.set_password(SERVICE, USER, text)
            elif ring.get_password(SERVICE, USER) is not None:
                ring.delete_password(SERVICE, USER)
        except ring.errors.KeyringError:
            _to_file(text)
            return
        password_path().unlink(missing_ok=True)
        return
    _to_file(text)


def _keyring() -> Any:
    try:
        return import_module("keyring")
    except ImportError:
        return None


def _to_file(text: str) -> None:
    path = password_path()
    path.unlink(missing_ok=True)  # one that others may read would keep its mode
    if not text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
