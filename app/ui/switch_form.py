"""One switch of the rules, asked in a small window."""

import re
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidget, QSpinBox, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import button, label
from app.ui.switch_words import switch_text, value_text
from engine.rules import switches
from engine.switches import Choice, Flag, Levels, Number, Switch

_STEP = re.compile(r"(\d+)\s*[:：]\s*(\d+)")


class SwitchForm(QDialog):
    """Modal; emits `chosen(value)` with what the switch may hold."""

    chosen = Signal(object)

    def __init__(self, name: str, value: Any, usual: Any, parent: QWidget | None = None) -> None:
        """`usual`: what the rule set says."""
        super().__init__(parent)
        self._name, self._switch, self._usual = name, switches()[name], usual
        self.setWindowTitle(self.tr("Change a rule"))
        self.setMinimumWidth(520)
        self.said = label("alarm")
        self.said.setWordWrap(True)
        words = label("name", switch_text(name))
        words.setWordWrap(True)
        as_set = label("muted", self.tr("The rule set says: {0}").format(value_text(name, usual)))
        as_set.setWordWrap(True)
        self.field = self._field(self._switch, value)
        take, leave = button(main=True), button()
        self.back = button()
        take.setText(self.tr("Take (Enter)"))
        self.back.setText(self.tr("As in the rule set"))
        leave.setText(self.tr("Cancel (Esc)"))
        take.clicked.connect(self.take)
        self.back.clicked.connect(lambda: self._choose(self._usual))
        leave.clicked.connect(self.reject)
        ends = QHBoxLayout()
        for key in (leave, self.back):
            key.setAutoDefault(False)
            ends.addWidget(key)
        ends.addStretch(1)
        ends.addWidget(take)
        box = QVBoxLayout(self)
        box.setContentsMargins(18, 18, 18, 18)
        box.setSpacing(theme.GAP)
        for part in (words, as_set, self.field, self.said):
            box.addWidget(part)
        box.addLayout(ends)
        self.field.setFocus()

    def _field(self, switch: Switch, value: Any) -> QWidget:
        match switch:
            case Choice() | Flag():
                values = list(switch.choices) if isinstance(switch, Choice) else [True, False]
                rows = QListWidget()
                rows.setWordWrap(True)
                rows.addItems([value_text(self._name, each) for each in values])
                rows.setCurrentRow(values.index(value))
                rows.setMinimumHeight(34 * min(len(values), 8) + 8)
                rows.itemDoubleClicked.connect(lambda _: self.take())
                return rows
            case Number(low=low, high=high, optional=optional):
                spin = QSpinBox()
                spin.setRange(low - 1 if optional else low, high)
                if optional:
                    spin.setSpecialValueText(value_text(self._name, None))
                spin.setValue(low - 1 if value is None else value)
                spin.setMinimumHeight(34)
                spin.selectAll()
                return spin
        line = QLineEdit(_typed(switch, value))
        example = "2 A" if isinstance(switch, Levels) else "5:1 10:2"
        line.setPlaceholderText(example)
        return line

    def _value(self) -> Any:
        """What stands there; raises `ValueError`."""
        if isinstance(self.field, QListWidget):
            row = self.field.currentRow()
            return list(self._switch.choices)[row] if isinstance(self._switch, Choice) else row == 0
        if isinstance(self.field, QSpinBox):
            none = self.field.specialValueText() and self.field.value() == self.field.minimum()
            return None if none else self.field.value()
        assert isinstance(self.field, QLineEdit)
        return self._switch.read(_read(self._switch, self.field.text()))

    def take(self) -> None:
        try:
            value = self._value()
        except ValueError:
            self.said.setText(self.tr("This cannot be read; write it like the example."))
            return
        self._choose(value)

    def _choose(self, value: Any) -> None:
        self.chosen.emit(value)
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.back.hasFocus():
                self.back.click()
            else:
                self.take()
        else:
            super().keyPressEvent(event)


def _typed(switch: Switch, value: Any) -> str:
    """Levels as `2 A`, steps of being late as `5:1 10:2`."""
    if isinstance(switch, Levels):
        return " ".join(value)
    return " ".join(f"{minutes}:{by}" for minutes, by in value)


def _read(switch: Switch, text: str) -> list[Any]:
    """What was typed as `Switch.read` takes it; raises `ValueError`."""
    words = text.replace(",", " ").replace("，", " ").split()
    if isinstance(switch, Levels):
        return ["T" if word == "10" else word.upper() for word in words]
    found = [_STEP.fullmatch(word) for word in words]
    return [[int(match[1]), int(match[2])] if match else [] for match in found]
