"""A match in tables: the spreadsheet (xlsx) and the plays as CSV.

Names and reasons are typed by people and read by spreadsheet programs, so that no cell may begin a formula.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from app.incidents import Incident
from app.sheet import DealRow, Move, Sheet, wall_time
from app.sheet_words import Words
from engine import Play, Return, Ruling
from engine.event_text import reading_text

Cell = str | int | float | bool | None

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With what a formula may begin; the wide ones where a program takes them for the narrow ones."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no spreadsheet may hold."""
LONGEST = 32_767
"""Characters that a cell may hold."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table by name: its columns, and the rows, as long as these."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def tables(sheet: Sheet, words: Words) -> tuple[Table, ...]:
    """match, deals, plays (all moves), passes and irregularities; the language is that of the values."""
    moves = [_move(sheet, move, words) for move in sheet.moves]
    passes = [row for row, move in zip(moves, sheet.moves, strict=True) if not isinstance(move.event, Play)]
    return (
        Table("match", ("item", "value"), tuple(_match(sheet, words))),
        _table("deals", _DEALS, [_deal(sheet, row, words) for row in sheet.deals]),
        _table("plays", _PLAYS, moves),
        _table("passes", _PASSES, passes),
        _table(
            "irregularities", _CASES, [row for each in sheet.incidents for row in _cases(sheet, each, words)]
        ),
    )


def xlsx(sheet: Sheet, words: Words) -> bytes:
    """The workbook."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    book = Workbook()
    book.remove(book.worksheets[0])
    for table in tables(sheet, words):
        page = book.create_sheet(table.name)
        page.append([words.column(name) for name in table.columns])
        for number, row in enumerate(table.rows, 2):
            for column, value in enumerate(row, 1):
                page.cell(number, column, safe(value))
        for cell in page[1]:
            cell.font = Font(bold=True)
            cell.fill = PatternFill("solid", fgColor="E6ECEA")
            cell.alignment = Alignment(vertical="center")
        page.freeze_panes = "A2"
        page.auto_filter.ref = page.dimensions
        for column in range(1, len(table.columns) + 1):
            width = max(_width(row[column - 1].value) for row in page.iter_rows())
            page.column_dimensions[get_column_letter(column)].width = min(max(width + 3, 7), 60)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def plays_csv(sheet: Sheet) -> bytes:
    """All moves, for programs: English headings, UTF-8 with a mark at its begin, which Excel needs."""
    plays = next(table for table in tables(sheet, Words("en")) if table.name == "plays")
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(plays.columns)
    writer.writerows([["" if cell is None else safe(cell) for cell in row] for row in plays.rows])
    return out.getvalue().encode("utf-8-sig")


def safe(value: Cell) -> Cell:
    """A cell that no program takes for a formula, and that a spreadsheet can hold; numbers as they are."""
    if not isinstance(value, str):
        return value
    text = _CONTROL.sub("\ufffd", value)
    return ("'" + text if text.lstrip(" ").startswith(_FORMULA) else text)[:LONGEST]


def _width(value: Any) -> int:
    """How wide a text is, in digits; a Chinese character is two."""
    return sum(2 if ord(char) > 0x2E7F else 1 for char in str("" if value is None else value))


# ---- rows -------------------------------------------------------------------------------------

_DEALS = (
    "deal", "level", "leader", "standing", "tribute", "refused", "finish", "winner", "gain", "levels_after",
    "took_s", "plays", "passes", "asked", "corrections",
)  # fmt: skip
_PLAYS = (
    "seq", "deal", "trick", "seat", "player", "move", "cards", "count", "type", "reading", "wilds", "left",
    "took_s", "at_most_s", "limit_s", "began_s", "at_s", "wall_time", "source", "state", "p", "corrected",
    "taken_back",
)  # fmt: skip
_PASSES = (
    "seq", "deal", "trick", "seat", "player", "took_s", "at_most_s", "limit_s", "after_s", "before_s", "at_s",
    "wall_time", "source", "state", "corrected", "taken_back",
)  # fmt: skip
_CASES = (
    "seq", "deal", "at_s", "seat", "side", "kind", "text", "cards", "source", "clause", "ruling", "awards",
    "ruling_clause", "reason", "by",
)  # fmt: skip

Row = dict[str, Cell]


def _table(name: str, columns: tuple[str, ...], rows: list[Row]) -> Table:
    return Table(name, columns, tuple(tuple(row[column] for column in columns) for row in rows))


def _match(sheet: Sheet, words: Words) -> Iterator[tuple[str, Cell]]:
    """What stands at the head of the score sheet."""
    header, result = sheet.header, sheet.result
    yield words("event"), header.event_name
    yield words("round"), header.round
    yield words("table"), header.table
    begun = wall_time(header, 0)
    yield words("date"), header.started if begun is None or words.lang == "en" else words.moment(begun)
    yield words("rules"), f"{result.rules.called(words.lang)} ({result.rules.name}, {result.rules.date})"
    for side in result.sides:
        for seat, player in zip(side.seats, side.players, strict=True):
            yield words.seat(seat), player
    for side in result.sides:
        yield f"{words('levels')} {words.seats(side.seats)}", f"{side.start_level} → {side.level}"
    yield words("result"), outcome(sheet, words)
    yield from open_counts(sheet, words)
    yield "SHA-256", sheet.sha256


