// Cards, drawn: no picture, no font but the bundled one. 100 wide, 140 high, in units of the drawing.

import { draw, make } from "./dom.js";
import { isLevel, isRed, isWild, rankText, standsFor } from "./game.js";

const SUITS = {
  H: "M50 95C-25 45 10-15 50 25C90-15 125 45 50 95Z",
  S: "M50 0C130 55 90 105 50 70C10 105-30 55 50 0ZM50 50L70 100H30Z",
  D: "M50 0L90 50L50 100L10 50Z",
  C: "M50 1.5a23.5 23.5 0 1 1-.01 0ZM25 34.5a23.5 23.5 0 1 1-.01 0ZM75 34.5a23.5 23.5 0 1 1-.01 0ZM42 35H58V65H42ZM50 50L70 100H30Z",
};
const STAR = "M50 4L61 38H97L68 59L79 94L50 73L21 94L32 59L3 38H39Z";

function shape(path, x, y, size, className = "ink") {
  return draw("path", { d: path, class: className, transform: `translate(${x} ${y}) scale(${size / 100})` });
}

function write(text, x, y, size, { width = 0, className = "ink rank" } = {}) {
  const fitted = width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
  const made = draw("text", { x, y, "font-size": size, "text-anchor": "middle", class: className, ...fitted });
  made.textContent = text;
  return made;
}

function joker(big, t) {
  const word = t(big ? "big" : "small");
  const parts = [...word].length <= 2
    ? [...word].map((sign, line) => write(sign, 25, 42 + line * 38, 36))
    : [draw("g", { transform: "translate(34 134) rotate(-90)" }, write(word, 62, 0, 34))];
  return [...parts, shape(STAR, 56, 92, 38)];
}

function plain(card) {
  const rank = rankText(card[1]);
  const suit = SUITS[card[0]];
  const index = write(rank, 27, 51, 52, rank === "10" ? { width: 44 } : {});
  return suit
    ? [index, shape(suit, 10, 63, 32), shape(suit, 56, 92, 38)]
    : [index, write("?", 26, 98, 44, { className: "ink rank faint" })];
}

/** A card, as text of the engine. level marks level cards and wild ones, stands what a wild one stands for. */
export function drawCard(card, level, t, stands = "") {
  const red = card === "HR" || (card !== "SB" && isRed(card));
  const body = draw("svg", { viewBox: "0 0 100 140", class: `card ${red ? "red" : "black"}` });
  body.append(draw("rect", { x: 1, y: 1, width: 98, height: 138, rx: 10, class: "paper" }));
  if (card === "??") {
    body.append(draw("rect", { x: 9, y: 9, width: 82, height: 122, rx: 6, class: "unread" }));
    body.append(write("?", 50, 96, 72, { className: "unread-sign" }));
  } else if (card === "HR" || card === "SB") {
    body.append(...joker(card === "HR", t));
  } else {
    if (isWild(card, level)) {
      body.append(draw("path", { d: "M1 96L45 139H11A10 10 0 0 1 1 129Z", class: "wild" }));
    } else if (isLevel(card, level)) {
      body.append(draw("rect", { x: 11, y: 122, width: 30, height: 8, rx: 4, class: "level" }));
    }
    body.append(...plain(card));
    if (stands) {
      body.append(draw("rect", { x: 6, y: 101, width: 40, height: 33, rx: 7, class: "wild" }));
      body.append(write(`=${stands}`, 26, 127, 27, { width: stands === "10" ? 36 : 0, className: "stands" }));
    }
  }
  return body;
}

/**
 * A row of cards that keeps its width: `room` cards' widths. They lap over each other where they are many.
 * All lengths follow from the row's font size, which is the width of a card.
 */
export class CardRow {
  #shown = "";

  constructor(room, t) {
    this.room = room;
    this.t = t;
    this.element = make("div", "cards");
    this.element.style.width = `${room}em`;
  }

  /** Show the cards of a turn; true where they are other cards than before. */
  show(turn, level) {
    const cards = turn?.kind === "play" ? turn.cards : [];
    const key = cards.length ? `${turn.seq} ${level} ${cards.join(" ")} ${turn.as?.wilds ?? ""}` : "";
    if (key === this.#shown) return false;
    this.#shown = key;
    const step = cards.length > 1 ? Math.min(0.56, (this.room - 1) / (cards.length - 1)) : 0;
    const stands = cards.length ? standsFor(turn, level) : [];
    const drawn = cards.map((card, place) => {
      const made = drawCard(card, level, this.t, stands[place]);
      made.style.marginLeft = place ? `${step - 1}em` : "0";
      made.style.setProperty("--place", place);
      return made;
    });
    this.element.replaceChildren(...drawn);
    return cards.length > 0;
  }
}
