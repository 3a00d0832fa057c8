// Picking cards with fingers: a suit, then ranks; a card that is touched among the picked goes away.

import { drawCard } from "./cards.js";
import { make, setClass, setHidden, setText } from "./dom.js";
import { rankText } from "./game.js";

const SUITS = [["S", "♠"], ["H", "♥"], ["C", "♣"], ["D", "♦"]];
const RANKS = "23456789TJQKA";
const MOST = 10;

export class CardPicker {
  #cards = [];
  #suit = "S";
  #level = "";

  /** `done` gets the cards, an empty list for a pass, or null where nothing is to be changed. */
  constructor(t, done) {
    this.t = t;
    this.done = done;
    this.title = make("b", "pk-title");
    this.chosen = make("div", "pk-chosen");
    this.suits = SUITS.map(([suit, sign]) => this.#key(sign, () => this.#take(suit), suit === "H" || suit === "D" ? "red" : ""));
    this.ranks = [...RANKS].map((rank) => this.#key(rankText(rank), () => this.#add(this.#suit + rank)));
    this.jokers = [["HR", "joker.big"], ["SB", "joker.small"]].map(([card, name]) => this.#key(t(name), () => this.#add(card), "wide"));
    this.send = this.#key(t("ref.send"), () => this.#close(this.#cards), "main");
    this.element = make("section", "pk hidden", make("div", "pk-top", this.title, make("span", "muted", t("ref.pick"))), this.chosen,
      make("div", "pk-suits", ...this.suits, ...this.jokers), make("div", "pk-ranks", ...this.ranks),
      make("div", "pk-end", this.#key(t("ref.back"), () => this.#close(null)), this.#key(t("ref.pass"), () => this.#close([])),
        this.#key(t("ref.clear"), () => this.#set([])), this.send));
    this.#take("S");
  }

  open(title, cards, level) {
    this.#level = level;
    setText(this.title, title);
    this.#set([...cards]);
    setHidden(this.element, false);
  }

  #key(said, act, classes = "") {
    const made = make("button", `key ${classes}`, said);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  #take(suit) {
    this.#suit = suit;
    SUITS.forEach(([each], place) => setClass(this.suits[place], "on", each === suit));
  }

  #add(card) {
    const twice = this.#cards.filter((each) => each === card).length >= 2;
    if (!twice && this.#cards.length < MOST) this.#set([...this.#cards, card]);
  }

  #set(cards) {
    this.#cards = cards;
    this.chosen.replaceChildren(...cards.map((card, place) => {
      const made = this.#key("", () => this.#set(this.#cards.filter((_, other) => other !== place)), "pk-card");
      made.append(drawCard(card, this.#level, this.t));
      made.setAttribute("aria-label", card);
      return made;
    }));
    this.send.disabled = cards.length === 0 || cards.some((card) => card.includes("?"));
  }

  #close(cards) {
    setHidden(this.element, true);
    this.done(cards);
  }
}
