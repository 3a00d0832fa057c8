"""F1: all keys by group, to be searched; a key is changed by pressing the new one."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui import theme
from app.ui.actions import ACTIONS, BY_ID, GROUPS, Action, Keys, KeyTaken, group_text, text_of
from app.ui.controls import ShrinkLabel, button, mark
from app.ui.words import seat_name

_ID = Qt.ItemDataRole.UserRole
_BARE = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)


class KeysHelp(QDialog):
    """Enter on a line waits for the new key; Esc leaves it as it was. `changed` hands on all own keys."""

    changed = Signal(dict)

    def __init__(self, keys: Keys, parent: QWidget | None = None, seats: Sequence[str] = ()) -> None:
        """`seats`: in the order of play, where it is known."""
        super().__init__(parent)
        self._keys = keys
        self._seats = {f"seat_{place}": seat for place, seat in enumerate(seats, 1)}
        self._waits: str | None = None
        self.search = QLineEdit()
        self.list = QTreeWidget()
        self.said = ShrinkLabel(theme.BODY)
        self.change = button()
        self.default = button()
        self.close_ = button(main=True)
        self._lay_out()
        self.search.textChanged.connect(self._sift)
        self.list.itemActivated.connect(self._wait)
        self.list.itemDoubleClicked.connect(self._wait)
        self.change.clicked.connect(self._wait)
        self.default.clicked.connect(self._back_to_default)
        self.close_.clicked.connect(self.accept)
        for each in (self.search, self.list):
            each.installEventFilter(self)
        self._retranslate()
        self.search.setFocus()

    def _lay_out(self) -> None:
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        keys = QHBoxLayout()
        keys.setSpacing(theme.GAP)
        for each in (self.change, self.default):
            keys.addWidget(each)
        keys.addStretch(1)
        keys.addWidget(self.close_)
        box = QVBoxLayout(self)
        box.setContentsMargins(18, 18, 18, 18)
        box.setSpacing(theme.GAP)
        box.addWidget(self.search)
        box.addWidget(self.list, 1)
        box.addWidget(self.said)
        box.addLayout(keys)
        self.resize(560, 640)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("All keys"))
        self.search.setPlaceholderText(self.tr("search: undo, Ctrl+Z, report"))
        self.search.setAccessibleName(self.tr("Search the keys"))
        self.list.setAccessibleName(self.tr("All keys"))
        self.change.setText(self.tr("Change (Enter)"))
        self.default.setText(self.tr("Default key"))
        self.close_.setText(self.tr("Close (Esc)"))
        self._fill()

    def _fill(self) -> None:
        chosen = self._chosen()
        self.list.clear()
        for group in GROUPS:
            head = QTreeWidgetItem([group_text(group), ""])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setFont(0, theme.font(theme.BODY, bold=True))
            self.list.addTopLevelItem(head)
            for action in ACTIONS:
                if action.group == group:
                    item = QTreeWidgetItem([self._text(action), self._keys.label(action.id)])
                    item.setData(0, _ID, action.id)
                    item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
                    if action.fixed:
                        item.setToolTip(1, self.tr("This key stays as it is"))
                    head.addChild(item)
                    if action.id == chosen:
                        self.list.setCurrentItem(item)
        self.list.expandAll()
        self._sift(self.search.text())

    def _text(self, action: Action) -> str:
        """What an action is called; a seat's key has the seat's name."""
        seat = self._seats.get(action.id)
        return text_of(action) if seat is None else self.tr("For {0}").format(seat_name(seat))

    def _sift(self, wanted: str) -> None:
        """Only what has all the words in its name, its key or its group; the first of it is chosen."""
        words = wanted.lower().split()
        first: QTreeWidgetItem | None = None
        for head in (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount())):
            assert head is not None
            shown = 0
            for item in (head.child(row) for row in range(head.childCount())):
                assert item is not None
                text = f"{item.text(0)} {item.text(1)} {head.text(0)}".lower()
                fits = all(word in text for word in words)
                item.setHidden(not fits)
                shown += fits
                first = first or (item if fits else None)
            head.setHidden(not shown)
        now = self.list.currentItem()
        if first is not None and (now is None or now.isHidden() or now.parent() is None):
            self.list.setCurrentItem(first)
        self._say("" if first else self.tr("No key fits."))

    def _chosen(self) -> str | None:
        item = self.list.currentItem()
        return None if item is None or item.isHidden() else item.data(0, _ID)

    def _wait(self) -> None:
        """The next key pressed becomes that of the chosen action."""
        name = self._chosen()
        if name is None:
            return
        if BY_ID[name].fixed:
            self._say(self.tr("This key stays as it is."), wrong=True)
            return
        self._waits = name
        self.list.setFocus()
        self._say(self.tr("{0}: press the new key; Esc leaves it.").format(text_of(BY_ID[name])))

    def _back_to_default(self) -> None:
        name = self._chosen()
        if name is not None and not BY_ID[name].fixed:
            self._give(name, BY_ID[name].key)

    def _give(self, name: str, key: str) -> None:
        try:
            self._keys.change(name, key)
        except KeyTaken as taken:
            shown = QKeySequence(taken.key).toString(QKeySequence.SequenceFormat.NativeText)
            if taken.by is not None:
                said = self.tr("{0} is the key of “{1}”.").format(shown, text_of(taken.by))
            else:
                said = self.tr("{0} is needed for typing; take it with Ctrl, or a function key.").format(
                    shown
                )
            self._say(said, wrong=True)
            return
        self._fill()
        self._say(self.tr("{0}: {1}").format(text_of(BY_ID[name]), self._keys.label(name)))
        self.changed.emit(self._keys.own)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        mark(self.said, "role", "alarm" if wrong else "")
        self.said.set_full_text(text)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and self._waits is not None:
            event.accept()
            return True
        if kind != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if self._waits is not None:
            return self._take(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._wait()
            return True
        if watched is self.search and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.list.setFocus()
            self._step(1 if event.key() == Qt.Key.Key_Down else -1)
            return True
        return False

    def _step(self, by: int) -> None:
        item = self.list.currentItem()
        if item is None:
            return
        beside = self.list.itemBelow(item) if by > 0 else self.list.itemAbove(item)
        if beside is not None:
            self.list.setCurrentItem(beside)

    def _take(self, event: QKeyEvent) -> bool:
        """The key that an action waits for."""
        if event.key() in _BARE:
            return True
        name, self._waits = self._waits, None
        if event.key() == Qt.Key.Key_Escape or name is None:
            self._say("")
            return True
        pressed = QKeyCombination(
            event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, Qt.Key(event.key())
        )
        self._give(name, QKeySequence(pressed).toString(QKeySequence.SequenceFormat.PortableText))
        return True
