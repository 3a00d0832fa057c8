"""The walls between the rooms: who may import what, and the proof that a broken wall is noticed."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "vision", "app", "models", "datasets")
ONLY = {
    "engine": {"engine"},
    "vision": {"vision", "models", "engine.cards", "numpy", "cv2", "onnxruntime"},
    "models": {"models", "numpy", "onnxruntime"},
}
"""Rooms that import nothing but these and the standard library."""
TRAINING = {"torch", "torchvision", "ultralytics"}
NEVER = {"app": TRAINING | {"datasets.train", "datasets.evaluate"}}
QT = {"PySide6", "shiboken6", "PyQt5", "PyQt6", "qtpy"}
QT_ROOM, CV2_DOOR = Path("app/ui"), Path("vision/opencv.py")
READS_FROM = {
    "cards": "",
    "parsing": "",
    "errors": "position",  # back, and only when a message is asked for
    "combos": "cards",
    "switches": "cards",
    "penalties": "",
    "rulefile": "parsing penalties",
    "rule_switches": "cards switches",
    "rules": "cards penalties rule_switches rulefile switches",
    "rules_page": "penalties rulefile rules switches",
    "breaches": "",
    "round_events": "",
    "events": "breaches cards combos round_events",
    "event_json": "breaches cards combos events round_events",
    "plays": "cards combos",
    "hands": "cards",
    "stock": "cards",
    "giving": "cards hands rules",
    "tribute": "cards errors events giving hands rules",
    "order": "events rules",
    "gifts": "cards errors events giving hands tribute",
    "opening": "cards errors events gifts giving hands rules tribute",
    "deal": "cards combos errors events hands opening order plays rules stock tribute",
    "underway": "cards deal errors events gifts giving hands opening tribute",
    "shown": "breaches cards deal errors events hands",
    "clock": "breaches events rules shown",
    "audit": "breaches cards events giving hands shown tribute",
    "in_view": "cards deal events tribute",
    "levels": "cards events rules",
    "rounds": "errors events levels round_events rules",
    "state": "deal errors events opening rounds rules",
    "reports": "breaches events rules state",
    "result": "events levels round_events rounds rules state",
    "score": "parsing result rounds",
    "corrections": "cards errors events rounds state",
    "before": "cards errors event_json events opening state tribute underway",
    "round_fold": "errors events round_events rounds state",
    "rulings": "breaches before corrections deal errors events levels round_fold rounds shown state tribute",
    "match": "before cards combos corrections deal errors events levels order round_events round_fold rounds"
    " rulings shown state",
    "conduct": "breaches errors events penalties reports rules state",
    "notices": "audit breaches clock combos events opening plays reports state",
    "record": "event_json events parsing",
    "words": "parsing",
    "event_text": "cards combos event_json events words",
    "event_words": "cards combos event_json event_text events words",
    "record_text": "event_json event_text event_words events parsing record words",
    "position_checks": "cards combos events order position",  # back, and only for its type
    "position": "before cards combos deal event_text event_words events opening position_checks record rules"
    " state tribute words",
    "njupt": "cards combos events parsing record",
    "record_schema": "breaches cards combos event_json events penalties rulefile rules switches",
    "header_rules": "events penalties rulefile rules switches",
    "times": "corrections events record round_events words",
    "checking": "cards errors event_json events match record round_events rules times",
    "findings": "breaches checking events notices state",
    "dealfile": "cards event_json events parsing",
}
"""Each module of the engine and those it may read from: from cards up to record, never back."""


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of all that a file imports, inside functions too; ``from a import b`` is a.b."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def within(name: str, homes: set[str]) -> bool:
    return any(name == home or name.startswith(home + ".") for home in homes)


def wrong(path: Path, name: str) -> str | None:
    """Why a file, named from the root, must not import a name."""
    room, top = path.parts[0], name.split(".")[0]
    if top == "":
        return "imports name their room in full"
    if room in ONLY and top not in sys.stdlib_module_names and not within(name, ONLY[room]):
        return f"{room} imports only {', '.join(sorted(ONLY[room]))} and the standard library"
    if within(name, NEVER.get(room, set())):
        return f"{room} never imports it"
    if top in QT and not path.is_relative_to(QT_ROOM):
        return f"only {QT_ROOM} speaks Qt"
    if top == "cv2" and path != CV2_DOOR:
        return f"only {CV2_DOOR} imports it"
    if room == "engine" and top == "engine" and path.stem in READS_FROM:
        module = name.removeprefix("engine").lstrip(".").split(".")[0]
        if module not in READS_FROM[path.stem].split():
            return f"engine.{path.stem} does not read from it"
    return None


def broken(root: Path) -> list[str]:
    """Every import that breaks a wall, with file and line."""
    found = []
    for file in sorted(file for room in ROOMS for file in (root / room).rglob("*.py")):
        path = file.relative_to(root)
        for line, name in imports(file):
            why = wrong(path, name)
            if why:
                found.append(f"{path}:{line} imports {name}: {why}")
    return found


def test_no_wall_is_broken() -> None:
    assert broken(ROOT) == []


def test_the_engine_is_looked_at() -> None:
    files = {file.stem for file in (ROOT / "engine").glob("*.py")}
    assert files == {*READS_FROM, "__init__"}
    assert "engine.cards.Card" in {name for _, name in imports(ROOT / "engine/deal.py")}


@pytest.mark.parametrize(
    ("file", "text", "broken_at"),
    [
        ("engine/deal.py", "import numpy as np", 1),
        ("engine/deal.py", "from engine.match import apply", 1),
        ("engine/deal.py", "from engine import match", 1),
        ("engine/deal.py", "from engine import Card", 1),
        ("engine/deal.py", "import engine", 1),
        ("engine/deal.py", "from engine.plays import take_reading", None),
        ("engine/deal.py", "from . import match", 1),
        ("engine/deal.py", "from vision import values", 1),
        ("engine/clock.py", "def now():\n    import msgspec", 2),
        ("vision/watch.py", "import cv2", 1),
        ("vision/opencv.py", "import cv2", None),
        ("vision/watch.py", "from vision.opencv import cv2", None),
        ("vision/watch.py", "from engine import Card", 1),
        ("vision/watch.py", "from engine.cards import Card", None),
        ("vision/watch.py", "from app import live", 1),
        ("vision/watch.py", "import datasets.scenes", 1),
        ("vision/watch.py", "try:\n    from PySide6.QtCore import QObject\nexcept ImportError: pass", 2),
        ("vision/watch.py", "import torch.nn", 1),
        ("models/registry.py", "import onnxruntime as ort, hashlib, numpy", None),
        ("models/registry.py", "from vision import values", 1),
        ("app/live.py", "import os\n\nfrom ultralytics import YOLO", 3),
        ("app/live.py", "from datasets import train", 1),
        ("app/live.py", "from datasets.scenes import render", None),
        ("app/live.py", "import PySide6", 1),
        ("app/ui/main_window.py", "from PySide6.QtWidgets import QWidget", None),
        ("app/ui/main_window.py", "import cv2", 1),
        ("datasets/train.py", "import torch, ultralytics", None),
        ("datasets/train.py", "from PySide6 import QtGui", 1),
    ],
)
def test_a_broken_wall_is_noticed(tmp_path: Path, file: str, text: str, broken_at: int | None) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    found = broken(tmp_path)
    if broken_at is None:
        assert found == []
    else:
        assert [line.split(" ")[0] for line in found] == [f"{file}:{broken_at}"]
