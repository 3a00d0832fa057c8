"""The score sheet of a match as a PDF: who played, every deal, what the referee ruled, and who signs."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from app.choices import is_composed
from app.incidents import Incident
from app.sheet import DealRow, DealStanding, Sheet, wall_time
from app.sheet_words import Words, span
from app.tables import open_counts, outcome
from app.ui.kit_cards import INK, PAPER
from app.ui.pages import Pages
from app.ui.paper import (
    ACCENT,
    CELL,
    LEADING,
    MARGIN,
    MIDDLE,
    MUTED,
    RIGHT,
    RULE,
    TINT,
    WIDTH,
    Column,
    Paper,
    cut,
    lines_of,
)
from engine import AwardKind, Counts, Return, Ruling

BODY, SMALL, LABEL = 3.3, 2.8, 2.6
GAP = 6.0
QR = 25.0
SIGNED = 18.0
"""Height of a field to sign in."""
GIFTS = 54.0
"""Width of the column that says who paid and gave back what."""


def score_sheet(sheet: Sheet, lang: str) -> bytes:
    """The sheet in the language ``lang``, zh or en."""
    words = Words(lang)
    with Pages(words("title")) as pages:
        _ScoreSheet(sheet, words, Paper(pages.family, 12.0)).draw(pages)
    return pages.content


class _ScoreSheet:
    """The parts of the sheet, from top to bottom."""

    def __init__(self, sheet: Sheet, words: Words, paper: Paper) -> None:
        self.sheet, self.words, self.paper = sheet, words, paper

    def draw(self, pages: Pages) -> None:
        self._head()
        self._sides()
        self._outcome()
        self._deals()
        self._incidents()
        self._counts()
        self._end()
        self.paper.print_on(pages, self._foot)

    # ---- the head -----------------------------------------------------------------------------

    def _head(self) -> None:
        paper, words, header = self.paper, self.words, self.sheet.header
        paper.say(words("title"), QRectF(MARGIN, paper.y, 110, 11), 8)
        where = self._where()
        paper.say(where, QRectF(MARGIN + 112, paper.y + 1.5, WIDTH - 112, 9), 5.4, INK, RIGHT)
        paper.y += 13
        paper.line(MARGIN, paper.y, MARGIN + WIDTH, ACCENT, 0.7)
        paper.y += 3.5
        rules = self.sheet.result.rules
        begun, ended = wall_time(header, 0), self.sheet.ended
        hours = "—" if begun is None else f"{begun:%H:%M} – "
        if ended is not None and self.sheet.result.over:
            hours += f"{ended:%H:%M}"
        changed = words("switched") if header.switches else ""
        fields = (
            (words("event"), header.event_name or "—", 66.0),
            (words("date"), words.day(begun), 34.0),
            (words("time"), hours, 26.0),
            (words("rules"), rules.called(words.lang) + changed, WIDTH - 126.0),
        )
        x, height = MARGIN, 0.0
        for label, value, width in fields:
            paper.say(label, QRectF(x, paper.y, width - 3, LABEL * LEADING), LABEL, MUTED)
            at = QPointF(x, paper.y + 4.2)
            height = max(height, paper.wrapped(value, at, width - 3, BODY))
            x += width
        paper.y += 4.2 + height + 3.5

    def _where(self) -> str:
        """Round and table, as far as they have names."""
        header, words = self.sheet.header, self.words
        parts = [words("round_short", header.round)] if header.round else []
        if header.table:
            is_short = header.table.isascii() and " " not in header.table
            parts.append(words("table_short", header.table) if is_short else header.table)
        return " · ".join(parts)

    def _sides(self) -> None:
        """Both pairs beside each other, as high as the one whose names need more lines."""
        paper, top = self.paper, self.paper.y
        width = (WIDTH - GAP) / 2
        bottoms = [self._side(side, MARGIN + side * (width + GAP), top, width) for side in (0, 1)]
        for side in (0, 1):
            x = MARGIN + side * (width + GAP)
            paper.line(x, max(bottoms), x + width)
        paper.y = max(bottoms) + 4

    def _side(self, side: int, x: float, top: float, width: float) -> float:
        paper, words, result = self.paper, self.words, self.sheet.result
        own = result.sides[side]
        won = result.winner == side
        paper.fill(QRectF(x, top, width, 7), ACCENT if won else TINT)
        paper.say(words.seats(own.seats), QRectF(x + 2, top, width / 2, 7), 4.2, PAPER if won else INK)
        if won:
            paper.say(words("won", ""), QRectF(x + width / 2, top, width / 2 - 2, 7), 3.8, PAPER, RIGHT)
        y = top + 9
        for seat, player in zip(own.seats, own.players, strict=True):
            paper.say(words.seat(seat), QRectF(x + 2, y, 7, 4.4 * LEADING), 3.6, MUTED)
            y += paper.wrapped(player or "—", QPointF(x + 9, y + 0.4), width - 40, 3.9) + 1.6
        levels = f"{words.level(own.start_level)} → {words.level(own.level)}"
        if result.rules.gains == "points":
            levels = f"+{own.gained}"
        paper.say(words("levels"), QRectF(x + width - 30, top + 8.5, 28, 4), LABEL, MUTED, RIGHT)
        paper.say(levels, QRectF(x + width - 30, top + 12, 28, 9), 6.6, INK, RIGHT)
        return max(y, top + 23)

    def _outcome(self) -> None:
        paper = self.paper
        said = outcome(self.sheet, self.words)
        paper.say(self.words("result"), QRectF(MARGIN, paper.y, 14, 7), LABEL, MUTED)
        height = paper.wrapped(said, QPointF(MARGIN + 14, paper.y + 0.5), WIDTH - 14, 4.4)
        paper.y += max(height + 1, 7)
        if self.sheet.faults:
            paper.y += paper.wrapped(
                self.words("faults", self.sheet.faults), QPointF(MARGIN + 14, paper.y), WIDTH - 14, BODY
            )
        paper.y += 2

    # ---- tables -------------------------------------------------------------------------------

    def _title(self, words: str, needs: float = 16.0) -> None:
        paper = self.paper
        paper.room(needs)
        paper.y += 3
        paper.say(words, QRectF(MARGIN, paper.y, WIDTH, 6), 3.8, ACCENT)
        paper.y += 6.8

    def _deals(self) -> None:
        words, sides, deals = self.words, self.sheet.result.sides, self.sheet.deals
        self._title(words("deals"))
        after = f"{words('after')} {words.seats(sides[0].seats)}:{words.seats(sides[1].seats)}"
        columns = (
            Column(words("deal"), 10, MIDDLE),
            Column(words("level"), 10, MIDDLE),
            Column(words("leader"), 10, MIDDLE),
            Column(words("tribute"), GIFTS),
            Column(words("finish"), 33, MIDDLE),
            Column(words("gain"), 16, MIDDLE),
            Column(after, 24, MIDDLE),
            Column(words("took"), 13, RIGHT),
            Column(words("corrected"), 10, RIGHT),
        )
        if not deals:
            self._note(words("not_begun"))
            return
        rows = [self._deal(deal) for deal in deals]
        if len(deals) > 1:
            took = span(sum(deal.took_ms or 0 for deal in deals))
            corrections = str(sum(deal.corrections for deal in deals) or "")
            rows.append((words("all_took"), "", "", "", "", "", "", took, corrections))
        muted = [at for at, deal in enumerate(deals) if deal.standing is not DealStanding.OVER]
        self.paper.table(columns, rows, BODY, [*muted, len(deals)])

    def _deal(self, deal: DealRow) -> tuple[str, ...]:
        words, sides = self.words, self.sheet.header.sides
        if deal.standing is DealStanding.OVER:
            finish = " › ".join(map(words.seat, deal.finish))
            finish += f"  {words('double')}" if len(deal.finish) == 2 else ""
        else:
            finish = words(f"is_{deal.standing}")
        gain = "" if deal.winner is None else f"{words.seats(sides[deal.winner])} +{deal.gain}"
        levels = " : ".join(map(words.level, deal.levels)) if deal.levels else ""
        levels = "\n".join([levels, *(words.award(award, sides) for award in deal.awards)])
        return (
            str(deal.number),
            words.level(deal.level),
            words.seat(deal.leader),
            self._gifts(deal),
            finish,
            gain,
            levels,
            span(deal.took_ms),
            str(deal.corrections or ""),
        )

    def _gifts(self, deal: DealRow) -> str:
        """Tributes and what was given back, in one line if they fit; or who refused with big jokers."""
        words = self.words
        if deal.refused:
            return f"{words('refused')} {' '.join(map(words.seat, dict.fromkeys(deal.refused)))}"
        said = []
        for given_back, name in ((False, "paid"), (True, "returned")):
            gifts = [
                words.seat(gift.seat)
                + (f"→{words.seat(gift.to)}" if gift.to else "")
                + f" {words.card(gift.card)}"
                for gift in deal.gifts
                if isinstance(gift, Return) == given_back
            ]
            if gifts:
                said.append(f"{words(name)} {'  '.join(gifts)}")
        together = "   ".join(said)
        fits = len(lines_of(together, self.paper.family, BODY, GIFTS - 2 * CELL)) == 1
        return together if fits else "\n".join(said)

    def _incidents(self) -> None:
        words, paper = self.words, self.paper
        self._title(words("incidents"))
        if not self.sheet.incidents:
            self._note(words("none"))
            return
        columns = (
            Column(words("when"), 17),
            Column(words("deal"), 11, MIDDLE),
            Column(words("who"), 17),
            Column(words("what"), 60),
            Column(words("ruling"), 75),
        )
        paper.table(columns, [self._incident(each) for each in self.sheet.incidents], BODY)

    def _incident(self, incident: Incident) -> tuple[str, ...]:
        words, header = self.words, self.sheet.header
        wall = wall_time(header, incident.at_ms)
        when = span(incident.at_ms) if wall is None else f"{wall:%H:%M:%S}"
        who = "" if incident.side is None else words.seats(header.sides[incident.side])
        if incident.seat is not None:
            who = " ".join(filter(None, (words.seat(incident.seat), header.players.get(incident.seat, ""))))
        text = "" if incident.text == incident.kind else incident.text
        what = [words.kind(incident.kind), text, " ".join(incident.cards)]
        return (
            when,
            str(incident.deal or ""),
            who,
            "\n".join(filter(None, what)),
            "\n".join(self._ruled(incident)),
        )

    def _ruled(self, incident: Incident) -> list[str]:
        """What was ruled and on what it rests; the set's own clause where no ruling names one."""
        words, answer = self.words, incident.answer
        if answer is not None:
            said = words("upheld" if answer.upheld else "turned_down")
            return [" · ".join(filter(None, (said, answer.text, answer.by)))]
        lines = [self._ruling(ruling) for ruling in incident.rulings]
        if not incident.rulings and incident.source:  # an irregularity
            lines.append(words("no_ruling"))
        if incident.clause and not any(ruling.clause for ruling in incident.rulings):
            lines.append(incident.clause)
        return lines

    def _ruling(self, ruling: Ruling) -> str:
        sides = self.sheet.header.sides
        awards = [self.words.award(award, sides) for award in ruling.awards]
        text = "" if is_composed(ruling) else ruling.text
        said = awards or ([] if text else [self.words("stands")])
        by = "" if ruling.by == "referee" else ruling.by
        return " · ".join(filter(None, (*said, text, ruling.clause, ruling.reason, by)))

    def _counts(self) -> None:
        words, paper = self.words, self.paper
        lines = [(words("penalties"), self._penalties()), *open_counts(self.sheet, words)]
        lines = lines[: 3 if self.sheet.unruled else 2]  # the faults of the record stand above
        paper.room(16)
        paper.y += 3
        for label, said in lines:
            paper.room(8)
            paper.say(label, QRectF(MARGIN, paper.y, 20, BODY * LEADING), LABEL, MUTED)
            paper.y += paper.wrapped(str(said), QPointF(MARGIN + 20, paper.y), WIDTH - 20, BODY) + 1

    def _penalties(self) -> str:
        words = self.words
        said = [
            f"{words.seats(seats)}: {', '.join(noted)}"
            for seats, counted in zip(self.sheet.header.sides, self.sheet.counted, strict=True)
            if (noted := self._noted(counted))
        ]
        return "; ".join(said) or words("none")

    def _noted(self, counted: Counts) -> list[str]:
        kinds = (
            (AwardKind.ORAL_WARNING, counted.oral_warnings),
            (AwardKind.WARNING, counted.warnings),
            (AwardKind.VIOLATION, counted.violations),
            (AwardKind.LOSS, counted.losses),
        )
        return [f"{self.words.award_name(kind)} × {count}" for kind, count in kinds if count]

    def _note(self, said: str) -> None:
        self.paper.say(said, QRectF(MARGIN + 1.3, self.paper.y, WIDTH, 6), BODY, MUTED)
        self.paper.y += 7

    # ---- the end ------------------------------------------------------------------------------

    def _end(self) -> None:
        """Signatures, what they are given for, and the seal stay together, on the last page."""
        self._title(self.words("signatures"), needs=10 + SIGNED + 5 + 4 + QR)
        paper, words, result = self.paper, self.words, self.sheet.result
        what = cut(outcome(self.sheet, words), paper.family, BODY, WIDTH - 40)
        paper.say(what, QRectF(MARGIN + 40, paper.y - 6.8, WIDTH - 40, 6), BODY, MUTED, RIGHT)
        width = (WIDTH - 2 * GAP) / 3
        names = [words("side_signs", words.seats(side.seats)) for side in result.sides]
        for number, name in enumerate([*names, words("referee")]):
            x = MARGIN + number * (width + GAP)
            paper.say(name, QRectF(x, paper.y, width, 5), BODY, MUTED)
            paper.line(x, paper.y + SIGNED - 3, x + width, INK, 0.25)
            if number < 2:
                said = self._signs_as(number)
                paper.say(said, QRectF(x, paper.y + SIGNED - 2.5, width, 4), LABEL, MUTED)
        paper.y += SIGNED + 5
        self._seal()

    def _signs_as(self, side: int) -> str:
        """What the set asks of a side at the end, Xiangyang 2024 八(三)5."""
        result, seats = self.sheet.result, self.sheet.header.sides[side]
        for key, by in (("enters", result.entered_by), ("confirms", result.confirmed_by)):
            if by and set(by) <= set(seats):
                return self.words(key, self.words.seats(by))
        return ""

    def _seal(self) -> None:
        paper, words, sheet = self.paper, self.words, self.sheet
        paper.line(MARGIN, paper.y, MARGIN + WIDTH)
        paper.y += 4
        paper.fill_path(qr_path(qr_text(sheet), QRectF(MARGIN, paper.y, QR, QR)), INK)
        x, width = MARGIN + QR + 5, WIDTH - QR - 5
        paper.say(words("seal"), QRectF(x, paper.y, width, 5), BODY)
        y = paper.y + 6
        y += paper.wrapped(words("seal_holds", sheet.events), QPointF(x, y), width, SMALL, MUTED)
        half = len(sheet.sha256) // 2
        for part in (sheet.sha256[:half], sheet.sha256[half:]):
            paper.say(
                " ".join(part[at : at + 8] for at in range(0, half, 8)), QRectF(x, y + 1, width, 4.5), 3.2
            )
            y += 4.6
        paper.y += QR + 2

    def _foot(self, number: int, count: int, paper: Paper) -> None:
        header, words = self.sheet.header, self.words
        event = cut(header.event_name, paper.family, SMALL, WIDTH / 2)
        said = " · ".join(filter(None, (event, self._where())))
        short = f"SHA-256 {self.sheet.sha256[:8]}…"
        if number > 1:
            paper.say(words("title"), QRectF(MARGIN, 11, 60, 5), SMALL, MUTED)
            paper.say(said, QRectF(MARGIN + 62, 11, WIDTH - 62, 5), SMALL, MUTED, RIGHT)
            paper.line(MARGIN, 17, MARGIN + WIDTH, RULE)
        paper.line(MARGIN, 284, MARGIN + WIDTH, RULE)
        paper.say(short, QRectF(MARGIN, 285.5, 60, 4.5), LABEL, MUTED)
        paper.say(header.software, QRectF(MARGIN + 60, 285.5, 60, 4.5), LABEL, MUTED, MIDDLE)
        page = words("page", number, count)
        paper.say(page, QRectF(MARGIN + 120, 285.5, WIDTH - 120, 4.5), LABEL, MUTED, RIGHT)


def qr_text(sheet: Sheet) -> str:
    """What the QR code holds: the SHA-256 of the record as JSON Lines."""
    return f"sha256:{sheet.sha256}"


def qr_path(said: str, place: QRectF) -> QPainterPath:
    """A QR code that fills a square; the paper round it is its quiet zone."""
    import segno

    rows = [list(row) for row in segno.make(said, error="m", micro=False).matrix]
    step = place.width() / len(rows)
    path = QPainterPath()
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                path.addRect(place.x() + x * step, place.y() + y * step, step, step)
    return path.simplified()
