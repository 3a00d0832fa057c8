"""The overlay server of a match as its window has it: on or off, any number of times."""

from __future__ import annotations

from app.air.obs import ObsNews
from app.air.on_air import AirError, Link, OnAir, Table
from app.air.open_hands import LEAST_DELAY_S
from app.air.routes import Role
from app.air.tokens import Tokens
from app.settings import ObsSettings, OnAirSettings


class Broadcast:
    """Of one session.  Called by one thread; `stop` may be called at any time."""

    least_hands_delay_s = LEAST_DELAY_S

    def __init__(self, session: Table, tokens: Tokens | None = None) -> None:
        self._session, self._tokens = session, tokens
        self._on_air: OnAir | None = None

    @property
    def runs(self) -> bool:
        return self._on_air is not None and self._on_air.runs

    @property
    def links(self) -> tuple[Link, ...]:
        """None while it is off."""
        return self._on_air.links if self._on_air is not None and self.runs else ()

    @property
    def clients(self) -> dict[str, int]:
        return self._on_air.clients if self._on_air is not None and self.runs else {}

    @property
    def says(self) -> tuple[str, ...]:
        """What does not work at the moment, in sentences."""
        return self._on_air.faults if self._on_air is not None else ()

    @property
    def obs(self) -> ObsNews | None:
        """How OBS is, where it follows the match."""
        return self._on_air.obs_news if self._on_air is not None and self.runs else None

    def start(self, settings: OnAirSettings, obs: ObsSettings) -> AirError | None:
        """Why it cannot be, if it cannot."""
        self.stop()
        self._tokens = self._tokens or Tokens()
        self._on_air = OnAir(self._session, settings, self._tokens, obs=obs)
        try:
            self._on_air.start()
        except AirError as error:
            self._on_air = None
            return error
        return None

    def stop(self) -> None:
        if self._on_air is not None:
            self._on_air.stop()
            self._on_air = None

    @property
    def delays(self) -> tuple[float, float] | None:
        """Seconds of the public output and of the open hands, as they are now."""
        if self._on_air is None or not self.runs:
            return None
        return self._on_air.delays.public_s, self._on_air.delays.hands_s

    def set_delay(self, seconds: float) -> None:
        if self._on_air is not None:
            self._on_air.set_delay("public", seconds)

    def set_hands_delay(self, seconds: float) -> None:
        if self._on_air is not None:
            self._on_air.set_delay("hands", seconds)

    def switch_hands(self, *, on: bool) -> None:
        if self._on_air is not None:
            self._on_air.switch_hands(on=on)

    def renew_tokens(self) -> None:
        """Whoever has an address with a token is shut out."""
        for role in (Role.VIEW, Role.HANDS, Role.WATCH, Role.REFEREE, Role.ADMIN):
            if self._tokens is not None:
                self._tokens.rotate(role)
