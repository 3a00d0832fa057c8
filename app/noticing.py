"""What may be a breach: put before the referee, who says whether it is one."""

from __future__ import annotations

from dataclasses import dataclass

from app.conduct import ConductRecorder
from app.recorder import REFEREE
from app.taken_back import Kind, Notice, sentence
from engine.cards import Card
from engine.events import Irregularity, Play, Question, Ruling, Source
from vision.values import Image

PICTURES = 10
"""Of so many notices that wait the pictures are kept."""


@dataclass(slots=True)
class NoticingRecorder(ConductRecorder):
    """A recorder with ``notices`` that wait for the referee.  Each is a question in the record at once."""

    notices: tuple[Notice, ...] = ()
    _asked: int = 0

    def _notice(
        self, kind: Kind, play: Play, cards: tuple[Card, ...], at_ms: int, picture: Image | None
    ) -> None:
        text = sentence(kind, play.seat, cards)
        question = self._append(Question(play.seat, text, play.seq, at_ms))
        self._asked += 1
        kept = picture if len(self.notices) < PICTURES else None
        notice = Notice(self._asked, kind, play.seat, cards, play.seq, question, at_ms, kept)
        self.notices = (*self.notices, notice)

    def confirm(self, notice_id: int, at_ms: int) -> None:
        """The referee says that a notice is a breach: what the set prescribes becomes a proposal."""
        notice = self._noticed(notice_id)
        if notice is not None:
            at = self._time(at_ms)
            breach = Irregularity(
                notice.seat, notice.breach, str(notice), notice.about, at, notice.cards, Source.SEEN
            )
            with self.acts.act():
                self._append(breach)

    def let_be(self, notice_id: int, at_ms: int) -> None:
        """The referee says that a notice is no breach."""
        notice = self._noticed(notice_id)
        if notice is not None:
            with self.acts.act():
                self._append(Ruling("no breach", REFEREE, notice.question or None, self._time(at_ms)))

    def _noticed(self, notice_id: int) -> Notice | None:
        """The notice with this number, which waits no more."""
        found = next((notice for notice in self.notices if notice.id == notice_id), None)
        self.notices = tuple(notice for notice in self.notices if notice is not found)
        return found
