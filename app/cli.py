"""The command line.

Exit status: 0 done, 1 the input is at fault, 2 wrong usage, 3 the machine lacks something.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from app import __version__
from app.commands import INTERRUPTED, Failure
from app.memory import share_one_pool
from engine.cards import RANKS

RULES = "national-2022"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; what is wrong is said in one sentence on standard error."""
    try:
        args = _parser().parse_args(argv)
    except SystemExit as stop:  # argparse has said what was wrong, or has shown the help
        return int(stop.code or 0)
    module, _, name = args.run.partition(".")
    share_one_pool()
    try:
        return int(getattr(import_module(f"app.commands.{module}"), name)(args))
    except Failure as failure:
        print(f"guandan-eye: {failure}", file=sys.stderr)
        return failure.status
    except ImportError as error:  # most likely a system library that OpenCV, onnxruntime or Qt needs
        print(f"guandan-eye: {error}; `guandan-eye doctor` says what is missing", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone
        sys.stdout = None
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="guandan-eye",
        description="One camera over a Guandan table, and the match is a record. No command: the start page.",
        epilog="Exit status: 0 done, 1 the input is at fault, 2 wrong usage, 3 the machine lacks something.",
    )
    parser.add_argument("--version", action="version", version=f"guandan-eye {__version__}")
    _window_options(parser)
    parser.set_defaults(run="recording.desktop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    command = _command(commands, "demo", "recording.demo", "the bundled match, from pictures to record")
    _pace_options(command, record_needed=False)
    _window_options(command)

    command = _command(commands, "watch", "recording.watch", "follow a table and write its record")
    command.add_argument(
        "source", metavar="SOURCE", help="video file, folder of pictures, picture, or camera:0, camera:NAME"
    )
    about = "rule set by name, or a .toml file; a record that is continued holds its own"
    command.add_argument("--rules", metavar="NAME", help=about)
    command.add_argument("--level", type=_level, metavar="L", help="level of the first deal, 2 when not said")
    command.add_argument(
        "--leader", metavar="SEAT", help="who leads it; when not said, the seat of the first play"
    )
    command.add_argument("--table", type=Path, metavar="TABLE.toml", help="where the table lies")
    _deck_option(command)
    _pace_options(command, record_needed=True)
    command.add_argument("--resume", action="store_true", help="continue the record that is there")
    about = "a second folder, such as a USB stick's, that gets a copy of the record after each deal"
    command.add_argument("--copies", type=Path, metavar="FOLDER", help=about)
    about = "keep the pictures beside the record, to look at a play again (a camera's are, a file's are not)"
    command.add_argument("--evidence", action=argparse.BooleanOptionalAction, help=about)
    _window_options(command)

    command = _command(commands, "read", "cards.read", "what cards lie in a photo")
    command.add_argument("images", nargs="+", metavar="IMAGE")
    _deck_option(command)
    command.add_argument("--json", action="store_true", help="one JSON object a line")

    command = _command(commands, "classify", "cards.classify", "every reading of some cards")
    command.add_argument("cards", nargs="+", metavar="CARDS", help="such as 'S3 H3' or HT, jokers SB and HR")
    command.add_argument("--level", type=_level, required=True, metavar="L", help=" ".join(RANKS))
    command.add_argument("--json", action="store_true", help="one JSON object")

    command = _command(commands, "check", "records.check", "replay a record; every fault with its place")
    command.add_argument("record", type=Path, metavar="RECORD")
    command.add_argument("--json", action="store_true", help="one JSON object")

    command = _command(commands, "export", "exchange.export", "a record as text, score sheet or spreadsheet")
    command.add_argument("record", type=Path, metavar="RECORD", help="JSON Lines or record text")
    about = "JSON Lines, record text, score sheet, spreadsheet, all moves, or all of these into a folder"
    forms = ("json", "txt", "pdf", "xlsx", "csv", "all")
    command.add_argument("--to", choices=forms, required=True, help=about)
    command.add_argument("--lang", choices=("zh", "en"), default="zh", help="language of the papers (zh)")
    _output_option(command)

    command = _command(commands, "import", "exchange.import_", "a record of what the NJUPT judge has sent")
    command.add_argument("file", type=Path, metavar="FILE", help="the JSON messages that one client heard")
    command.add_argument("--rules", default=RULES, metavar="NAME", help=f"rule set of the record ({RULES})")
    _output_option(command)

    command = _command(commands, "simulate", "simulation.simulate", "play deals, as a record and a video")
    command.add_argument("--rules", default=RULES, metavar="NAME", help=f"rule set ({RULES})")
    command.add_argument("--level", type=_level, metavar="L", help="level of the first deal")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="same number, same match (0)")
    command.add_argument("--deals", type=_count, default=1, metavar="N", help="how many deals (1)")
    command.add_argument("--video", type=Path, metavar="OUT.mp4", help="also a video")
    command.add_argument("--record", type=Path, required=True, metavar="OUT", help="the record, JSON Lines")

    command = _command(commands, "browse", "browse.browse", "the records of a folder, to step through")
    command.add_argument(
        "folder", type=Path, nargs="?", metavar="FOLDER", help="the user's own when not said"
    )
    command.add_argument("--json", action="store_true", help="no window: one JSON object a record")
    _window_options(command)

    command = _command(commands, "replay", "evidence.replay", "look at the plays of a record again, slowly")
    command.add_argument("record", type=Path, metavar="RECORD", help="its pictures lie beside it")
    command.add_argument("--play", type=_count, metavar="N", help="the number of the play (the first)")
    _window_options(command)

    command = _command(
        commands, "forget", "evidence.forget", "delete the pictures of a record, not the record"
    )
    command.add_argument("record", type=Path, metavar="RECORD")
    command.add_argument("--older-than", type=_count, metavar="DAYS", help="only those kept longer ago")

    _serve_command(commands)
    _deck_commands(commands)
    _table_commands(commands)
    _command(commands, "doctor", "doctor.doctor", "what works on this machine and what does not")
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, run: str, about: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
    command.set_defaults(run=run)
    return command


