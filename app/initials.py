"""First letters of Chinese words' sounds (pinyin), so that a name is found with no input method at all.

The 3755 common characters of GB 2312 stand in the order of their sounds, so a code tells its first letter.
Of the rare ones only surnames and the game's own have theirs here; one with several sounds has one of them.
"""

from bisect import bisect_right

_FIRSTS = "啊芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝"
_LETTERS = "abcdefghjklmnopqrstwxyz"
_STARTS = [each.encode("gb2312") for each in _FIRSTS]
_END = "座".encode("gb2312")
_MORE = dict(zip("掼闫覃邬佟佘郗郜邸荀嵇缪晏瞿阮闵冼岑芮曾窦", "gyqwtsxgdxjmyqrmxcrzd", strict=True))


def initials(text: str) -> str:
    """The letters of a text: 张三 is zs; what has none is left out."""
    return "".join(map(_initial, text))


def _initial(character: str) -> str:
    if character.isascii():
        return character.lower() if character.isalnum() else ""
    if character in _MORE:
        return _MORE[character]
    try:
        code = character.encode("gb2312")
    except UnicodeEncodeError:
        return ""
    at = bisect_right(_STARTS, code) - 1
    return _LETTERS[at] if at >= 0 and code <= _END else ""
