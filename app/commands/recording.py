"""`watch`, `demo` and the desktop: pictures in, a record out, with a window or without."""

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from app import SOFTWARE
from app.commands import DONE, INPUT, INTERRUPTED, MACHINE, USAGE, Failure, failures, status_of
from app.commands.records import replayed, sentence
from app.copies import Copies
from app.places import new_record
from app.store import Log
from app.tally import compare
from engine import Event, MatchStart, RuleSet, differing, rules_of

if TYPE_CHECKING:
    from app.session import Session

RULES = "national-2022"
_NO_WINDOW = "no window can be opened: {}. `guandan-eye doctor` says what to install"
DEMO = Path(str(files("datasets"))) / "demo"


@dataclass(frozen=True, slots=True)
class Job:
    """What to record, and how; `rules` is None where a record goes on under its own.

    evidence: whether the pictures are kept; None: those of a camera are, for a file holds its own.
    """

    source: str
    rules: str | None
    record: Path
    table: Path | None = None
    level: str | None = None
    leader: str | None = None
    speed: str = "real"
    resume: bool = False
    deck: str | None = None
    copies: Path | None = None
    evidence: bool | None = None


class AnnouncedLog(Log):
    """A log that tells standard output of each event, once it is saved."""

    def append(self, event: Event) -> int:
        seq = super().append(event)
        print(f"ack {seq}", flush=True)
        return seq


def watch(args: argparse.Namespace) -> int:
    if args.rules is None and not args.resume:
        raise Failure(USAGE, "--rules: say under which rules the match is played; only --resume knows them")
    job = Job(
        args.source,
        args.rules,
        args.record,
        args.table,
        args.level,
        args.leader,
        args.speed,
        args.resume,
        args.deck,
        args.copies,
        args.evidence,
    )
    title = f"{args.source} · {args.rules}" if args.rules else args.source
    return _headless(job) if args.headless else _window(job, args, title)


def demo(args: argparse.Namespace) -> int:
    """The bundled match; without a window its record is held against the truth."""
    job = _demo(args.record or new_record("demo"), args.speed)
    if not args.headless:
        return _window(job, args, "demo")
    status = _headless(job)
    truth = replayed(DEMO / "match.jsonl").state
    state = replayed(job.record).state
    if truth is not None and state is not None:
        print(f"tally: {compare(truth.events, state.events)}")
    return status


def desktop(args: argparse.Namespace) -> int:
    """The start page, and from it a match, a record, or practice."""
    with failures():
        try:
            from app.ui.run_start import run_start
        except ImportError as error:  # a system library that Qt needs
            raise Failure(MACHINE, _NO_WINDOW.format(error)) from error
        return run_start(
            lambda: _session(_demo(new_record("demo"), "real"), Log),
            lang=getattr(args, "lang", None),
            screenshot=getattr(args, "screenshot", None),
        )


def _demo(record: Path, speed: str) -> Job:
    video = DEMO / "match.mp4"
    if not video.is_file():
        raise Failure(MACHINE, f"{video}: the bundled match is missing; install the program again")
    return Job(str(video), RULES, record, DEMO / "match.table.toml", speed=speed)


def _headless(job: Job) -> int:
    """To the end of the source, or until interrupted. What was recorded stays, whatever happens."""
    interrupted = False
    with failures():
        session = _session(job, AnnouncedLog)
        if session.mended is not None:
            print(f"guandan-eye: {session.mended.sentence(job.record)}", file=sys.stderr)
        session.on_camera(lambda news: print(f"guandan-eye: {news.sentence}", file=sys.stderr))
        session.on_table(lambda sentence: print(f"guandan-eye: {sentence}", file=sys.stderr))
        with _interruptible():
            try:
                session.start()
                session.wait()
            except KeyboardInterrupt:
                interrupted = True
                print("interrupted; what was recorded stays (watch continues it with --resume)")
            finally:
                session.stop()
    if session.evidence_fault:
        print(f"guandan-eye: {session.evidence_fault}", file=sys.stderr)
    if job.record.exists():
        print(f"record: {job.record}")
        _print_counts(job.record)
    if session.fault is not None:
        raise Failure(status_of(session.fault) or INPUT, str(session.fault)) from session.fault
    return INTERRUPTED if interrupted else DONE


def _window(job: Job, args: argparse.Namespace, title: str) -> int:
    with failures():
        try:
            from app.ui.run_match import run_desktop
        except ImportError as error:  # a system library that Qt needs
            raise Failure(MACHINE, _NO_WINDOW.format(error)) from error
        return run_desktop(
            lambda: _session(job, Log),
            lang=getattr(args, "lang", None),
            title=title,
            screenshot=getattr(args, "screenshot", None),
        )


def _session(job: Job, kind: type[Log]) -> "Session":
    """Everything the job needs, looked at before the record is begun."""
    from app.live import header_for
    from app.match_setup import Kept, open_session
    from vision import Table
    from vision.table import SEATS

    rules = None if job.rules is None else RuleSet.load(job.rules)
    table = Table.load(job.table) if job.table else None
    seats = table.seats if table else SEATS
    if job.leader is not None and job.leader not in seats:
        raise Failure(USAGE, f"--leader {job.leader}: nobody sits there; the seats are {', '.join(seats)}")
    header = None if rules is None else header_for(rules, seats, SOFTWARE)
    return open_session(
        job.source,
        table,
        lambda: _log(job, kind, header),
        deck=job.deck or "",
        level=job.level,
        leader=job.leader,
        speed=job.speed,
        kept=Kept(_copies(job), job.evidence),
    )


def _copies(job: Job) -> Copies | None:
    """Where copies of the record go, and what becomes of them is said; raises `CopyError`."""
    if job.copies is None:
        return None
    copies = Copies(job.record, job.copies)
    copies.listeners.append(lambda news: print(f"guandan-eye: {news.sentence}", file=sys.stderr))
    return copies


def _log(job: Job, kind: type[Log], header: MatchStart | None) -> Log:
    """The log to write: begun with the header, or continued under the rules with which it was begun."""
    if not job.resume:
        assert header is not None, "no record begins without rules"
        return kind.create(job.record, header)
    log = kind.open(job.record) if header is None else kind.resume(job.record, header)
    try:
        if header is not None:
            _check_same(job.record, log.header, header)
    except BaseException:
        log.close()
        raise
    return log


def _check_same(record: Path, begun: MatchStart, header: MatchStart) -> None:
    """Raises `Failure` where a record would go on under other rules, or with other seats."""
    own, given = rules_of(begun), rules_of(header)
    changed = differing(own, given)
    if not changed and begun.seats == header.seats:
        return
    others = ""
    if changed:
        others = f", not {given.name}" if own.name != given.name else f" of another {', '.join(changed)}"
    raise Failure(
        INPUT,
        f"{record}: was begun with rules {own.name}{others}, and seats {' '.join(begun.seats)}; "
        "continue it with the same, or leave --rules out",
    )


def _print_counts(path: Path) -> None:
    found = replayed(path)
    print(sentence(path, found.record, found.state))
    for fault in found.faults:
        print(f"{path}: {fault}")


@contextmanager
def _interruptible() -> Iterator[None]:
    """A polite request to end (kill, a closed terminal) ends as Ctrl-C does."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
