"""What is wrong with a record, in words; Enter goes to the place."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import button, label
from app.ui.step_words import told_text

if TYPE_CHECKING:
    from app.steps import Steps


class CheckDialog(QDialog):
    """Emits `sought(place)` for a fault that is chosen."""

    sought = Signal(int)

    def __init__(self, steps: "Steps", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self.head, self.list = label("title"), QListWidget()
        self.list.setWordWrap(True)
        self.list.setSpacing(3)
        for told in steps.told:
            item = QListWidgetItem(told_text(told))
            item.setToolTip(str(told.fault))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.how = label("muted")
        self.how.setWordWrap(True)
        self.leave = button()
        self.leave.clicked.connect(self.close)
        self.list.itemActivated.connect(lambda item: self._seek(self.list.row(item)))
        box = QVBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.PAD, theme.PAD, theme.PAD)
        box.setSpacing(theme.GAP)
        for each in (self.head, self.list, self.how, self.leave):
            box.addWidget(each)
        self.list.setVisible(bool(steps.told))
        self.resize(760, 420 if steps.told else 110)
        self.list.setFocus()
        self.retranslate()

    def _seek(self, row: int) -> None:
        """The event on the line of the fault, or the first after it."""
        line = self._steps.told[row].fault.line
        at = next((at for at, place in enumerate(self._steps.places) if place.line >= line), None)
        if at is not None:
            self.sought.emit(at)
            self.close()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Check"))
        count = len(self._steps.told)
        if count:
            self.head.setText(self.tr("{0} faults in this record").format(count))
            self.how.setText(
                self.tr(
                    "Of each deal the first fault stands here, and the first that follows. Enter goes there."
                )
            )
        else:
            self.head.setText(self.tr("No fault: every event of the record is allowed where it stands."))
            self.how.setText("")
        self.leave.setText(self.tr("Close (Esc)"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
