"""The desktop. The only package that imports PySide6."""
