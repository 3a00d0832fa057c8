"""What is read is a card where it hides the table, as far as it shows at all."""

import numpy as np

from engine.cards import FACES, Card
from vision.bare import BareTable
from vision.paper import Paper
from vision.values import Index, SeenCard

TABLE, PAPER = 30, 220
SQUARE = np.array([(0, 0), (600, 0), (600, 600), (0, 600)], np.float32)


def card(x: float, y: float, indices: int) -> SeenCard:
    """A knave 58 x 88 px with its middle there."""
    probs = np.full(54, 1e-5, np.float32)
    probs[FACES.index(Card.parse("SJ"))] = 0.85
    index = Index((x - 28, y - 40, x - 20, y - 25), (x - 24, y - 36), (x - 24, y - 29), 0.85, probs)
    quad = np.array([(x - 29, y - 44), (x + 29, y - 44), (x + 29, y + 44), (x - 29, y + 44)], np.float32)
    return SeenCard(probs, np.array((x, y), np.float32), 0.0, (index,) * indices, quad)


def test_dark_court_art_that_lies_over_a_card_is_no_table():
    image = np.full((600, 600, 3), TABLE, np.uint8)
    paper = Paper(BareTable(image, {"N": SQUARE}, 1.0), SQUARE, (58.0, 88.0))
    image = image.copy()
    under, over = card(300, 300, 1), card(316, 300, 2)
    plain = card(100, 100, 2)
    for x in (100, 300, 316):
        y = 100 if x == 100 else 300
        image[y - 44 : y + 44, x - 29 : x + 29] = PAPER
    image[266:334, 297:335] = TABLE  # the art of the upper one
    paper.learn([plain], image)
    assert not paper.is_card(under, image, [under])
    assert paper.is_card(under, image, [under, over])


def test_what_looks_like_an_index_on_a_table_like_paper_is_no_card_where_the_table_shows():
    image = np.full((600, 600, 3), PAPER - 60, np.uint8)
    paper = Paper(BareTable(image, {"N": SQUARE}, 1.0), SQUARE, (58.0, 88.0))
    image = image.copy()
    image[56:144, 71:129] = image[256:344, 271:329] = PAPER
    image[56:144, 71:90] = PAPER - 60  # a card of which a third is like the table
    paper.learn([card(100, 100, 2)], image)
    assert paper.is_card(card(300, 300, 1), image, [])
    assert not paper.is_card(card(450, 450, 1), image, [])
    assert paper.is_card(card(450, 450, 2), image, [])
