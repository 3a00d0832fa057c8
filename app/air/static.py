"""The pages, scripts, styles and fonts: read once, and nothing else in any folder can be asked for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import platformdirs

PAGES = Path(__file__).parent / "pages"
KINDS = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
_RUNS = ("text/html", "text/javascript", "image/svg+xml")
"""What could run a script; only ours do."""
ONE_FILE = "overlay.html"
"""The page that is whole in itself, to be opened from a disk."""


@dataclass(frozen=True, slots=True)
class File:
    """What is served of a file; tag changes with its bytes."""

    name: str
    body: bytes
    kind: str
    tag: str


def files(folder: Path = PAGES) -> dict[str, File]:
    """Every file in a folder that is of a kind that is served, by its path from there with ``/``."""
    found = {}
    for path in sorted(folder.rglob("*")):
        kind = KINDS.get(path.suffix)
        if kind is not None and path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            name, body = path.relative_to(folder).as_posix(), path.read_bytes()
            found[name] = File(name, body, kind, hashlib.sha256(body).hexdigest()[:20])
    return found


def own_files() -> dict[str, File]:
    """The user's own styles, fonts and pictures, which a page takes by ``?css=/own/NAME.css``."""
    folder = Path(platformdirs.user_config_dir("guandan-eye", appauthor=False)) / "overlay"
    return {f"own/{name}": file for name, file in files(folder).items() if file.kind not in _RUNS}


def named(files: dict[str, File], path: str) -> File | None:
    """The file that a path of the server stands for."""
    if path == "/":
        return files.get("index.html")
    room, _, name = path.lstrip("/").partition("/")
    if room == "pages":
        return files.get(name)
    if room == "own":
        return files.get(path.lstrip("/"))
    if room == "overlay" and name.endswith(".html") and "/" not in name:
        return files.get(name)
    return files.get("referee.html") if path == "/referee.html" else None