def outcome(sheet: Sheet, words: Words) -> str:
    """Who has won and how, or how far the match has come."""
    result = sheet.result
    if not result.over:
        running = next((row.number for row in sheet.deals if row.standing == "running"), None)
        if running is not None:
            return f"{words('not_over')} · {words('running', running)}"
        return words("not_over" if sheet.deals else "not_begun")
    parts = [words("draw" if result.is_draw else "nobody")]
    if result.winner is not None:
        parts = [words("won", words.seats(result.sides[result.winner].seats))]
    if result.reason:
        parts.append(words.reason(result.reason))
    if result.difference and not any(side.forfeit for side in result.sides):
        ahead = "points_ahead" if result.rules.gains == "points" else "difference"
        parts.append(words(ahead, abs(result.difference)))
    if sheet.score is not None and None not in sheet.score.points:
        parts.append(words("points", *sheet.score.points))
    return " · ".join(parts)


def open_counts(sheet: Sheet, words: Words) -> Iterator[tuple[str, Cell]]:
    """What nobody has settled yet."""
    said = words("open_counts", sheet.open_questions, sheet.asked, sheet.unread, sheet.corrections)
    yield words("open"), said
    if sheet.unruled:
        yield "", words("unruled", sheet.unruled)
    if sheet.faults:
        yield "", words("faults", sheet.faults)


def _deal(sheet: Sheet, row: DealRow, words: Words) -> Row:
    return {
        "deal": row.number,
        "level": row.level,
        "leader": words.seat(row.leader),
        "standing": words.value(row.standing.value),
        "tribute": "; ".join(
            f"{words('returned' if isinstance(gift, Return) else 'paid')} {words.seat(gift.seat)}"
            f"{'>' + words.seat(gift.to) if gift.to else ''} {gift.card}"
            for gift in row.gifts
        ),
        "refused": " ".join(map(words.seat, row.refused)),
        "finish": " ".join(map(words.seat, row.finish)),
        "winner": None if row.winner is None else _side(sheet, row.winner, words),
        "gain": row.gain,
        "levels_after": ":".join(row.levels) if row.levels else None,
        "took_s": _seconds(row.took_ms),
        "plays": row.plays,
        "passes": row.passes,
        "asked": row.asked,
        "corrections": row.corrections,
    }


def _side(sheet: Sheet, side: int, words: Words) -> str:
    return " ".join(map(words.seat, sheet.header.sides[side]))


def _move(sheet: Sheet, move: Move, words: Words) -> Row:
    event, timing = move.event, move.timing
    play = event if isinstance(event, Play) else None
    reading = move.reading
    return {
        "seq": event.seq,
        "deal": move.deal,
        "trick": move.trick,
        "seat": words.seat(event.seat),
        "player": sheet.header.players.get(event.seat, ""),
        "move": words.value("play" if play else "pass"),
        "cards": " ".join(map(str, play.cards)) if play else "",
        "count": len(play.cards) if play else 0,
        "type": words.value(reading.type.value) if reading else "",
        "reading": " ".join(map(words.value, reading_text(reading).split(" "))) if reading else "",
        "wilds": " ".join(map(str, reading.wilds)) if reading else "",
        "left": move.left,
        "took_s": _seconds(timing.took_ms),
        "at_most_s": _seconds(timing.at_most_ms),
        "limit_s": _seconds(timing.limit_ms),
        "began_s": _seconds(play.began_ms) if play else None,
        "after_s": _seconds(getattr(event, "after_ms", None)),
        "before_s": _seconds(getattr(event, "before_ms", None)),
        "at_s": _seconds(event.at_ms),
        "wall_time": words.moment(move.wall) if move.wall else None,
        "source": words.value(event.source.value),
        "state": words.value(event.state.value),
        "p": play.p if play else None,
        "corrected": move.corrected,
        "taken_back": move.undone,
    }


def _cases(sheet: Sheet, incident: Incident, words: Words) -> Iterator[Row]:
    """A row for each ruling on an incident, or one where there is none."""
    side = None if incident.side is None else _side(sheet, incident.side, words)
    row: Row = {
        "seq": incident.seq,
        "deal": incident.deal,
        "at_s": _seconds(incident.at_ms),
        "seat": incident.seat and words.seat(incident.seat),
        "side": side,
        "kind": words.kind(incident.kind),
        "text": incident.text,
        "cards": " ".join(incident.cards),
        "source": words.value(incident.source),
        "clause": incident.clause,
    }
    answer = incident.answer
    answered = "" if answer is None else words("upheld" if answer.upheld else "turned_down")
    if not incident.rulings:
        text = " · ".join(filter(None, (answered, answer.text if answer else "")))
        by = answer.by if answer else ""
        yield row | {"ruling": text, "awards": "", "ruling_clause": "", "reason": "", "by": by}
    for ruling in incident.rulings:
        yield row | _ruling(sheet, ruling, words)


def _ruling(sheet: Sheet, ruling: Ruling, words: Words) -> Row:
    awards = "; ".join(words.award(award, sheet.header.sides) for award in ruling.awards)
    return {
        "ruling": ruling.text,
        "awards": awards,
        "ruling_clause": ruling.clause,
        "reason": ruling.reason,
        "by": ruling.by,
    }


def _seconds(ms: int | None) -> float | None:
    return None if ms is None else ms / 1000
