// The stage of an overlay: its views, the moment that is shown, the clocks, the mark when it is stale.

import { make, setClass } from "./dom.js";
import { Hold } from "./hold.js";
import { BetweenView } from "./views/between.js";
import { HandsView } from "./views/hands.js";
import { LowerThirdView } from "./views/lower_third.js";
import { ScoreView } from "./views/score.js";
import { StatisticsView } from "./views/statistics.js";
import { TableView } from "./views/table.js";
import { TickerView } from "./views/ticker.js";
import { speaker } from "./words.js";

const KINDS = {
  table: TableView,
  "lower-third": LowerThirdView,
  score: ScoreView,
  ticker: TickerView,
  between: BetweenView,
  statistics: StatisticsView,
  hands: HandsView,
};
const STALE_MS = 3000;

export class Stage {
  #state = null;
  #shownAt = 0;
  #seen = null;
  #aliveAt = performance.now();

  constructor(options) {
    const t = speaker(options.lang);
    this.views = options.views.map((name) => new KINDS[name]({ t, turn: options.turn, always: options.always }));
    this.stale = make("div", "stale", make("i"), make("span", "", t("stale")));
    this.element = make("main", "stage", ...this.views.map((view) => view.element), this.stale);
    setClass(this.element, "empty", true);
    this.hold = new Hold(options.delay, (message) => this.#show(message));
    setInterval(() => this.#tick(), 100);
  }

  /** A message of the feed. */
  heard(message) {
    if (message.alive) this.#aliveAt = performance.now();
    if (message.state) this.hold.push(message);
  }

  #show({ state: whole, first }) {
    const state = whole.public ?? whole;
    const news = first || this.#seen === null ? [] : state.happened.filter((each) => each.seq > this.#seen);
    this.#seen = state.seq;
    const shown = state.phase !== "waiting";
    setClass(this.element, "empty", !shown);
    this.#state = shown ? state : null;
    if (!shown) return;
    this.#shownAt = performance.now();
    for (const view of this.views) view.show(state, news, whole);
    this.element.dataset.seq = state.seq;
    this.#tick();
  }

  #tick() {
    const now = performance.now();
    setClass(this.stale, "on", now - this.#aliveAt > STALE_MS);
    if (!this.#state) return;
    const nowMs = this.#state.now_ms + (now - this.#shownAt);
    for (const view of this.views) view.tick(this.#state, nowMs);
  }
}
