"""Plays that were seen and are not on record yet, or may have to be put right; what makes them doubtful."""

from __future__ import annotations

from dataclasses import dataclass

from app.explain import Explanation
from app.snapshot import Proposal
from engine.cards import UNREAD
from engine.match import MatchState
from engine.rules import RuleSet
from vision.values import SeenCard

SURE = 0.96
"""Posterior from which a lawful play is accepted by itself."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A proposal with what it was read from."""

    proposal: Proposal
    explanation: Explanation
    seen: tuple[SeenCard, ...]
    unread: int = 0


@dataclass(slots=True)
class Last:
    """The last play taken from the camera, the position before it, and what else it may have been."""

    seq: int
    seat: str
    seen: tuple[SeenCard, ...]
    before: MatchState
    at_ms: int
    others: tuple[Explanation, ...] = ()


def doubt(found: Explanation, rules: RuleSet) -> str:
    """Why a person should look first; nothing when it may be accepted."""
    if not found.lawful:
        never = found.refusal is not None and found.refusal.why == "whoever_passes"
        return "out_of_turn" if never and not found.passed else "illegal"
    if UNREAD in found.cards:
        return "unread"
    if found.p < SURE:
        return "low_p"
    if found.passed and rules.pass_kind == "card":
        return "skipped_seat"
    return ""


def question(proposal: Proposal) -> str:
    cards = " ".join(map(str, proposal.cards))
    other = " ".join(map(str, proposal.runner_up)) if proposal.runner_up else ""
    text = f"{proposal.seat} laid {cards}, p {proposal.p:.3f} ({proposal.reason})"
    return text + (f"; or {other}" if other else "")
