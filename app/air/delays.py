"""How long after the log each output comes, as the organiser has settled it while on air."""

from __future__ import annotations

from typing import Literal

from app.air.horizon import checked

Delayed = Literal["public", "hands"]


class Delays:
    """Seconds by output.  Any thread may call; raises ``ValueError`` for what is no delay.

    The open hands tell more than the public output, and are never before it: while their own delay is
    shorter, they have that of the public.
    """

    def __init__(self, public_s: float, hands_s: float) -> None:
        self._public, self._hands = checked(public_s), checked(hands_s)

    @property
    def public_s(self) -> float:
        return self._public

    @property
    def hands_s(self) -> float:
        return max(self._hands, self._public)

    def settle(self, output: Delayed, seconds: float) -> None:
        if output == "public":
            self._public = checked(seconds)
        else:
            self._hands = checked(seconds)
