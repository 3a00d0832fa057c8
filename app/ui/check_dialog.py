"""What is wrong with a record, in words; Enter goes to the place."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import button, label
from app.ui.fault_words import told_text

if TYPE_CHECKING:
    from app.steps import Steps


class CheckDialog(QDialog):
    """Faults of the record first, then what the engine finds in the play. Emits `sought(place)` for one that
    is chosen."""

    sought = Signal(int)

    def __init__(self, steps: "Steps", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self.head, self.list = label("title"), QListWidget()
        self.list.setWordWrap(True)
        self.list.setSpacing(3)
        self._told = (*steps.told, *steps.noticed)
        for told in self._told:
            item = QListWidgetItem()
            item.setToolTip(told.said)
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
        self.list.setVisible(bool(self._told))
        self.resize(760, 420 if self._told else 110)
        self.list.setFocus()
        self.retranslate()

    def _seek(self, row: int) -> None:
        """The event on the line of the fault, or the first after it."""
        line = self._told[row].line
        at = next((at for at, place in enumerate(self._steps.places) if place.line >= line), None)
        if at is not None:
            self.sought.emit(at)
            self.close()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Check"))
        faults, found = len(self._steps.told), len(self._steps.noticed)
        for row, told in enumerate(self._told):
            self.list.item(row).setText(told_text(told))
        if faults:
            said = self.tr("Faults in this record: {0}").format(faults)
            how = self.tr("Of each deal the first fault stands here, and the first that follows.")
        else:
            said = self.tr("No fault: every event of the record is allowed where it stands.")
            how = ""
        if found:
            how = " ".join(filter(None, (how, self.tr("What was noticed, nobody has ruled on."))))
        enter = self.tr("Enter goes there.") if self._told else ""
        self.head.setText(said)
        self.how.setText(" ".join(filter(None, (how, enter))))
        self.leave.setText(self.tr("Close (Esc)"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
