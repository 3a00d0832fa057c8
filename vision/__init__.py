"""From a picture of the table to the cards that lie in each seat's area. Knows no rules of the game."""
