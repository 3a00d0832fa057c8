"""What a simulated deal's record does not hold, one JSON object a line (``.truth.jsonl``).

  {"what": "table", "points_px", "things", "font", "gather"}   first line
  {"what": ACT, "seat", "start_ms", "seen_ms", "stop_ms", "cards", "from_mm", "to_mm", "gone"}   a hand's work
  {"what": "bump", "start_ms", "stop_ms", "dx_px", "dy_px", "degrees", "lasting", "points_px"}

ACT is a ``datasets.motion.Act``.  The hand is under way from ``start_ms`` to ``stop_ms``; from ``seen_ms`` on
it, or what it carries, is in the picture (``null``: never).  Places are x, y mm and degrees, one for each
card; what is not a card (a cup, a PASS card) is ``null`` among ``cards``.  ``points_px`` after a bump is
where the play square's corners are from then on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from datasets.bumps import Bump
from datasets.decks import AnyDeck
from datasets.laying import first_seen
from datasets.layout import Side
from datasets.motion import Move
from datasets.scenes import Laid, project
from datasets.style import VideoStyle


def truth_lines(
    seats: Sequence[str],
    moves: Sequence[Move],
    lying: Mapping[int, Laid],
    bumps: Sequence[Bump],
    style: VideoStyle,
    decks: Sequence[AnyDeck],
) -> list[str]:
    """All lines in order of time; ``lying`` is what lies on the table from the start."""
    points = np.array(style.points_px)
    head = {
        "what": "table",
        "points_px": points.tolist(),
        "things": sum(number < 0 for number in lying),
        "font": style.deck.font.rsplit("/", 1)[-1],
        "gather": str(style.gather),
    }
    lines = [_move(seats[move.side], move, style) for move in moves]
    for bump in bumps:
        moved = bump.at(bump.stop, style.size)
        points = project(moved, points)
        lines.append(_bump(bump, points.round(2).tolist()))
    return [json.dumps(line, ensure_ascii=False) for line in [head, *sorted(lines, key=_start)]]


def _move(seat: str, move: Move, style: VideoStyle) -> dict[str, Any]:
    cards = [None if c.laid.card.is_unread else str(c.laid.card) for c in move.carried]
    ends = [(c.path.keys[0][1], c.path.end) for c in move.carried]
    carried = [(c.laid.angle, c.path) for c in move.carried]
    seen = first_seen(Side(move.side, style.side_mm), style.edges[move.side], move.hand, carried)
    return {
        "what": str(move.what),
        "seat": seat,
        "start_ms": move.start,
        "seen_ms": seen,
        "stop_ms": move.stop,
        "cards": cards,
        "from_mm": [[round(v, 1) for v in (a.x, a.y, a.angle)] for a, _ in ends],
        "to_mm": [[round(v, 1) for v in (b.x, b.y, b.angle)] for _, b in ends],
        "gone": [c.gone for c in move.carried],
    }


def _bump(bump: Bump, points: list[list[float]]) -> dict[str, Any]:
    return {
        "what": "bump",
        "start_ms": bump.start,
        "stop_ms": bump.stop,
        "dx_px": round(bump.dx, 2),
        "dy_px": round(bump.dy, 2),
        "degrees": round(bump.degrees, 3),
        "lasting": bump.lasting,
        "points_px": points,
    }


def _start(line: dict[str, Any]) -> int:
    return int(line["start_ms"])
