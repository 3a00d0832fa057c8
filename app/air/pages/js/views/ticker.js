// Ticker: the trick and the last plays, the newest at the right.

import { CardRow } from "../cards.js";
import { animate, make, setClass, setHidden, setText } from "../dom.js";
import { playText, playerName, rankText } from "../game.js";
import { alertText, badge } from "../parts.js";

const NAMED = ["fullhouse", "straight", "tube", "plate", "bomb", "sflush", "fourkings"];

export class TickerView {
  #shown = "";

  constructor({ t }) {
    this.t = t;
    this.title = make("span", "tk-title");
    this.note = make("span", "tk-note");
    this.line = make("div", "tk-line");
    this.element = make("section", "view ticker",
      make("div", "tk panel", make("div", "tk-head", this.title, this.note), this.line));
    addEventListener("resize", () => this.#fit());
    document.fonts.addEventListener("loadingdone", () => this.#fit());
  }

  show(state, news) {
    const { t } = this;
    const alert = alertText(t, state);
    const trick = state.trick.at(-1)?.trick;
    setText(this.title, trick ? t("trick", trick) : state.deal ? t("deal", state.deal) : t(`phase.${state.phase}`));
    const best = state.seats.find((seat) => seat.seat === state.best);
    const level = state.level ? t("playing", rankText(state.level)) : "";
    setText(this.note, alert || (state.phase === "play" && best ? t("best", playerName(t, best)) : level));
    setClass(this.note, "alert", alert);
    const key = JSON.stringify([state.plays, state.level]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#fill(state, news.some((each) => ["play", "bomb", "pass"].includes(each.what)));
  }

  #fill(state, moves) {
    const chips = [];
    let trick = null;
    for (const turn of state.plays) {
      const last = chips.at(-1);
      if (turn.trick !== trick) chips.push(make("i", "tk-cut"));
      if (turn.kind === "pass" && turn.trick === trick && last?.passes) {
        last.passes.append(this.#badge(state, turn.seat));
      } else {
        chips.push(this.#chip(state, turn));
      }
      trick = turn.trick;
    }
    this.line.replaceChildren(...chips);
    this.#fit();
    if (moves && chips.length) animate(chips.at(-1), chips.at(-1).classList.contains("bomb") ? "comes-bomb" : "comes");
  }

  #badge(state, seat) {
    return badge(this.t, seat, state.seats.find((each) => each.seat === seat)?.side ?? 0);
  }

  #chip(state, turn) {
    const { t } = this;
    if (turn.kind === "pass") {
      const passes = make("span", "tk-seats", this.#badge(state, turn.seat));
      const chip = make("div", "tk-chip passed", passes, make("span", "tk-said", t("pass")));
      chip.passes = passes;
      return chip;
    }
    const count = Math.max(1, turn.cards.length);
    const row = new CardRow(1 + 0.56 * (count - 1), t);
    row.show(turn, state.level);
    const chip = make("div", "tk-chip", this.#badge(state, turn.seat), turn.cards.length ? row.element : null);
    const named = turn.covered || NAMED.includes(turn.as?.type);
    if (named) chip.append(make("span", "tk-said", playText(t, turn, state.level)));
    setClass(chip, "bomb", turn.as?.bomb);
    setClass(chip, "asked", turn.asked);
    return chip;
  }

  /** Only what has room in full is shown. */
  #fit() {
    const chips = [...this.line.children];
    const room = this.line.getBoundingClientRect().left;
    for (const chip of chips) setHidden(chip, false);
    let gone = 0;
    while (gone < chips.length - 1 && chips[gone].getBoundingClientRect().left < room) {
      setHidden(chips[gone], true);
      gone += 1;
    }
    while (gone < chips.length - 1 && chips[gone].classList.contains("tk-cut")) {
      setHidden(chips[gone], true);
      gone += 1;
    }
  }

  tick() {}
}
