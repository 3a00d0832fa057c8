"""The tokens of the overlay server: one a role, made on first use, kept where only the user can read them."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from pathlib import Path

import platformdirs

from app.air.routes import Role

FILE = "overlay-tokens.json"
ROLES = tuple(role for role in Role if role is not Role.OPEN)


def tokens_path() -> Path:
    """The user's file; it need not be there."""
    return Path(platformdirs.user_config_dir("guandan-eye", appauthor=False)) / FILE


class Tokens:
    """What lets somebody in, and as whom.  Any thread may call.

    fault: why the file does not hold them, or nothing; they are then good until the program ends.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or tokens_path()
        self.fault = ""
        self._tokens = self._read()
        missing = {role: _new() for role in ROLES if role not in self._tokens}
        if missing:
            self._put(self._tokens | missing)

    def of(self, role: Role) -> str:
        return self._tokens[role]

    def rotate(self, role: Role) -> str:
        """A new token; who has the old one is shut out, also of a feed that runs."""
        token = _new()
        self._put(self._tokens | {role: token})
        return token

    def role_of(self, token: str) -> Role | None:
        """Whose token it is; takes the same time whatever is wrong with it."""
        given, found = token.encode("utf-8", "surrogateescape"), None
        for role, own in self._tokens.items():
            if hmac.compare_digest(own.encode(), given):
                found = role
        return found

    def _put(self, tokens: dict[Role, str]) -> None:
        self._tokens = tokens
        beside = self.path.with_name(self.path.name + ".part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)  # one that others may read would keep its mode
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with os.fdopen(os.open(beside, flags, 0o600), "w", encoding="utf-8") as file:
                json.dump(tokens, file, indent=1)
            os.replace(beside, self.path)
        except OSError as error:
            self.fault = f"{self.path}: the tokens cannot be kept: {error.strerror}"
        else:
            self.fault = ""

    def _read(self) -> dict[Role, str]:
        """Those that are there; a file that others could read is not trusted any more."""
        try:
            if os.name == "posix" and self.path.stat().st_mode & 0o077:
                return {}
            data = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        found = data if isinstance(data, dict) else {}
        return {role: found[role] for role in ROLES if _is_token(found.get(role))}


def _new() -> str:
    return secrets.token_urlsafe(32)


def _is_token(value: object) -> bool:
    return isinstance(value, str) and len(value) >= 32 and value.isascii()
