"""OpenCV beside Qt: one of it, imported in one place, and the environment left as it was."""

import json
import os
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest

NAMES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
SHOW = f"import json, os, vision.opencv; print(json.dumps([os.environ.get(name) for name in {NAMES}]))"


@pytest.mark.parametrize("before", [{}, dict.fromkeys(NAMES, "/mine")])
def test_the_environment_of_qt_stays_as_it_was(before):
    environment = {name: value for name, value in os.environ.items() if name not in NAMES} | before
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    shown = subprocess.run(
        [sys.executable, "-c", SHOW], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(shown.stdout) == [before.get(name) for name in NAMES]


def test_there_is_one_opencv():
    found = {each.name.lower() for each in distributions() if each.name.lower().startswith("opencv")}
    assert found == {"opencv-python"}


def test_it_is_imported_in_one_place():
    root = Path(__file__).parents[2]
    importers = [
        str(path.relative_to(root))
        for room in ("engine", "vision", "models", "datasets", "app")
        for path in (root / room).rglob("*.py")
        if any(
            line.strip().startswith(("import cv2", "from cv2"))
            for line in path.read_text("utf-8").splitlines()
        )
    ]
    assert importers == ["vision/opencv.py"]
