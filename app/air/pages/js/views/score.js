// Score bug: levels, deal, the round's time.

import { make } from "../dom.js";
import { Bug } from "../parts.js";

export class ScoreView {
  constructor({ t }) {
    this.bug = new Bug(t);
    this.element = make("section", "view score", this.bug.element);
  }

  show(state) {
    this.bug.show(state);
  }

  tick(state, nowMs) {
    this.bug.tick(state, nowMs);
  }
}
