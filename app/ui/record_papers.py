"""The papers of a record, written beside it."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication

from app.export import FORMS, all_forms, exported, put_all
from app.files import put
from app.ui.words import language
from engine import RuleSetError

if TYPE_CHECKING:
    from app.steps import Steps

translate = QCoreApplication.translate


def write_papers(steps: "Steps", form: str) -> str:
    """The record in one of the `FORMS`, or in ``all`` of them into a folder; what came of it, as a sentence.

    Nothing is written over: a second one gets a number.
    """
    if steps.record.faults:
        said = translate("papers", "Not written: a line of the record cannot be read. {0}")
        return said.format(steps.record.faults[0])
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        if form == "all":
            place = _free(steps.path.with_name(f"{steps.path.stem}-papers"))
            put_all(place, all_forms(steps.record, steps.path.stem, language()))
        else:
            place = _free(steps.path.with_suffix(FORMS[form]))
            put(place, exported(steps.record, form, language()))
    except (OSError, ImportError, RuleSetError) as error:
        return translate("papers", "Not written: {0}").format(error)
    finally:
        QGuiApplication.restoreOverrideCursor()
    return translate("papers", "Written: {0}").format(place)


def _free(path: Path) -> Path:
    """A name that nothing has yet."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 1000))
    return path if not path.exists() else next(name for name in names if not name.exists())
