"""The end of a deal and of a match in words, and what the rules say of the deal that comes."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.ui.actions import Keys
from app.ui.words import clock, gift_text, place_name, rank_text, seat_name, side_name

if TYPE_CHECKING:
    from app.deal_end import DealEnding, MatchEnding, NextDeal, RoundTime
    from app.snapshot import Snapshot

translate = QCoreApplication.translate
Sides = tuple[tuple[str, ...], ...]

_ENDS = {
    "A passed": QT_TRANSLATE_NOOP("ends", "passed the last level"),
    "deals played": QT_TRANSLATE_NOOP("ends", "all deals played"),
    "time up": QT_TRANSLATE_NOOP("ends", "time up"),
    "extra deal": QT_TRANSLATE_NOOP("ends", "extra deal after a tie"),
    "forfeited": QT_TRANSLATE_NOOP("ends", "forfeited"),
    "lost by a ruling": QT_TRANSLATE_NOOP("ends", "lost by a ruling"),
}


def gain_text(ending: "DealEnding", sides: Sides) -> str:
    """Deal 3: East–West win 3."""
    result = ending.result
    said = translate("ends", "Deal {0} is over: {1} gain {2}")
    return said.format(result.number, side_name(sides[result.winner]), result.gain)


def places_text(finish: tuple[str, ...]) -> str:
    """Who is out in which place; a double has only two."""
    said = [
        translate("ends", "{0} {1}", "place, seat").format(place_name(place), seat_name(seat))
        for place, seat in enumerate(finish, 1)
    ]
    text = translate("ends", ", ", "between places").join(said)
    return text + translate("ends", " (double)") if len(finish) == 2 else text


def level_change(seats: tuple[str, ...], before: str, after: str) -> str:
    """E–W 2 → 5, or the level where it stays."""
    if before == after:
        return translate("ends", "{0} stays {1}").format(side_name(seats), rank_text(after))
    return translate("ends", "{0} {1} → {2}").format(side_name(seats), rank_text(before), rank_text(after))


def next_text(coming: "NextDeal") -> str:
    """Who shuffles, cuts and draws first, at what level, and who leads."""
    deal = (
        translate("ends", "Extra deal {0}, level {1}")
        if coming.extra
        else translate("ends", "Deal {0}, level {1}")
    )
    said = [deal.format(coming.number, rank_text(coming.level))]
    for seat, what in (
        (coming.shuffler, translate("ends", "{0} shuffles")),
        (coming.cutter, translate("ends", "{0} cuts")),
        (coming.drawer, translate("ends", "{0} draws first")),
    ):
        if seat is not None:
            said.append(what.format(seat_name(seat)))
    if coming.leader is not None:
        said.append(translate("ends", "{0} leads").format(seat_name(coming.leader)))
    elif coming.leaders and len(coming.leaders) < 4:
        either = translate("ends", " or ").join(map(seat_name, coming.leaders))
        said.append(translate("ends", "{0} leads").format(either))
    return translate("ends", ", ", "between what comes").join(said)


def open_text(snapshot: "Snapshot", keys: Keys) -> str:
    """What is still open before the deal that comes, and which key is for it; nothing where it may begin."""
    ending = snapshot.ending
    if ending is None or ending.next is None:
        return ""
    said = []
    due = snapshot.tribute.due if snapshot.tribute is not None else None
    if due is not None:
        owed = translate("ends", "{0} ({1})", "what is owed, key")
        said.append(owed.format(gift_text(due), keys.label("gift")))
    elif ending.next.leader is None:
        said.append(translate("ends", "who leads is not known yet"))
    missing = [
        side_name(side) for side, done in zip(snapshot.sides, ending.confirmed, strict=True) if not done
    ]
    if missing:
        names = translate("ends", " and ").join(missing)
        said.append(translate("ends", "{0} confirm ({1})", "sides, key").format(names, keys.label("step")))
    return translate("ends", "Still open: {0}").format("; ".join(said)) if said else ""


def tribute_text(coming: "NextDeal") -> str:
    """Who pays whom; that both big jokers refuse it, where the set has that."""
    if not coming.payers:
        return translate("ends", "No tribute.")
    if len(coming.payers) == 1:
        said = translate("ends", "Tribute: {0} pays {1}.").format(
            seat_name(coming.payers[0]), seat_name(coming.receivers[0])
        )
    else:
        payers = translate("ends", " and ").join(map(seat_name, coming.payers))
        said = translate("ends", "Double tribute: {0} pay, the higher card goes to {1}.").format(
            payers, seat_name(coming.receivers[0])
        )
    if coming.refusal == "auto":
        said += " " + translate("ends", "Both big jokers there refuse it at once.")
    elif coming.refusal == "optional":
        said += " " + translate("ends", "Both big jokers there may refuse it.")
    return said


def round_text(time: "RoundTime", now_ms: int) -> str:
    """What is left of the round."""
    said = []
    if time.ends_ms is not None:
        left = time.ends_ms - now_ms
        if left >= 0:
            said.append(translate("ends", "Round: {0} left").format(clock(left)))
        else:
            said.append(translate("ends", "Round: time up for {0}").format(clock(-left)))
    if time.deals is not None:
        said.append(translate("ends", "deal {0} of {1}").format(time.deals_done, time.deals))
    if time.referee_decides:
        said.append(translate("ends", "time called: the referee decides on this deal"))
    elif time.last_deal:
        said.append(translate("ends", "time called: last deal"))
    if said and time.clause:
        said.append(time.clause)
    return translate("ends", ", ", "between what comes").join(said)


def match_text(match: "MatchEnding", sides: Sides) -> str:
    """Who has won, and how."""
    why = (
        translate("ends", str(_ENDS[match.sheet.reason]))
        if match.sheet.reason in _ENDS
        else match.sheet.reason
    )
    winner = match.sheet.winner
    if winner is None:
        return translate("ends", "The match is over: draw ({0})").format(why)
    return translate("ends", "The match is over: {0} win ({1})").format(side_name(sides[winner]), why)


def sheet_lines(match: "MatchEnding", sides: Sides) -> list[str]:
    """The match sheet in short: a line for each side, then rulings, appeals, and whether it stands."""
    sheet, lines = match.sheet, []
    for side, result in enumerate(sheet.sides):
        names = translate("ends", ", ", "between players").join(filter(None, result.players))
        line = translate("ends", "{0}: level {1} → {2}, gained {3}").format(
            side_name(sides[side]), rank_text(result.start_level), rank_text(result.level), result.gained
        )
        line += translate("ends", ", forfeited") if result.forfeit else ""
        lines.append(f"{line}  {names}".rstrip())
    lines.append(
        translate("ends", "Difference {0}; deals {1}, rulings {2}, appeals {3}").format(
            f"{sheet.difference:+d}", len(sheet.deals), len(sheet.rulings), len(sheet.appeals)
        )
    )
    if match.settled:
        lines.append(
            translate("ends", "■ The result stands; only an appeal opens it ({0}).").format(match.stands)
        )
    elif match.left:
        lines.append(translate("ends", "The pairs have left the table."))
    return lines
