"""The rules of a match in words: every switch with its value, those that are changed marked."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from app.ui import theme
from app.ui.play_lines import AnyIndex
from app.ui.switch_form import SwitchForm
from app.ui.switch_words import groups, switch_text, value_text
from engine.rules import RuleSet, RuleSetError
from engine.switches import NONE

_NAME = Qt.ItemDataRole.UserRole


class _Wrapped(QStyledItemDelegate):
    """Makes a row as high as its text is when it breaks; the tree itself would measure one line."""

    _BESIDE, _ABOVE = 36, 8

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        wide = self._tree.columnWidth(index.column()) - self._BESIDE
        place = QRect(0, 0, max(wide, 80), 1000)
        text = str(index.data() or "")
        high = option.fontMetrics.boundingRect(place, int(Qt.TextFlag.TextWordWrap), text).height()
        usual: QSize = super().sizeHint(option, index)
        return QSize(usual.width(), max(usual.height(), high + self._ABOVE))


class RulesTree(QTreeWidget):
    """All switches by subject. Enter or a double click opens the one that is chosen.

    Emits `changed` with the switches that are other than in the set, as a record's header holds them.
    """

    changed = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.base: RuleSet | None = None
        self.switches: dict[str, Any] = {}
        self._rules: RuleSet | None = None
        self.setColumnCount(2)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setRootIsDecorated(False)
        self.setIndentation(14)
        self.setUniformRowHeights(False)
        self.setWordWrap(True)
        self.setItemDelegate(_Wrapped(self))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(False)
        self.itemDoubleClicked.connect(lambda item, _: self.open_item(item))

    def show_rules(self, base: RuleSet, switches: Mapping[str, Any]) -> None:
        """A set, and what of it is changed."""
        self.base, self.switches = base, dict(switches)
        try:
            self._rules = base.with_switches(switches)
        except RuleSetError:  # remembered of a set that has become another
            self.switches, self._rules = {}, base
        self._fill()

    def changed_names(self) -> list[str]:
        return [name for name in self.switches if name != "penalties"]

    def _fill(self) -> None:
        chosen = self._chosen()
        self.clear()
        self.setHeaderLabels([self.tr("Rule"), self.tr("In this match")])
        for title, names in groups():
            head = QTreeWidgetItem([title])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setFont(0, theme.font(theme.BODY, bold=True))
            self.addTopLevelItem(head)
            for name in names:
                head.addChild(self._row(name))
            head.setExpanded(True)
        self._choose(chosen)

    def _row(self, name: str) -> QTreeWidgetItem:
        assert self._rules is not None
        assert self.base is not None
        said = value_text(name, getattr(self._rules, name))
        row = QTreeWidgetItem([switch_text(name), said])
        if name in self.switches:
            usual = value_text(name, getattr(self.base, name))
            row.setText(1, self.tr("{0} (changed; the set says: {1})").format(said, usual))
            for column in (0, 1):
                row.setForeground(column, QColor(theme.ACCENT))
                row.setFont(column, theme.font(theme.BODY, bold=True))
        row.setData(0, _NAME, name)
        row.setToolTip(0, row.text(0))
        row.setToolTip(1, row.text(1))
        return row

    def open_item(self, item: QTreeWidgetItem | None) -> None:
        """Ask for another value."""
        name = item.data(0, _NAME) if item is not None else None
        if not name or self._rules is None or self.base is None:
            return
        form = SwitchForm(name, getattr(self._rules, name), getattr(self.base, name), self)
        form.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        form.chosen.connect(lambda value: self.set_value(name, value))
        form.open()

    def set_value(self, name: str, value: Any) -> None:
        """Another value for a switch; that of the set itself is no change. One that cannot be is left out."""
        assert self.base is not None
        switches = {key: kept for key, kept in self.switches.items() if key != name}
        if value != getattr(self.base, name):
            switches[name] = NONE if value is None else _listed(value)
        try:
            self._rules = self.base.with_switches(switches)
        except RuleSetError:
            return
        self.switches = switches
        self._fill()
        self.changed.emit(dict(switches))

    def _chosen(self) -> str:
        item = self.currentItem()
        return str(item.data(0, _NAME) or "") if item is not None else ""

    def _choose(self, name: str) -> None:
        for at in range(self.topLevelItemCount()):
            head = self.topLevelItem(at)
            for place in range(head.childCount() if head is not None else 0):
                row = head.child(place) if head is not None else None
                if row is not None and row.data(0, _NAME) == name:
                    self.setCurrentItem(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and item is not None:
            self.open_item(item)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header().resizeSection(1, self.viewport().width() * 9 // 20)
        self.scheduleDelayedItemsLayout()  # lines break elsewhere now

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.base is not None:
            self._fill()


def _listed(value: Any) -> Any:
    """As a header and TOML hold it."""
    return [_listed(each) for each in value] if isinstance(value, tuple) else value
