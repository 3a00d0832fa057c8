"""Every string a person sees is translated, and the compiled translation is the one that the source has."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator

from app.ui.startup import I18N
from tests.gui.conftest import Messages, read_messages

UI = I18N.parent
TS = I18N / "guandan_eye_zh_CN.ts"
QM = I18N / "guandan_eye_zh_CN.qm"
LUPDATE = (
    "pyside6-lupdate app/ui/*.py -no-obsolete -locations none -ts app/ui/i18n/guandan_eye_zh_CN.ts; "
    "pyside6-lrelease app/ui/i18n/guandan_eye_zh_CN.ts -qm app/ui/i18n/guandan_eye_zh_CN.qm"
)
SOURCES = sorted(UI.glob("*.py"))


def test_every_string_is_translated(messages: Messages) -> None:
    assert len(messages) > 100
    missing = [source for _, source, _, chinese in messages if not chinese]
    assert not missing, f"not translated; after translating run: {LUPDATE}"


def test_placeholders_are_kept(messages: Messages) -> None:
    for _, source, _, chinese in messages:
        wanted, got = (set(re.findall(r"\{\d\}", text)) for text in (source, chinese))
        assert got <= wanted, (source, chinese)
        assert wanted - got <= ({"{2}"} if "bomb" in source else set()), (source, chinese)


def test_no_string_is_missing_or_stale(tmp_path: Path, messages: Messages) -> None:
    tool = shutil.which("pyside6-lupdate", path=str(Path(sys.executable).parent))
    if tool is None:
        pytest.skip("PySide6 came without lupdate")
    fresh = tmp_path / TS.name
    command = [tool, *map(str, SOURCES), "-no-obsolete", "-locations", "none", "-ts", str(fresh)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    wanted = {message[:3] for message in read_messages(fresh)}
    have = {message[:3] for message in messages}
    assert have == wanted, f"run: {LUPDATE}"


def test_the_compiled_file_is_up_to_date(messages: Messages) -> None:
    translator = QTranslator()
    assert translator.load(str(QM))
    for context, source, comment, chinese in messages:
        compiled = translator.translate(context, source, comment)
        assert compiled == chinese, f"run: {LUPDATE}"


SHOWN = {
    "setText",
    "set_full_text",
    "setToolTip",
    "setWindowTitle",
    "setPlaceholderText",
    "setAccessibleName",
}
TRANSLATES = {"tr", "translate", "QT_TRANSLATE_NOOP"}


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_strings_go_through_tr_and_hold_no_expressions(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if called(node) in TRANSLATES:
            assert not any(isinstance(arg, ast.JoinedStr) for arg in node.args), f"{path.name}:{node.lineno}"
        if called(node) in SHOWN and node.args and isinstance(node.args[0], ast.Constant):
            assert not re.search(r"[A-Za-z一-鿿]", str(node.args[0].value)), f"{path.name}:{node.lineno}"
