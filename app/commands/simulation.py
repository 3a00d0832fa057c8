"""`simulate`: deals played by a simple legal player, as a record and as a video of the table."""

import argparse
import sys

from app.commands import DONE, INPUT, Failure, failures


def simulate(args: argparse.Namespace) -> int:
    with failures():
        from datasets.matches import SimulateError
        from datasets.matches import simulate as run

        try:
            run(
                args.rules,
                args.level,
                args.seed,
                args.deals,
                args.record,
                args.video,
                progress=_progress if sys.stderr.isatty() else None,
            )
        except SimulateError as error:
            raise Failure(INPUT, str(error)) from error
    print(f"record: {args.record}")
    if args.video is not None:
        print(f"video: {args.video}, its table: {args.video.with_suffix('.table.toml')}")
    return DONE


def _progress(done: int, total: int) -> None:
    print(f"\r{done} of {total} frames", end="\n" if done >= total else "", file=sys.stderr, flush=True)
