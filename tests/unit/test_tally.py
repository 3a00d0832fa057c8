from app.tally import compare
from engine import Pass, Play, Standing, parse_cards


def plays(*texts: str) -> list[Play | Pass]:
    """`E S3 H3` a play, `E S3 H3 ?` one that was only asked."""
    made: list[Play | Pass] = []
    for text in texts:
        seat, _, cards = text.partition(" ")
        state = Standing.ASKED if cards.endswith("?") else Standing.ACCEPTED
        made.append(Play(seat, parse_cards(cards.rstrip(" ?")), None, 0, 1, state=state))
    return made


TRUTH = plays("E S3 H3", "S S4 H4", "W S5 D5", "N SK HK")


def counts(*found: str) -> tuple[int, ...]:
    tally = compare(TRUTH, plays(*found))
    return tally.right, tally.wrong, tally.asked, tally.asked_right, tally.missed


def test_all_right_in_whichever_order_they_were_laid():
    assert counts("E H3 S3", "S S4 H4", "W S5 D5", "N SK HK") == (4, 0, 0, 0, 0)


def test_a_misread_play_is_one_wrong():
    assert counts("E S3 H3", "S S4 C4", "W S5 D5", "N SK HK") == (3, 1, 0, 0, 0)


def test_a_lost_play():
    assert counts("E S3 H3", "W S5 D5", "N SK HK") == (3, 0, 0, 0, 1)


def test_plays_that_never_were_are_counted_besides():
    found = compare(TRUTH, plays("E S3 H3", "S S4 H4", "W S5 D5", "W D9", "N SK HK", "E D7 ?"))
    assert (found.right, found.wrong, found.asked, found.missed) == (4, 0, 0, 0)
    assert (found.added, found.added_asked) == (1, 1)
    assert str(found).endswith("besides, 1 accepted and 1 asked that never were played")


def test_asked_stands_apart():
    found = compare(TRUTH, plays("E S3 H3", "S S4 H4 ?", "W S5 C5 ?", "N SK HK"))
    assert (found.right, found.wrong, found.asked, found.asked_right, found.missed) == (2, 0, 2, 1, 0)
    assert found.equal == 3
    assert str(found) == (
        "4 plays: 2 right, 0 wrong, 2 asked (1 of them right), 0 missed; 75.0% equal the truth"
    )


def test_nothing_recorded():
    assert counts() == (0, 0, 0, 0, 4)
    assert str(compare([], [])).endswith("none equal the truth")
