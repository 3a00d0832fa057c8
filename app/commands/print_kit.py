"""`print-kit`: corner markers, PASS cards and count cards as a PDF to print and cut out."""

import argparse
from collections.abc import Callable

from app.commands import DONE, MACHINE, Failure, write_new


def print_kit(args: argparse.Namespace) -> int:
    """Writes the kit; it is not overwritten where there is one."""
    write_new(args.output, _maker()(args.lang))
    print(f"kit: {args.output}; print it at 100 %, not fitted to the page")
    return DONE


def _maker() -> Callable[[str], bytes]:
    try:
        from app.ui.kit import kit_pdf
    except ImportError as error:  # a system library that Qt needs
        sentence = f"the kit cannot be drawn: {error}. `guandan-eye doctor` says what to install"
        raise Failure(MACHINE, sentence) from error
    return kit_pdf
