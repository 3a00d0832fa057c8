"""The program: live recorder, log, desktop window and command line."""

__version__ = "0.1.0"
SOFTWARE = f"guandan-eye {__version__}"
