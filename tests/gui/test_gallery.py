"""The gallery of screenshots: every window and dialog can still be shown."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.gui.gallery import SCENES

ONE = """
import sys
from pathlib import Path
from tests.gui import gallery
gallery.LANGUAGES = ("zh",)
gallery.theme.LOOKS = {"dark": gallery.theme.LOOKS["dark"]}
gallery.save_all(Path(sys.argv[1]), "1280x800")
"""


@pytest.mark.slow
def test_every_scene_is_made_and_no_slot_fails(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ONE, str(tmp_path)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    assert {path.name.split("_zh_")[0] for path in tmp_path.glob("*.png")} == set(SCENES)
