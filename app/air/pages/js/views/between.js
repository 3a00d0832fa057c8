// Between deals: the result, the levels, the tribute, the times.

import { drawCard } from "../cards.js";
import { draw, make, setClass, setHidden, setText } from "../dom.js";
import { clockText, playerName, rankText, sideName } from "../game.js";
import { Pair, RoundTime, alertText, badge, level, matchText, sideMark } from "../parts.js";

const QUIET = ["waiting", "before", "tribute", "between", "over"];
const HISTORY = 10;

/** All four places of a deal; the two that a double leaves open share the last. */
function places(state, finish) {
  const rest = state.seats.map((seat) => seat.seat).filter((seat) => !finish.includes(seat));
  return [...finish.map((seat, index) => ({ seat, place: index + 1 })), ...rest.map((seat) => ({ seat, place: 0 }))];
}

const arrow = () => draw("svg", { viewBox: "0 0 40 24", class: "arrow" },
  draw("path", { d: "M2 12H34M25 3L35 12L25 21", fill: "none" }));

export class BetweenView {
  #shown = "";

  constructor({ t, always }) {
    this.t = t;
    this.always = always;
    this.title = make("h1", "bt-title");
    this.note = make("span", "bt-note");
    this.time = new RoundTime(t);
    this.headline = make("div", "bt-headline");
    this.finish = make("div", "bt-finish");
    this.levels = make("div", "bt-levels");
    this.facts = make("div", "bt-facts");
    this.tribute = make("div", "bt-tribute");
    this.history = make("div", "bt-history");
    this.foot = make("footer", "bt-foot", this.tribute);
    this.panel = make("div", "bt panel",
      make("header", "bt-head", this.title, this.headline, make("div", "bt-corner", this.note, this.time.element)),
      make("div", "bt-left", this.finish), make("div", "bt-right", this.levels, this.history, this.facts),
      this.foot);
    this.element = make("section", "view between", this.panel);
  }

  show(state) {
    setHidden(this.element, !this.always && !QUIET.includes(state.phase));
    const { now_ms: _, happened: __, ...key } = state;
    const said = JSON.stringify(key);
    if (said === this.#shown) return;
    this.#shown = said;
    const { t } = this;
    const { result } = state;
    const alert = alertText(t, state);
    setClass(this.panel, "short", !result);
    setText(this.title, this.#titleText(state));
    setText(this.note, [state.event, matchText(t, state)].filter(Boolean).join(" · "));
    setClass(this.headline, "alert", alert);
    this.headline.replaceChildren(...(alert ? [alert] : this.#headline(state)));
    this.finish.replaceChildren(...(result ? this.#finish(state) : this.#players(state)));
    this.levels.replaceChildren(make("h2", "", t("levels")), ...this.#levels(state));
    this.facts.replaceChildren(...(result ? this.#facts(result) : []));
    this.tribute.replaceChildren(...this.#tribute(state));
    setClass(this.foot, "bare", !this.tribute.childElementCount);
    this.history.replaceChildren(...this.#history(state));
  }

  #titleText(state) {
    const { t } = this;
    if (state.phase === "over") return t("phase.over");
    return state.result ? t("between.title", state.result.deal) : t(`phase.${state.phase}`);
  }

  #headline(state) {
    const { t } = this;
    const { result } = state;
    const won = state.sides.findIndex((side) => side.won);
    if (won >= 0) {
      return [sideMark(won), this.#pair("bt-pair", state, state.sides[won]), make("b", "", t("won"))];
    }
    if (!result) return [];
    const side = state.sides[result.winner];
    const double = result.finish.length >= 2 && side.seats.includes(result.finish[1]);
    return [sideMark(result.winner), make("span", "bt-pair", sideName(t, side)),
      double ? make("span", "", t("gain.3")) : null, make("b", "", t("gain.up", result.gain))].filter(Boolean);
  }

  #pair(classes, state, side) {
    const made = new Pair(classes);
    made.show(this.t, state, side);
    return made.element;
  }

  #seat(state, seat, ...before) {
    const found = state.seats.find((each) => each.seat === seat);
    return make("div", `bt-seat side${found.side}`, ...before, badge(this.t, seat, found.side),
      make("span", "name", playerName(this.t, found)));
  }

  #finish(state) {
    const { t } = this;
    return [make("h2", "", t("finish")), ...places(state, state.result.finish).map(({ seat, place }) => {
      const sign = make("span", `place${place === 1 ? " first" : ""}`, t(place ? `place.${place}` : "place.double"));
      return this.#seat(state, seat, sign);
    })];
  }

  #players(state) {
    return [make("h2", "", this.t("players")), ...state.seats.map((seat) => this.#seat(state, seat.seat))];
  }

  #levels(state) {
    const before = state.deals.at(-2)?.levels;
    const { result } = state;
    return state.sides.map((side, index) => {
      const was = result ? before?.[index] ?? "2" : null;
      const row = make("div", `bt-level side${index}`, sideMark(index),
        this.#pair("bt-side", state, side));
      const up = was && was !== side.level && !state.frozen;
      if (up) row.append(make("span", "bt-was num", rankText(was)), arrow());
      const now = level(side.level);
      setClass(now, "up", up);
      row.append(now);
      return row;
    });
  }

  #facts(result) {
    const { t } = this;
    const fact = (name, value) => make("div", "bt-fact", make("span", "muted", t(name)), make("b", "num", value));
    return [
      fact("facts.time", result.length_ms === null ? t("none") : clockText(result.length_ms)),
      fact("facts.plays", t("facts.plays.n", result.plays)),
      fact("facts.bombs", t("facts.bombs.n", result.bombs)),
    ];
  }

  #tribute(state) {
    const { t } = this;
    const { tribute } = state;
    if (!tribute || state.phase === "over") return [];
    if (tribute.refused) {
      return [make("h2", "", t("tribute.none")), make("span", "muted", t("tribute.refused"))];
    }
    const side = (seat) => state.seats.find((each) => each.seat === seat)?.side ?? 0;
    const gift = (each) => make("div", "bt-gift", badge(t, each.seat, side(each.seat)),
      each.card ? drawCard(each.card, state.level, t) : make("i", "card owed"), arrow(),
      each.to ? badge(t, each.to, side(each.to)) : make("span", "badge unknown", "?"));
    return [false, true].flatMap((back) => {
      const own = tribute.gifts.filter((each) => each.back === back);
      return own.length ? [make("h2", "", t(back ? "return" : "tribute")), ...own.map(gift)] : [];
    });
  }

  #history(state) {
    const { t } = this;
    if (state.deals.length < 2) return [];
    return [make("h2", "", t("history")), ...state.deals.slice(-HISTORY).map((deal) =>
      make("div", `bt-past side${deal.winner}`, make("span", "muted num", deal.deal), sideMark(deal.winner),
        make("b", "num", t("history.up", deal.gain))))];
  }

  tick(state, nowMs) {
    this.time.tick(state, nowMs);
  }
}
