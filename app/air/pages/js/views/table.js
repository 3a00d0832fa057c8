// Full table: four seats around the trick.

import { CardRow } from "../cards.js";
import { animate, make, setClass, setHidden, setText } from "../dom.js";
import { playText, seatShort, sideName, spotOf } from "../game.js";
import { Bug, Plate, RingClock, alertText, matchText } from "../parts.js";

/** What a seat has laid, with its name in words. */
class Lay {
  constructor(t) {
    this.t = t;
    this.row = new CardRow(3.58, t);
    this.label = make("span", "lay-label");
    this.element = make("div", "lay", this.row.element, this.label);
  }

  /** True where cards have come. */
  show(turn, level, best) {
    setClass(this.element, "best", best);
    setClass(this.element, "passed", turn?.kind === "pass");
    setClass(this.element, "bomb", turn?.as?.bomb);
    setClass(this.element, "asked", turn?.asked);
    setText(this.label, turn ? turn.said ?? playText(this.t, turn, level) : "");
    setHidden(this.label, !turn);
    return this.row.show(turn, level);
  }
}

/** Phases in which the trick still lies there. */
const SHOWS_LAID = ["play", "pause", "ruling", "between", "over"];

/** The cards of the tribute, laid before each giver. */
function gifts(t, state) {
  if (!state.tribute || state.phase !== "tribute") return {};
  const laid = {};
  for (const gift of state.tribute.gifts) {
    const to = gift.to ? ` → ${seatShort(t, gift.to)}` : "";
    laid[gift.seat] = {
      seq: `gift${gift.back}`,
      kind: "play",
      cards: gift.card ? [gift.card] : [],
      as: null,
      said: t(gift.back ? "return" : "tribute") + to,
    };
  }
  return laid;
}

export class TableView {
  constructor({ t, turn }) {
    this.t = t;
    this.turn = turn;
    this.plates = [0, 1, 2, 3].map(() => new Plate(t));
    this.lays = [0, 1, 2, 3].map(() => new Lay(t));
    this.plates.forEach((plate, index) => plate.element.classList.add(`at-${spotOf(index, turn)}`));
    this.lays.forEach((lay, index) => lay.element.classList.add(`at-${spotOf(index, turn)}`));
    this.bug = new Bug(t);
    this.ring = new RingClock(t);
    this.status = make("div", "table-status");
    this.under = make("div", "table-under");
    this.middle = make("div", "table-middle", this.ring.element, this.status, this.under);
    this.event = make("span", "event-name");
    this.match = make("span", "event-match");
    this.corner = make("div", "corner panel", this.event, this.match);
    this.element = make("section", "view table", make("div", "felt"),
      ...this.lays.map((lay) => lay.element), this.middle, ...this.plates.map((plate) => plate.element),
      this.bug.element, this.corner);
  }

  show(state, news) {
    const { t } = this;
    const laid = gifts(t, state);
    this.bug.show(state);
    state.seats.forEach((seat, index) => {
      this.plates[index].show(seat);
      const turn = laid[seat.seat] ?? (SHOWS_LAID.includes(state.phase) ? seat.laid : null);
      const came = this.lays[index].show(turn, state.level, state.best === seat.seat && turn === seat.laid && turn !== null);
      if (came && news.length) animate(this.lays[index].element, turn.as?.bomb ? "comes-bomb" : "comes");
    });
    for (const each of news) {
      const index = state.seats.findIndex((seat) => seat.seat === each.seat);
      if (each.what === "finish" && index >= 0) animate(this.plates[index].element, "finishes");
    }
    setText(this.event, state.event);
    setText(this.match, matchText(t, state));
    setHidden(this.corner, !state.event && !matchText(t, state));
    this.#middle(state);
  }

  #middle(state) {
    const { t } = this;
    const alert = alertText(t, state);
    const playing = state.phase === "play" && !alert;
    const clock = playing && state.clock;
    const moving = state.seats.findIndex((seat) => seat.seat === (state.clock?.seat ?? "") || seat.turn);
    setHidden(this.ring.element, !clock);
    this.ring.point(clock && moving >= 0 ? spotOf(moving, this.turn) : "");
    let said = "";
    if (!clock) said = alert || (playing ? "" : t(`phase.${state.phase}`));
    setText(this.status, said);
    setHidden(this.status, !said);
    setClass(this.status, "alert", alert);
    setText(this.under, this.#under(state));
  }

  #under(state) {
    const { t } = this;
    if (state.phase === "tribute" && state.tribute?.refused) return t("tribute.none");
    const result = state.result;
    if (["between", "over"].includes(state.phase) && result) {
      const side = sideName(t, state.sides[result.winner]);
      return `${t("deal", result.deal)}  ${side} ${t("gain.up", result.gain)}`;
    }
    const trick = state.trick.at(-1)?.trick;
    if (state.phase === "tribute" || state.phase === "before") return "";
    return trick ? t("trick", trick) : t("trick.new");
  }

  tick(state, nowMs) {
    this.bug.tick(state, nowMs);
    for (const plate of this.plates) plate.tick(state, nowMs);
    if (state.clock) this.ring.tick(state.clock, nowMs);
  }
}
