"""First letters of Chinese words' sounds (pinyin), so that a name is found with no input method at all.

The 3755 common characters of GB 2312 stand in the order of their sounds, so a code tells its first letter.
Rare ones, and those with several sounds, are not or not always found by it.
"""

from bisect import bisect_right

_FIRSTS = "啊芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝"
_LETTERS = "abcdefghjklmnopqrstwxyz"
_STARTS = [each.encode("gb2312") for each in _FIRSTS]
_END = "座".encode("gb2312")


def initials(text: str) -> str:
    """The letters of a text: 张三 is zs; what has none is left out."""
    return "".join(map(_initial, text))


def _initial(character: str) -> str:
    if character.isascii():
        return character.lower() if character.isalnum() else ""
    try:
        code = character.encode("gb2312")
    except UnicodeEncodeError:
        return ""
    at = bisect_right(_STARTS, code) - 1
    return _LETTERS[at] if at >= 0 and code <= _END else ""
