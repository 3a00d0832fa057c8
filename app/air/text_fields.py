"""The public state as single texts, one file each: for OBS text sources, vMix and whatever reads a file.

Names are fixed, whatever the seats are called: seat1 to seat4 in the order of play, side1 and side2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.air.states import PublicState, SeatState, SideState, Turn

_SUITS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_JOKERS = {"SB": "joker", "HR": "JOKER"}
_MINUTE_S = 60


def fields(state: PublicState) -> dict[str, str]:
    """Every field by its name, each one line; empty where there is nothing to say."""
    return {name: " ".join(text.split()) for name, text in _fields(state)}


def _fields(state: PublicState) -> Iterator[tuple[str, str]]:
    shown = bool(state.seats)
    yield "event", state.event
    yield "round", str(state.round) if shown else ""
    yield "table", state.table
    yield "phase", state.phase
    yield "deal", str(state.deal) if state.deal else ""
    yield "level", _level(state.level or "")
    yield "to_play", next((_called(seat) for seat in state.seats if seat.turn), "")
    yield "last_play", _said(state.plays, state.seats)
    yield "clock", _clock(state)
    yield "round_clock", _round_clock(state)
    yield "result", _result(state)
    for number in range(4):
        yield from _of_seat(f"seat{number + 1}", state.seats[number] if shown else None)
    for number in range(2):
        yield from _of_side(f"side{number + 1}", state.sides[number] if shown else None, state.seats)


def _of_seat(name: str, seat: SeatState | None) -> Iterator[tuple[str, str]]:
    yield f"{name}_name", seat.seat if seat else ""
    yield f"{name}_player", seat.player if seat else ""
    yield f"{name}_left", str(seat.left) if seat else ""
    yield f"{name}_place", str(seat.place or "") if seat else ""
    yield f"{name}_turn", "▶" if seat and seat.turn else ""
    yield f"{name}_laid", _laid(seat.laid) if seat and seat.laid else ""


def _of_side(name: str, side: SideState | None, seats: Sequence[SeatState]) -> Iterator[tuple[str, str]]:
    called = [_called(seat) for seat in seats if side and seat.seat in side.seats]
    yield f"{name}_players", " · ".join(called)
    yield f"{name}_level", _level(side.level) if side else ""
    yield f"{name}_gained", str(side.gained) if side else ""


def _called(seat: SeatState) -> str:
    return seat.player or seat.seat


def _said(plays: Sequence[Turn], seats: Sequence[SeatState]) -> str:
    """The last play of the deal with who laid it."""
    last = next((turn for turn in reversed(plays) if turn.kind == "play"), None)
    if last is None:
        return ""
    who = next((_called(seat) for seat in seats if seat.seat == last.seat), last.seat)
    return f"{who} {_laid(last)}"


def _laid(turn: Turn) -> str:
    return " ".join(map(_card, turn.cards)) or ("–" if turn.kind == "pass" else "")


def _card(text: str) -> str:
    if text in _JOKERS:
        return _JOKERS[text]
    return f"{_SUITS.get(text[0], '')}{_level(text[1])}"


def _level(rank: str) -> str:
    return "10" if rank == "T" else rank


def _clock(state: PublicState) -> str:
    """What is left of a turn's time, or how long it has taken where there is no limit."""
    clock = state.clock
    if clock is None:
        return ""
    used = clock.used_ms if clock.used_ms is not None else max(state.now_ms - clock.since_ms, 0)
    return _minutes(used if clock.limit_ms is None else max(clock.limit_ms - used, 0))


def _round_clock(state: PublicState) -> str:
    """What is left of the round."""
    clock = state.round_clock
    return "" if clock is None else _minutes(max(clock.ends_ms - state.now_ms, 0))


def _minutes(ms: int) -> str:
    seconds = -(-ms // 1000)
    return f"{seconds // _MINUTE_S}:{seconds % _MINUTE_S:02}"


def _result(state: PublicState) -> str:
    """How the last deal ended: the order in which they went out, and what it gained."""
    result = state.result
    return "" if result is None else f"{' '.join(result.finish)} +{result.gain}"
