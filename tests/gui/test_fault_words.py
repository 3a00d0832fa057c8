"""Whatever may be wrong with a record is worded, in the language in use."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.steps import Steps, StepsError
from app.ui import fault_words
from app.ui.fault_words import told_text
from datasets.rounds import play_round
from engine import dumps_line
from tests.corruptions import CORRUPTIONS, spoilt_text
from tests.unit.engine_matches import NATIONAL

UNREAD = "the line cannot be read"


@pytest.fixture(scope="module")
def text() -> str:
    header, events = play_round(NATIONAL, None, 3, 2)
    return "".join(dumps_line(event) + "\n" for event in (header, *events))


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_every_fault_of_a_line_that_can_be_read_has_words(
    app: QApplication, tmp_path: Path, text: str, name: str
) -> None:
    spoilt = spoilt_text(name, text, 3)
    if spoilt is None:
        pytest.skip("the record has nothing of the kind")
    path = tmp_path / "a.jsonl"
    path.write_text(spoilt[0], "utf-8")
    try:
        steps = Steps.open(path)
    except StepsError:
        return
    assert steps.told
    unread = {fault.line for fault in steps.record.faults}
    for told in steps.told:
        said = told_text(told)
        assert said.startswith(f"Line {told.line}: ")
        assert UNREAD not in said or told.line in unread, told.said


def test_each_form_is_one_that_the_engine_uses() -> None:
    """The words before the first number of a form stand in the engine's source."""
    source = "".join(path.read_text("utf-8") for path in Path("engine").glob("*.py"))
    for form, _ in fault_words._FORMS:
        words = re.split(r"[(\\.]", form)[0].strip()
        assert words in source, form
