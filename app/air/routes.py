"""What the server answers: one table of method, path, and who may.

A path that is not in the table does not exist, and a route cannot be written without a role.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a route is open to, and what a token is for."""

    OPEN = "open"
    """Pages, scripts and fonts: they hold nothing of a match, and nobody needs a token."""
    VIEW = "view"
    """The public output: what lies open on the table, after its delay."""
    HANDS = "hands"
    """The open hands, for broadcasts of dealt hands."""
    WATCH = "watch"
    """The referee's output, without delay, to look at."""
    REFEREE = "referee"
    """To act: accept, correct, pass, call."""
    ADMIN = "admin"
    """To set delays and switches. Not a referee: who runs the broadcast keeps no record."""


REACHES: dict[Role, frozenset[Role]] = {
    Role.OPEN: frozenset({Role.OPEN}),
    Role.VIEW: frozenset({Role.OPEN, Role.VIEW}),
    Role.HANDS: frozenset({Role.OPEN, Role.VIEW, Role.HANDS}),
    Role.WATCH: frozenset({Role.OPEN, Role.VIEW, Role.WATCH}),
    Role.REFEREE: frozenset({Role.OPEN, Role.VIEW, Role.WATCH, Role.REFEREE}),
    Role.ADMIN: frozenset({Role.OPEN, Role.VIEW, Role.ADMIN}),
}
"""The routes that the token of a role opens. `Role.OPEN` is no token: anybody."""
NULL_ORIGIN = frozenset({Role.OPEN, Role.VIEW})
"""What a page that was opened as a local file may ask for: browsers say ``Origin: null`` for it."""


@dataclass(frozen=True, slots=True)
class Route:
    """One thing to ask for.  `handler` names the method that answers; a GET never changes anything."""

    method: str
    path: str
    role: Role
    handler: str


# fmt: off
ROUTES = (
    Route("GET",  "/",                    Role.OPEN,    "page"),
    Route("GET",  "/referee.html",        Role.OPEN,    "page"),
    Route("GET",  "/overlay/{name}",      Role.OPEN,    "page"),
    Route("GET",  "/pages/{name:.+}",     Role.OPEN,    "page"),
    Route("GET",  "/own/{name:.+}",       Role.OPEN,    "page"),
    Route("GET",  "/schema/state.json",   Role.OPEN,    "schema"),
    Route("GET",  "/about",               Role.VIEW,    "about"),
    Route("GET",  "/state",               Role.VIEW,    "public_state"),
    Route("GET",  "/feed",                Role.VIEW,    "public_feed"),
    Route("GET",  "/frame.jpg",           Role.VIEW,    "frame"),
    Route("GET",  "/frames",              Role.VIEW,    "frames"),
    Route("GET",  "/hands/state",         Role.HANDS,   "hands_state"),
    Route("GET",  "/hands/feed",          Role.HANDS,   "hands_feed"),
    Route("GET",  "/referee/state",       Role.WATCH,   "referee_state"),
    Route("GET",  "/referee/feed",        Role.WATCH,   "referee_feed"),
    Route("GET",  "/control",             Role.REFEREE, "control"),
    Route("GET",  "/admin/status",        Role.ADMIN,   "status"),
    Route("POST", "/admin/delay",         Role.ADMIN,   "set_delay"),
    Route("POST", "/admin/hands",         Role.ADMIN,   "switch_hands"),
    Route("POST", "/admin/rotate",        Role.ADMIN,   "rotate"),
)
# fmt: on
PREFLIGHTS = tuple(
    Route("OPTIONS", route.path, route.role, "preflight") for route in ROUTES if route.role in NULL_ORIGIN
)
"""What a browser asks for a local file before it lets it send a header."""