def _table_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """What is said about the table before anything is watched."""
    command = _command(
        commands, "calibrate", "calibrate.calibrate", "say where the table lies in the picture"
    )
    command.add_argument("source", metavar="SOURCE", help="as of `watch`")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="TABLE.toml")
    command.add_argument("--headless", action="store_true", help="no window: by the printed markers")
    about = "no window: corners in px of the picture, NW NE SE SW"
    command.add_argument("--points", nargs=4, type=_point, metavar="X,Y", help=about)
    command.add_argument(
        "--play-area", nargs=2, type=float, metavar=("W", "H"), help="its sides in mm (600 600)"
    )
    command.add_argument("--seats", metavar="E,S,W,N", help="who sits at the right, top, left, bottom")
    _window_options(command)

    command = _command(
        commands, "learn-card", "learn_card.learn_card", "learn a PASS or count card without a marker"
    )
    command.add_argument("table", type=Path, metavar="TABLE.toml", help="what is learned is kept beside it")
    about = "the one card on the empty table, each picture laid otherwise; or camera:0"
    command.add_argument("pictures", nargs="+", metavar="PICTURE", help=about)
    about = "what the card says: pass (as it is), or the cards left"
    numbers = ("pass", *map(str, range(1, 11)))
    command.add_argument(
        "--as", dest="card", choices=numbers, default="pass", metavar="pass|1..10", help=about
    )

    command = _command(
        commands, "print-kit", "print_kit.print_kit", "markers, PASS cards and count cards to print"
    )
    command.add_argument("-o", "--output", type=Path, required=True, metavar="KIT.pdf", help="A4, 10 pages")
    about = "language of the cards: Chinese, English, or both (both)"
    command.add_argument("--lang", choices=("zh", "en", "both"), default="both", help=about)


def _serve_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    about = "overlays and feeds of a record, for broadcasts, without a window"
    command = _command(commands, "serve", "serve.serve", about)
    source = command.add_mutually_exclusive_group(required=True)
    about = "a record that another program writes, JSON Lines; one that is not there yet is waited for"
    source.add_argument("--record", type=Path, metavar="FILE", help=about)
    source.add_argument("--live", action="store_true", help="the newest match that is not over")
    about = "a finished record at its own pace, to rehearse a broadcast"
    command.add_argument("--replay", action="store_true", help=about)
    command.add_argument("--port", type=_port, metavar="N", help="as in the settings when not said (8710)")
    about = "so many seconds after it happened; as in the settings when not said (30)"
    command.add_argument("--delay", type=_seconds, metavar="S", help=about)
    about = "also to other machines, with a token; otherwise to this one only"
    command.add_argument("--network", action="store_true", help=about)


def _deck_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    deck = commands.add_parser("deck", help="decks that the reader is taught on this machine")
    actions = deck.add_subparsers(title="actions", metavar="ACTION", required=True)
    command = _command(actions, "learn", "deck.learn", "show the 54 faces of a deck, and keep it by name")
    command.add_argument("name", metavar="NAME")
    about = "camera:0, camera:NAME, video file, folder of pictures, or pictures"
    command.add_argument("sources", nargs="+", metavar="SOURCE", help=about)
    command.add_argument("--headless", action="store_true", help="no window: what is unsure is left out")
    _window_options(command)
    _command(actions, "list", "deck.list_", "the decks that were learned")
    command = _command(actions, "remove", "deck.remove", "forget a deck")
    command.add_argument("name", metavar="NAME")


def _deck_option(command: argparse.ArgumentParser) -> None:
    about = "a deck that was learned: guandan-eye deck list"
    command.add_argument("--deck", metavar="NAME", help=about)


def _output_option(command: argparse.ArgumentParser) -> None:
    about = "the file to write; none, or -: standard output"
    command.add_argument("-o", "--output", type=_output, metavar="OUT", help=about)


def _output(text: str) -> Path | None:
    return None if text == "-" else Path(text)


def _pace_options(command: argparse.ArgumentParser, *, record_needed: bool) -> None:
    about = "the record, JSON Lines; its log lies beside it as OUT.db"
    command.add_argument("--record", type=Path, required=record_needed, metavar="OUT", help=about)
    command.add_argument(
        "--headless", action="store_true", help="no window; ack N says that event N is saved"
    )
    about = "pace of a file: as filmed (real), or as fast as can be"
    command.add_argument("--speed", choices=("real", "max"), default="real", help=about)


def _window_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang", choices=("zh", "en"), default=argparse.SUPPRESS, help="language of the window"
    )
    command.add_argument(
        "--screenshot", type=Path, default=argparse.SUPPRESS, metavar="OUT.png", help=argparse.SUPPRESS
    )


def _level(text: str) -> str:
    level = {"10": "T"}.get(text, text.upper())
    if len(level) != 1 or level not in RANKS:
        raise argparse.ArgumentTypeError(f"{text!r} is no level; levels are {' '.join(RANKS)}")
    return level


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no place; write X,Y") from None
    return x, y


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; ports are 1 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is no delay; say 0 to 86400 seconds")
    return seconds


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
