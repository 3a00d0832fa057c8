"""Plays that were seen and are not on record yet, or may have to be put right; what makes them doubtful."""

from __future__ import annotations

from dataclasses import dataclass

from app.explain import Explanation
from app.snapshot import Proposal
from app.together import Laid
from engine.cards import UNREAD
from engine.match import MatchState
from engine.rules import RuleSet

SURE = 0.96
"""Posterior from which a lawful play is accepted by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """A proposal with what it was read from; refused: its seat can lead no deal now."""

    proposal: Proposal
    explanation: Explanation
    laid: Laid
    refused: bool = False

    @property
    def is_tangled(self) -> bool:
        """Whether what comes after it may say what it was: it is not lawful as it looks."""
        return self.proposal.reason in ("illegal", "out_of_turn") and not self.refused


@dataclass(slots=True, eq=False)
class Last:
    """The last play taken from the camera, and the position before it."""

    seq: int
    laid: Laid
    before: MatchState


def doubt(found: Explanation, rules: RuleSet) -> str:
    """Why a person should look first; nothing when it may be accepted."""
    if not found.lawful or found.pieced:
        never = found.refusal is not None and found.refusal.why == "whoever_passes"
        return "out_of_turn" if never and not found.passed else "illegal"
    if UNREAD in found.cards:
        return "unread"
    if found.p < SURE:
        return "low_p"
    if found.passed and rules.pass_kind == "card":
        return "skipped_seat"
    return ""


_WHY = {
    "low_p": "not read surely",
    "unread": "a card could not be read",
    "illegal": "not lawful",
    "out_of_turn": "out of turn",
    "skipped_seat": "a seat showed no PASS card",
    "in_parts": "right after its last play: part of it?",
    "after_pause": "laid while the table could not be seen",
}


def question(proposal: Proposal) -> str:
    """What is asked about a play, for the record."""
    cards = " ".join(map(str, proposal.cards))
    other = " ".join(map(str, proposal.runner_up)) if proposal.runner_up else ""
    why = proposal.refusal.message if proposal.refusal and proposal.reason == "illegal" else ""
    why = why or _WHY.get(proposal.reason, proposal.reason)
    text = f"{proposal.seat} laid {cards}, p {proposal.p:.3f} ({why})"
    return text + (f"; or {other}" if other else "")
