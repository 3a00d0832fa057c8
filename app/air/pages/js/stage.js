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

  /** A message of the feed, `age` ms old. A server that says there is nothing to show is there. */
  heard(message) {
    const nothing = message.refused === 404;
    if (message.alive || nothing) this.#aliveAt = performance.now() - (message.age ?? 0);
    if (nothing) this.#clear();
    if (message.state) this.hold.push(message);
  }

  /** At once, also what is still held back: it may not be seen any more. */
  #clear() {
    this.hold.clear();
    this.#state = null;
    setClass(this.element, "empty", true);
    delete this.element.dataset.seq;
  }

  #show({ state: whole, first, age = 0 }) {
    const state = whole.public ?? whole;
    const news = first || this.#seen === null ? [] : state.happened.filter((each) => each.seq > this.#seen);
    this.#seen = state.seq;
    const shown = state.phase !== "waiting";
    setClass(this.element, "empty", !shown);
    this.#state = shown ? state : null;
    if (!shown) return;
    this.#shownAt = performance.now() - age;
    for (const view of this.views) view.show(state, news, whole);
    this.element.dataset.seq = state.seq;
    this.#tick();
  }

  #tick() {
    const now = performance.now();
    const stale = now - this.#aliveAt > STALE_MS;
    setClass(this.stale, "on", stale);
    if (!this.#state) return;
    // Of what came after the last word nothing is known: the clocks stand at that moment.
    const known = stale ? Math.min(now, Math.max(this.#shownAt, this.#aliveAt + this.hold.ms)) : now;
    const nowMs = this.#state.now_ms + (known - this.#shownAt);
    for (const view of this.views) view.tick(this.#state, nowMs);
  }
}
