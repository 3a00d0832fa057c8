"""On air: what spectators and broadcasts are shown of a match, from its log, after a delay."""
