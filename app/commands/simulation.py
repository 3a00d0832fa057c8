"""`simulate`: deals played by a simple legal player, as a record and as a video of the table."""

import argparse

from app.commands import DONE, INPUT, Failure, failures
from engine import RuleSet


def simulate(args: argparse.Namespace) -> int:
    with failures():
        from datasets.matches import simulate as run

        rules = RuleSet.load(args.rules)
        try:
            run(
                args.record,
                rules=rules,
                level=args.level or rules.start_level,
                seed=args.seed,
                deals=args.deals,
                video=args.video,
            )
        except OSError as error:
            raise Failure(INPUT, f"{error.filename}: cannot be written: {error.strerror}") from error
    print(f"record: {args.record}")
    if args.video is not None:
        print(f"video: {args.video}, table: {args.video.with_suffix('.table.toml')}")
    return DONE
