"""Ways in which a record is spoilt, each by name, with the line at which `check` has to say so first.

A corruption takes the lines of a lawful record (JSON objects, the header first) and gives the spoilt lines
and the place of the fault among them (from 0), or None where the record has nothing of the kind.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Line = dict[str, Any]
Lines = list[Any]
"""Objects, and texts where a line is no JSON any more."""
Spoilt = tuple[Lines, int] | None
SHORTEST = 4
"""Lines of a record that can be spoilt in every way; a round that a side forfeits has fewer."""

CORRUPTIONS: dict[str, Callable[[list[Line], random.Random], Spoilt]] = {}


def corruption(
    spoil: Callable[[list[Line], random.Random], Spoilt],
) -> Callable[[list[Line], random.Random], Spoilt]:
    CORRUPTIONS[spoil.__name__] = spoil
    return spoil


def spoilt_text(name: str, text: str, seed: int) -> tuple[str, int] | None:
    """The text of a record spoilt, and the number of the line (from 1) at fault; None where it cannot be."""
    lines = [json.loads(line) for line in text.splitlines()]
    if len(lines) < SHORTEST:
        return None
    spoilt = CORRUPTIONS[name](lines, random.Random(f"{name} {seed}"))
    if spoilt is None:
        return None
    lines, at = spoilt
    written = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    return "\n".join(written) + "\n", at + 1


# ---- what a record holds


def all_of(lines: list[Line], *names: str) -> list[int]:
    return [at for at, line in enumerate(lines) if line["event"] in names]


def one_of(lines: list[Line], rng: random.Random, *names: str) -> int | None:
    found = all_of(lines, *names)
    return rng.choice(found) if found else None


def changed(lines: list[Line], at: int | None, **fields: Any) -> Spoilt:
    """One line with other fields; None takes a field away."""
    if at is None:
        return None
    line = {key: value for key, value in (lines[at] | fields).items() if value is not None or key == "with"}
    return [*lines[:at], line, *lines[at + 1 :]], at


def inserted(lines: list[Line], at: int, **line: Any) -> Spoilt:
    """A line more, and all numbers moved so that none is missing."""
    number = at
    spoilt = deepcopy(lines)
    for each in spoilt[1:]:
        for key in ("seq", "about", "replaces"):
            if each.get(key) is not None and each[key] >= number:
                each[key] += 1
    return [*spoilt[:at], {"seq": number, **line}, *spoilt[at:]], at


def leads(lines: list[Line]) -> Iterator[tuple[int, bool, Counter[str], dict[str, int]]]:
    """Each play or pass: whether the seat leads, what was laid before it, how many cards are left."""
    lead, laid, left, led = True, Counter[str](), dict.fromkeys("ESWN", 27), dict[int, bool]()
    for at, line in enumerate(lines):
        back = taken_back(lines, line)
        if line["event"] == "deal_start":
            lead, laid, left = True, Counter(), dict.fromkeys("ESWN", 27)
        elif line["event"] == "trick_end":
            lead = True
        elif back is not None:
            lead = led[back]
            laid.subtract(lines[back]["cards"])
            left[lines[back]["seat"]] += len(lines[back]["cards"])
        elif line["event"] in ("play", "pass"):
            yield at, lead, laid.copy(), left.copy()
            led[at] = lead
            lead = False
            cards = line.get("cards", [])
            laid.update(cards)
            left[line["seat"]] -= len(cards)


def taken_back(lines: list[Line], line: Line) -> int | None:
    """The place of the play, the last one, that a line has taken back."""
    by_ruling = any(award["kind"] == "taken_back" for award in line.get("awards", []))
    if line["event"] != "take_back" and not by_ruling:
        return None
    about: int = line["about"]
    return about if lines[about]["event"] == "play" else None


def corrected(lines: list[Line]) -> set[int]:
    """Places of what a correction replaces, and of what is asked about."""
    return {line["replaces"] for line in lines if line["event"] == "correction"}


def plays(lines: list[Line], *, size: int | None = None, lead: bool | None = None) -> list[int]:
    """Places of plays that nobody corrects."""
    return [
        at
        for at, leading, _, _ in leads(lines)
        if lines[at]["event"] == "play"
        and size in (None, len(lines[at]["cards"]))
        and lead in (None, leading)
        and at not in corrected(lines)
    ]


def some(rng: random.Random, places: list[int]) -> int | None:
    return rng.choice(places) if places else None


def later(lines: list[Line], name: str) -> list[int]:
    """Places of events of a kind that are of a later deal than the first one of the record."""
    found = all_of(lines, name)
    return [at for at in found if lines[at]["deal"] > lines[found[0]]["deal"]]


OTHER = {"E": "S", "S": "W", "W": "N", "N": "E"}


# ---- the text


@corruption
def a_torn_line(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(1, len(lines))
    text = json.dumps(lines[at])
    return [*lines[:at], text[: len(text) // 2], *lines[at + 1 :]], at


@corruption
def a_line_that_is_no_json(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(1, len(lines))
    return [*lines[:at], "E plays S3", *lines[at + 1 :]], at


@corruption
def an_event_that_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, rng.randrange(1, len(lines)), event="dance")


@corruption
def a_play_without_a_seat(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, some(rng, plays(lines)), seat=None)


@corruption
def a_card_that_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, some(rng, plays(lines)), cards=["S1"])


@corruption
def a_seat_that_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, one_of(lines, rng, "play", "pass"), seat="Q")


@corruption
def a_level_that_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, one_of(lines, rng, "deal_start"), level="1")


@corruption
def a_time_that_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, some(rng, plays(lines)), at_ms="soon")


@corruption
def a_probability_over_one(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, some(rng, plays(lines)), p=1.5)


# ---- the header


@corruption
def a_second_header(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(1, len(lines))
    return [*lines[:at], lines[0], *lines[at:]], at


@corruption
def a_later_version(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, 0, version=2)


@corruption
def a_header_with_three_seats(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, 0, seats=["E", "S", "W"])


@corruption
def a_header_whose_sides_sit_together(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, 0, sides=[["E", "S"], ["W", "N"]])


@corruption
def rules_that_are_not_there(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, 0, rules="lost-1999")


@corruption
def a_switch_that_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, 0, switches={"weather": "fair"})


# ---- the order of the lines


@corruption
def a_line_that_is_missing(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[:at], *lines[at + 1 :]], at


@corruption
def a_line_that_is_there_twice(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(1, len(lines))
    return [*lines[: at + 1], *lines[at:]], at + 1


@corruption
def two_lines_in_the_wrong_order(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(1, len(lines) - 1)
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]], at


@corruption
def a_number_too_high(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, at := rng.randrange(1, len(lines) - 1), seq=at + 500)


@corruption
def a_number_too_low(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, rng.randrange(2, len(lines) - 1), seq=1)


# ---- the play


@corruption
def cards_of_no_hand_type(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, [at for at in plays(lines, size=2) if lines[at]["as"]["wilds"] == {}])
    if at is None:
        return None
    first = lines[at]["cards"][0]
    other = "S4" if first[1] == "3" else "S3"
    return changed(lines, at, cards=[first, other], **{"as": None})


@corruption
def a_play_that_beats_nothing(lines: list[Line], rng: random.Random) -> Spoilt:
    found = []
    for at, lead, laid, _ in leads(lines):
        level = [line["level"] for line in lines[:at] if line["event"] == "deal_start"][-1]
        rank = "4" if level == "3" else "3"
        low = [suit + rank for suit in "SCD" if laid[suit + rank] == 0]
        lies = next(line for line in lines[at - 1 :: -1] if line["event"] not in ("pass", "report"))
        beaten = lies["event"] == "play" and lies.get("as", {}).get("key", 0) >= int(rank)
        if not lead and at in plays(lines, size=1) and low and beaten:
            found.append((at, low[0]))
    if not found:
        return None
    at, card = rng.choice(found)
    return changed(lines, at, cards=[card], **{"as": None})


@corruption
def a_third_copy(lines: list[Line], rng: random.Random) -> Spoilt:
    found = []
    for at, _, laid, _ in leads(lines):
        twice = [card for card, count in laid.items() if count == 2 and card != "??"]
        if twice and at in plays(lines, size=1):
            found.append((at, twice[0]))
    if not found:
        return None
    at, card = rng.choice(found)
    return changed(lines, at, cards=[card], **{"as": None})


@corruption
def more_cards_than_are_left(lines: list[Line], rng: random.Random) -> Spoilt:
    found = [at for at, _, _, left in leads(lines) if at in plays(lines, size=left[lines[at]["seat"]])]
    at = some(rng, found)
    return at and changed(lines, at, cards=[*lines[at]["cards"], "S3"], **{"as": None})


@corruption
def no_cards_at_all(lines: list[Line], rng: random.Random) -> Spoilt:
    return changed(lines, some(rng, plays(lines)), cards=[], **{"as": None})


@corruption
def a_play_of_another_seat(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines))
    return at and changed(lines, at, seat=OTHER[lines[at]["seat"]])


@corruption
def a_pass_of_another_seat(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "pass")
    return at and changed(lines, at, seat=OTHER[lines[at]["seat"]])


@corruption
def a_pass_by_the_leader(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines, lead=True))
    if at is None:
        return None
    passed = {"seq": at, "event": "pass", "seat": lines[at]["seat"]}
    return [*lines[:at], passed, *lines[at + 1 :]], at


@corruption
def a_play_read_as_another_type(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines, size=1))
    return at and changed(lines, at, **{"as": {"type": "pair", "key": lines[at]["as"]["key"]}})


@corruption
def a_play_read_with_another_key(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, [at for at in plays(lines) if lines[at]["as"]["key"] not in (0, 17)])
    return at and changed(lines, at, **{"as": lines[at]["as"] | {"key": 17}})


@corruption
def a_play_before_the_deal(lines: list[Line], rng: random.Random) -> Spoilt:
    return inserted(lines, 1, event="play", seat="E", cards=["S3"], at_ms=0)


@corruption
def a_play_after_the_end(lines: list[Line], rng: random.Random) -> Spoilt:
    return inserted(lines, len(lines), event="play", seat="E", cards=["S3"], at_ms=10**8)


# ---- tricks, deals, the match


@corruption
def a_trick_won_by_another_seat(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "trick_end")
    return at and changed(lines, at, seat=OTHER[lines[at]["seat"]])


@corruption
def a_trick_that_another_seat_leads_after(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "trick_end")
    return at and changed(lines, at, leader=OTHER[lines[at]["leader"]])


@corruption
def a_trick_that_ends_too_soon(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines))
    return at and inserted(lines, at, event="trick_end")


@corruption
def a_deal_that_ends_too_soon(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines))
    return at and inserted(lines, at, event="deal_end", deal=1, finish=["E", "W"])


@corruption
def an_order_of_finish_turned_round(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "deal_end")
    return at and changed(lines, at, finish=lines[at]["finish"][::-1])


@corruption
def a_wrong_gain(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "deal_end")
    return at and changed(lines, at, gain=lines[at]["gain"] + 1)


@corruption
def wrong_levels_after_a_deal(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "deal_end")
    return at and changed(lines, at, levels=["3", "4"] if lines[at]["levels"] != ["3", "4"] else ["4", "3"])


@corruption
def a_deal_won_by_the_losers(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "deal_end")
    return at and changed(lines, at, winner=1 - lines[at]["winner"])


@corruption
def a_deal_at_the_wrong_level(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, later(lines, "deal_start"))
    return at and changed(lines, at, level="3" if lines[at]["level"] != "3" else "4")


@corruption
def a_deal_led_by_the_wrong_seat(lines: list[Line], rng: random.Random) -> Spoilt:
    if lines[0]["rules"] != "xiangyang-2024":
        return None
    at = some(rng, later(lines, "deal_start"))
    return at and changed(lines, at, leader=OTHER[lines[at]["leader"]])


@corruption
def a_deal_with_the_wrong_number(lines: list[Line], rng: random.Random) -> Spoilt:
    found = [at for at in later(lines, "deal_start") if lines[at - 1]["event"] not in ("drawn", "hands")]
    at = some(rng, found)
    return at and changed(lines, at, deal=lines[at]["deal"] + 1)


@corruption
def a_match_won_by_the_losers(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "match_end")
    if at is None or lines[at].get("winner") is None:
        return None
    return changed(lines, at, winner=1 - lines[at]["winner"])


@corruption
def a_match_with_other_levels(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "match_end")
    return at and changed(lines, at, levels=["3", "4"] if lines[at]["levels"] != ["3", "4"] else ["4", "3"])


# ---- before the deal


@corruption
def a_tribute_by_one_who_does_not_pay(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "tribute")
    if at is None:
        return None
    end = [each for each in all_of(lines, "deal_end") if each < at][-1]
    return changed(lines, at, seat=lines[end]["finish"][0])


@corruption
def a_tribute_of_the_wild_card(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "tribute")
    if at is None:
        return None
    start = next(each for each in all_of(lines, "deal_start") if each > at)
    return changed(lines, at, card="H" + lines[start]["level"])


@corruption
def a_return_by_one_who_received_nothing(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "return")
    if at is None:
        return None
    end = [each for each in all_of(lines, "deal_end") if each < at][-1]
    payers = [line["seat"] for line in lines[end:at] if line["event"] == "tribute"]
    return changed(lines, at, seat=payers[0])


@corruption
def a_tribute_where_there_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, later(lines, "deal_start"))
    if lines[0]["rules"] != "xiangyang-2024" or at is None:
        return None
    return inserted(lines, at, event="tribute", seat="E", to="S", card="SA", at_ms=0)


@corruption
def an_opening_of_another_deal(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, later(lines, "opening"))
    return at and changed(lines, at, deal=lines[at]["deal"] + 1)


@corruption
def a_hand_with_a_third_copy(lines: list[Line], rng: random.Random) -> Spoilt:
    at = next(iter(all_of(lines, "deal_start")), None)
    hands = {"E": ["S3", "S3"], "S": ["S3"]}
    return at and inserted(lines, at, event="hands", deal=1, hands=hands, at_ms=0)


@corruption
def a_card_that_is_in_another_hand(lines: list[Line], rng: random.Random) -> Spoilt:
    """Where the hands are known, a lead of a card that the seat does not hold."""
    start = next(iter(all_of(lines, "deal_start")), None)
    if start is None or lines[start - 1]["event"] != "hands" or len(lines[start - 1]["hands"]) != 4:
        return None
    leader = lines[start]["leader"]
    other = next(card for card in lines[start - 1]["hands"][OTHER[leader]]
                 if card not in lines[start - 1]["hands"][leader])  # fmt: skip
    at = plays(lines, lead=True)[0]
    return None if at > start + 1 else changed(lines, at, cards=[other], **{"as": None})


# ---- the referee's table


@corruption
def a_correction_of_nothing(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(2, len(lines))
    return inserted(lines, at, event="correction", replaces=9000, by="", reason="", at_ms=0, **{"with": None})


@corruption
def a_correction_of_a_correction(lines: list[Line], rng: random.Random) -> Spoilt:
    at = one_of(lines, rng, "correction")
    if at is None:
        return None
    fields = {"replaces": at, "by": "", "reason": "", "at_ms": 0, "with": None}
    return inserted(lines, at + 1, event="correction", **fields)


@corruption
def a_question_about_what_comes_later(lines: list[Line], rng: random.Random) -> Spoilt:
    at = rng.randrange(2, len(lines))
    return inserted(lines, at, event="question", text="", about=at + rng.randrange(3), at_ms=0)


@corruption
def an_answer_to_no_appeal(lines: list[Line], rng: random.Random) -> Spoilt:
    fields = {"about": 1, "upheld": True, "text": "", "by": "jury", "at_ms": 10**8}
    return inserted(lines, len(lines), event="appeal_answer", **fields)


@corruption
def a_late_start_in_the_middle(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines))
    return at and inserted(lines, at, event="late_start", side=0, seconds=60, at_ms=0)


@corruption
def a_substitute_where_there_is_none(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines))
    if lines[0]["rules"] != "suzhou-2016" or at is None:
        return None
    return inserted(lines, at, event="substitute", seat="E", player="another", reason="", at_ms=0)


@corruption
def a_card_shown_that_lies_there_twice(lines: list[Line], rng: random.Random) -> Spoilt:
    found = []
    for at, _, laid, left in leads(lines):
        twice = [card for card, count in laid.items() if count == 2 and "?" not in card]
        if twice and lines[at - 1]["event"] in ("play", "pass"):
            found.append((at, twice[0], max(left, key=lambda seat: left[seat])))
    if not found:
        return None
    at, card, seat = rng.choice(found)
    fields = {"kind": "exposed_cards", "text": "", "cards": [card], "at_ms": lines[at].get("at_ms", 0)}
    return inserted(lines, at, event="irregularity", seat=seat, **fields)


@corruption
def a_play_taken_back_that_stands(lines: list[Line], rng: random.Random) -> Spoilt:
    """Where a play stands as soon as it lies there, or once another seat has moved."""
    followed = [
        at for at in plays(lines) if lines[at + 1 : at + 2] and lines[at + 1]["event"] in ("play", "pass")
    ]
    at = some(rng, followed)
    if at is None:
        return None
    fields = {"seat": lines[at]["seat"], "about": at, "at_ms": lines[at]["at_ms"]}
    return inserted(lines, at + 2, event="take_back", **fields)


@corruption
def players_who_leave_too_soon(lines: list[Line], rng: random.Random) -> Spoilt:
    at = some(rng, plays(lines))
    return at and inserted(lines, at, event="left_table", at_ms=lines[at]["at_ms"])


@corruption
def a_result_corrected_after_the_players_left(lines: list[Line], rng: random.Random) -> Spoilt:
    """The play that ended the last deal is struck out."""
    left, deals = all_of(lines, "left_table"), all_of(lines, "deal_end")
    upheld = any(line["event"] == "appeal_answer" and line["upheld"] for line in lines)
    if lines[0]["rules"] != "xiangyang-2024" or not left or not deals or upheld:
        return None
    last = [at for at in all_of(lines, "play") if at < deals[-1]][-1]
    fields = {"replaces": last, "by": "referee", "reason": "", "at_ms": 10**8, "with": None}
    return inserted(lines, len(lines), event="correction", **fields)
