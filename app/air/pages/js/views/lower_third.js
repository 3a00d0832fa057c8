// Lower third: levels, the four seats, the play that is to be beaten.

import { CardRow } from "../cards.js";
import { animate, make, setClass, setHidden, setText } from "../dom.js";
import { playText, playerName, rankText, sideName } from "../game.js";
import { Plate, alertText, level, sideMark } from "../parts.js";

export class LowerThirdView {
  constructor({ t, turn }) {
    this.t = t;
    this.turn = turn;
    this.sides = [0, 1].map((side) => {
      const name = make("span", "lt-side-name");
      const box = level();
      return { name, box, element: make("div", `lt-side side${side}`, sideMark(side), name, box) };
    });
    this.plates = [0, 1, 2, 3].map(() => new Plate(t));
    this.row = new CardRow(5.8, t);
    this.who = make("span", "lt-who");
    this.what = make("span", "lt-what");
    this.best = make("div", "lt-best", make("div", "lt-said", this.who, this.what), this.row.element);
    this.element = make("section", "view lower-third", make("div", "lt panel",
      make("div", "lt-score", ...this.sides.map((side) => side.element)),
      make("div", "lt-seats", ...this.plates.map((plate) => plate.element)), this.best));
  }

  show(state, news) {
    const { t } = this;
    state.sides.forEach((side, index) => {
      setText(this.sides[index].name, sideName(t, side));
      setText(this.sides[index].box, rankText(side.level));
      setClass(this.sides[index].element, "declarer", side.declarer);
    });
    state.seats.forEach((seat, index) => {
      const plate = this.plates[(index + this.turn) % 4];
      plate.show(seat);
      if (news.some((each) => each.what === "finish" && each.seat === seat.seat)) animate(plate.element, "finishes");
    });
    const best = state.seats.find((seat) => seat.seat === state.best && seat.laid?.kind === "play");
    const came = this.row.show(best?.laid, state.level);
    if (came && news.length) animate(this.best, best.laid.as?.bomb ? "comes-bomb" : "comes");
    const alert = alertText(t, state);
    setText(this.who, best ? playerName(t, best) : state.deal ? t("deal", state.deal) : state.event);
    setText(this.what, alert || (best ? playText(t, best.laid, state.level) : this.#waiting(state)));
    setClass(this.best, "alert", alert);
    setClass(this.best, "bomb", best?.laid.as?.bomb && !alert);
    setHidden(this.row.element, !best);
  }

  #waiting(state) {
    const { t } = this;
    const lead = state.seats.find((seat) => seat.leads);
    if (state.phase === "play") return lead ? `${playerName(t, lead)} ${t("clock.lead")}` : "";
    return t(`phase.${state.phase}`);
  }

  tick(state, nowMs) {
    for (const plate of this.plates) if (plate.seat) plate.tick(state, nowMs);
  }
}
