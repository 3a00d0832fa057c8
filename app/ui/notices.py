"""What may be a breach: one line with its picture, and the referee's two answers."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.controls import button, label, mark
from app.ui.proposal import EvidenceView
from app.ui.words import cards_text, clock, seat_name

if TYPE_CHECKING:
    from app.snapshot import Snapshot
    from app.taken_back import Notice
    from app.ui.ports import Session

PICTURE = (120, 82)


class NoticeBar(QFrame):
    """The oldest notice that waits; not to be seen while there is none."""

    show_large = Signal(object)

    def __init__(self, session: "Session", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        mark(self, "calls", True)
        self._session = session
        self._shown: Notice | None = None
        self._more = 0
        self.evidence = EvidenceView()
        self.evidence.setFixedSize(*PICTURE)
        self.text = label("calls")
        self.text.setWordWrap(True)
        self.breach, self.no_breach = button(), button()
        self.breach.clicked.connect(lambda: self._answer(breach=True))
        self.no_breach.clicked.connect(lambda: self._answer(breach=False))
        self.evidence.clicked.connect(self._enlarge)
        self._lay_out()
        self.retranslate()
        self.hide()

    def _lay_out(self) -> None:
        keys = QHBoxLayout()
        keys.setSpacing(theme.GAP)
        for each in (self.breach, self.no_breach):
            each.setFixedHeight(32)
            each.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            keys.addWidget(each)
        keys.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(4)
        right.addWidget(self.text, 1)
        right.addLayout(keys)
        box = QHBoxLayout(self)
        box.setContentsMargins(theme.PAD, theme.GAP, theme.PAD, theme.GAP)
        box.setSpacing(theme.PAD)
        box.addWidget(self.evidence)
        box.addLayout(right, 1)

    def show_snapshot(self, snapshot: "Snapshot") -> None:
        self._shown = snapshot.notices[0] if snapshot.notices else None
        self._more = max(len(snapshot.notices) - 1, 0)
        self._write()

    def retranslate(self) -> None:
        self.breach.setText(self.tr("A breach"))
        self.breach.setToolTip(
            self.tr("It goes on record as hidden cards; what the rules prescribe is proposed")
        )
        self.no_breach.setText(self.tr("No breach"))
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _write(self) -> None:
        shown = self._shown
        self.setVisible(shown is not None)
        if shown is None:
            return
        self.evidence.show_image(shown.picture)
        self.evidence.set_none_text(self.tr("no picture"))
        said = {
            "taken_back": self.tr("{0} took back {1} after laying it."),
            "slipped": self.tr("{0} put {1} to a play of its own that lay there."),
        }[shown.kind.value].format(seat_name(shown.seat), cards_text(shown.cards))
        more = self.tr("{0} more wait.").format(self._more) if self._more else ""
        self.text.setText(" ".join(part for part in (clock(shown.at_ms), said, more) if part))

    def _answer(self, *, breach: bool) -> None:
        if self._shown is not None:
            (self._session.confirm if breach else self._session.let_be)(self._shown.id)

    def _enlarge(self) -> None:
        if self._shown is not None:
            self.show_large.emit(self._shown.picture)
