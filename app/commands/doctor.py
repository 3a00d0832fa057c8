"""`doctor`: what works on this machine, what does not, and what to do about it."""

import argparse
import ctypes
import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from app import SOFTWARE, places, settings
from app.commands import DONE, MACHINE
from app.commands.recording import DEMO

FONT = Path(__file__).parents[1] / "fonts" / "GuandanEyeSansSC-Regular.otf"
_LIBRARIES = {
    "numpy": "numpy",
    "vision.opencv": "opencv-python",
    "onnxruntime": "onnxruntime",
    "av": "av",
    "msgspec": "msgspec",
    "platformdirs": "platformdirs",
    "PIL.Image": "pillow",
    "openpyxl": "openpyxl",
    "segno": "segno",
}
_SYSTEM = "run `sh .ci/system-libraries.sh` in the source tree, or `make setup`"
_QT_ON_X = ("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libxkbcommon-x11.so.0")


class State(Enum):
    OK = "ok"
    WITHOUT = "--"  # not there, and the program does without
    MISSING = "MISSING"
    BROKEN = "BROKEN"


LACKING = (State.MISSING, State.BROKEN)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and what to do where something is lacking."""

    name: str
    state: State
    found: str | settings.SettingsFault
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{self.state.value:8}{self.name}: {self.found}"
        return f"{line}\n{'':8}-> {self.remedy}" if self.remedy else line


def doctor(args: argparse.Namespace) -> int:
    """Every finding on a line; exit status 3 when something that is needed is missing or broken."""
    found: list[Finding] = []
    for finding in findings():
        print(finding, flush=True)
        found.append(finding)
    lacking = [f"{each.name} is {each.state.value.lower()}" for each in found if each.state in LACKING]
    if lacking:
        print(f"guandan-eye: {', '.join(lacking)}", file=sys.stderr)
    return MACHINE if lacking else DONE


def findings() -> Iterator[Finding]:
    """Everything that is looked at, one after the other."""
    for look in (_system, _libraries, _window, _models, _bundle, _records, _settings, _cameras):
        yield from look()


def _system() -> Iterator[Finding]:
    yield Finding(
        "program", State.OK, f"{SOFTWARE}, Python {platform.python_version()}, {platform.platform()}"
    )


def _libraries() -> Iterator[Finding]:
    for module, package in _LIBRARIES.items():
        try:
            import_module(module)
            yield Finding(package, State.OK, version(package))
        except (ImportError, PackageNotFoundError) as error:
            yield Finding(
                package, State.MISSING, str(error), f"pip install {package}; if it is there, {_SYSTEM}"
            )


def _window() -> Iterator[Finding]:
    try:
        import_module("PySide6.QtWidgets")
        yield Finding("window (PySide6)", State.OK, version("PySide6-Essentials"))
    except (ImportError, PackageNotFoundError) as error:
        yield Finding("window (PySide6)", State.MISSING, str(error), _SYSTEM)
    if not sys.platform.startswith("linux"):
        yield Finding("display", State.OK, sys.platform)
        return
    shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if not shown:
        yield Finding("display", State.WITHOUT, "none; commands with --headless work")
        return
    lacking = [name for name in _QT_ON_X if not _loads(name)]
    if lacking:
        yield Finding("display", State.MISSING, f"{shown}, but without {', '.join(lacking)}", _SYSTEM)
    else:
        yield Finding("display", State.OK, shown)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _models() -> Iterator[Finding]:
    import models

    for name in ("index_detector", "index_reader"):
        try:
            card = models.load(name).card
            yield Finding(f"model {name}", State.OK, f"{card.name}, {card.sha256[:12]}")
        except models.ModelError as error:
            there = (models.FOLDER / f"{name}.onnx").is_file()
            yield Finding(
                f"model {name}",
                State.BROKEN if there else State.MISSING,
                str(error),
                "install the program again, or make train",
            )


def _bundle() -> Iterator[Finding]:
    yield _file("Chinese font", FONT)
    yield _file("demo match", DEMO / "match.mp4")


def _file(name: str, path: Path) -> Finding:
    if path.is_file():
        return Finding(name, State.OK, str(path))
    return Finding(name, State.MISSING, f"{path} is not there", "install the program again")


def _records() -> Iterator[Finding]:
    folder = places.records_folder()
    yield Finding("records", State.OK, str(folder))


def _settings() -> Iterator[Finding]:
    loaded = settings.load()
    yield Finding("settings", State.OK, str(settings.settings_path()))
    for fault in loaded.faults:
        yield Finding("settings", State.WITHOUT, fault, "mend the file, or take it away")


def _cameras() -> Iterator[Finding]:
    from vision.frames import cameras

    found = cameras()
    for camera in found:
        yield Finding(f"camera {camera.number}", State.OK, camera.name)
    if not found:
        listed = sys.platform.startswith("linux")
        said = (
            "none; video files and entry by hand work"
            if listed
            else "not listed on this system; try camera:0"
        )
        yield Finding("camera", State.WITHOUT, said)
