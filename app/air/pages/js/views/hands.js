// Open hands: what each seat still holds, for broadcasts of dealt hands.

import { CardRow, drawCard } from "../cards.js";
import { animate, make, setClass, setText } from "../dom.js";
import { isLevel, playText, playerName, rankText, spotOf } from "../game.js";
import { Bug, Plate, alertText } from "../parts.js";

const RISING = "23456789TJQKA";
const SUITS_RISING = "DCHS";
/** So many cards lie side by side at most; more take two rows, in which each card keeps its row. */
const ROW = 14;

function strength(card, level) {
  if (card === "HR") return 100;
  if (card === "SB") return 99;
  return (isLevel(card, level) ? 50 : RISING.indexOf(card[1])) + SUITS_RISING.indexOf(card[0]) / 10;
}

/** The cards of a hand; what is played goes, and the rest stays the same elements. */
class Hand {
  #cards = [];
  #level = "";

  constructor(t) {
    this.t = t;
    this.plate = new Plate(t);
    this.rows = [make("div", "hd-row"), make("div", "hd-row")];
    this.element = make("div", "hd-seat", this.plate.element, make("div", "hd-cards", ...this.rows));
  }

  show(cards, level) {
    const old = level === this.#level ? [...this.#cards] : [];
    const kept = old.length >= cards.length;
    this.#level = level;
    this.#cards = [...cards].sort((a, b) => strength(b, level) - strength(a, level)).map((card) => {
      const place = old.findIndex((each) => each.card === card);
      return place >= 0 ? old.splice(place, 1)[0] : { card, element: drawCard(card, level, this.t), row: 0 };
    });
    const count = this.#cards.length;
    if (count <= ROW || !kept) {
      this.#cards.forEach((each, place) => { each.row = count > ROW && place >= Math.ceil(count / 2) ? 1 : 0; });
    }
    for (const row of [0, 1]) this.#fill(this.rows[row], this.#cards.filter((each) => each.row === row));
    setClass(this.element, "single", count <= ROW);
  }

  #fill(row, cards) {
    const wanted = cards.map((each) => each.element);
    for (const element of [...row.children]) if (!wanted.includes(element)) element.remove();
    wanted.forEach((element, place) => {
      if (row.children[place] !== element) row.insertBefore(element, row.children[place] ?? null);
    });
  }
}

export class HandsView {
  constructor({ t, turn }) {
    this.t = t;
    this.hands = [0, 1, 2, 3].map(() => new Hand(t));
    this.hands.forEach((hand, index) => hand.element.classList.add(`at-${spotOf(index, turn)}`));
    this.bug = new Bug(t);
    this.sign = make("div", "hd-sign panel", t("hands"));
    this.row = new CardRow(4.2, t);
    this.who = make("span", "lt-who");
    this.what = make("span", "lt-what");
    this.best = make("div", "hd-best panel", make("div", "lt-said", this.who, this.what), this.row.element);
    this.element = make("section", "view hands", ...this.hands.map((hand) => hand.element), this.bug.element,
      this.sign, this.best);
  }

  show(state, news, whole) {
    const { t } = this;
    this.bug.show(state);
    const held = whole.hands ?? {};
    state.seats.forEach((seat, index) => {
      this.hands[index].plate.show(seat);
      this.hands[index].show(held[seat.seat] ?? [], state.level);
      if (news.some((each) => each.what === "finish" && each.seat === seat.seat)) {
        animate(this.hands[index].plate.element, "finishes");
      }
    });
    const best = state.seats.find((seat) => seat.seat === state.best && seat.laid?.kind === "play");
    const came = this.row.show(best?.laid, state.level);
    if (came && news.length) animate(this.best, best.laid.as?.bomb ? "comes-bomb" : "comes");
    const alert = alertText(t, state);
    setText(this.who, best ? playerName(t, best) : t("deal", state.deal));
    setText(this.what, alert || (best ? playText(t, best.laid, state.level) : t("playing", rankText(state.level ?? ""))));
    setClass(this.best, "alert", alert);
    setClass(this.best, "bomb", best?.laid.as?.bomb && !alert);
  }

  tick(state, nowMs) {
    this.bug.tick(state, nowMs);
    for (const hand of this.hands) hand.plate.tick(state, nowMs);
  }
}
