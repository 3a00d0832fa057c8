// What several views are made of: badges, levels, the clocks, the score bug.

import { draw, make, setClass, setHidden, setText } from "./dom.js";
import { REPORT, clockAt, clockText, pairNames, playerName, rankText, seatShort } from "./game.js";

/** A seat's sign. The two sides differ by colour and by shape: a bar, and a bar in two parts. */
export function badge(t, seat, side) {
  return make("span", `badge side${side}`, seatShort(t, seat));
}

/** The two players of a side: where the room is short, each gives way. */
export class Pair {
  #shown = "";

  constructor(classes) {
    this.element = make("span", `pair ${classes}`);
  }

  show(t, state, side) {
    const names = pairNames(t, state, side);
    const key = names.join("\n");
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.replaceChildren(...names.flatMap((name, place) =>
      [...(place ? [make("i", "pair-dot", "·")] : []), make("span", "pair-name", name)]));
  }
}

export const sideMark = (side) => make("i", `mark side${side}`);

export function level(value = "") {
  return make("span", "level-box num", rankText(value));
}

/** A seat with its name, cards left, place, clock: one of the four. */
export class Plate {
  constructor(t) {
    this.t = t;
    this.badge = make("span", "badge");
    this.name = make("span", "name");
    this.meta = make("span", "meta num");
    this.bar = make("i", "bar-fill");
    this.warn = warning();
    this.place = make("span", "place");
    this.count = make("span", "count num");
    this.element = make("div", "plate panel", this.badge,
      make("div", "who", this.name, make("div", "second", this.warn, this.meta, make("i", "bar", this.bar))),
      make("div", "right", this.place, this.count));
  }

  show(seat) {
    this.seat = seat;
    this.badge.className = `badge side${seat.side}`;
    setText(this.badge, seatShort(this.t, seat.seat));
    setText(this.name, playerName(this.t, seat));
    setText(this.count, seat.left);
    setClass(this.element, "turn", seat.turn);
    setClass(this.element, "out", seat.place !== null);
    setClass(this.element, "few", seat.left <= REPORT && seat.place === null);
    setText(this.place, seat.place ? this.t(`place.${seat.place}`) : "");
    setHidden(this.place, seat.place === null);
    setHidden(this.count, seat.place !== null);
  }

  tick(state, nowMs) {
    const { seat } = this;
    const clock = state.clock?.seat === seat.seat ? state.clock : null;
    const at = clock && clockAt(clock, nowMs);
    setClass(this.element, "near", at?.near);
    setClass(this.element, "over", at?.over);
    setClass(this.element, "timed", at?.limit);
    setText(this.meta, at ? clockSaid(this.t, at, clock.stands) : this.#rest());
    if (at) this.bar.style.transform = `scaleX(${at.share.toFixed(3)})`;
  }

  #rest() {
    const { seat, t } = this;
    if (seat.turn) return t("turn");
    return seat.place ? "" : t("used", clockText(seat.used_ms));
  }
}

function clockSaid(t, at, stands) {
  if (stands) return `${t("clock.stands")} ${clockText(at.used)}`;
  if (at.over) return `+${clockText(-at.left)}`;
  return clockText(at.limit ? at.left + 999 : at.used);
}

/** A triangle with its mark: a clock near its end differs by more than colour. */
export function warning() {
  return draw("svg", { viewBox: "0 0 24 22", class: "warning" },
    draw("path", { d: "M12 1L23 21H1Z", class: "warning-ground" }),
    draw("path", { d: "M11 7h2l-.4 7h-1.2ZM11 16h2v2.4h-2Z", class: "warning-sign" }));
}

const CIRCLE = 2 * Math.PI * 44;

/** The clock in the middle of the table, pointing at whose turn it is. */
export class RingClock {
  constructor(t) {
    this.t = t;
    this.arc = draw("circle", { cx: 50, cy: 50, r: 44, class: "ring-arc", "stroke-dasharray": CIRCLE });
    this.number = make("span", "ring-number num");
    this.caption = make("span", "ring-caption");
    this.pointer = make("i", "ring-pointer");
    this.element = make("div", "ring",
      draw("svg", { viewBox: "0 0 100 100" }, draw("circle", { cx: 50, cy: 50, r: 44, class: "ring-track" }), this.arc),
      this.pointer, make("div", "ring-text", this.number, this.caption));
  }

  point(spot) {
    for (const each of ["right", "top", "left", "bottom"]) setClass(this.element, `to-${each}`, each === spot);
    setHidden(this.pointer, !spot);
  }

  tick(clock, nowMs) {
    const { t } = this;
    const at = clockAt(clock, nowMs);
    setClass(this.element, "near", at.near);
    setClass(this.element, "over", at.over);
    setClass(this.element, "endless", !at.limit);
    this.arc.setAttribute("stroke-dashoffset", (CIRCLE * (1 - at.share)).toFixed(1));
    const left = Math.ceil(at.left / 1000);
    const short = at.limit && at.limit < 100000 ? left : clockText(at.limit ? at.left + 999 : at.used);
    setText(this.number, at.over ? `+${Math.floor(-at.left / 1000)}` : short);
    setClass(this.element, "long", this.number.textContent.length > 3);
    setText(this.caption, clock.stands ? t("clock.stands") : at.over ? t("clock.over") : t(`clock.${clock.kind}`));
  }
}

/** The round's time. */
export class RoundTime {
  constructor(t) {
    this.t = t;
    this.label = make("span", "muted", t("round.left"));
    this.time = make("span", "num round-time");
    this.warn = warning();
    this.element = make("span", "round-clock", this.label, this.warn, this.time);
  }

  tick(state, nowMs) {
    const clock = state.round_clock;
    setHidden(this.element, !clock);
    if (!clock) return;
    const left = clock.ends_ms - nowMs;
    setClass(this.element, "near", left <= 60000);
    setText(this.label, left <= 0 ? this.t("round.over") : this.t("round.left"));
    setText(this.time, clockText(left + 999));
  }
}

/** What stands of a match beside the players: round, table. */
export function matchText(t, state) {
  return [state.round ? t("round", state.round) : "", state.table ? t("table", state.table) : ""]
    .filter(Boolean).join(" · ");
}

/** What has to be said instead of the play: ruling, pause and so on; "" while play goes on. */
export function alertText(t, state) {
  if (state.ruling || state.phase === "ruling") return t("ruling");
  if (state.frozen) return t("frozen");
  return state.phase === "pause" ? t("phase.pause") : "";
}

/** The score: both sides with their levels, the deal, the round's time. */
export class Bug {
  constructor(t) {
    this.t = t;
    this.rows = [0, 1].map((side) => {
      const name = new Pair("bug-name");
      const box = level();
      return { name, box, element: make("div", `bug-row side${side}`, sideMark(side), name.element, box) };
    });
    this.deal = make("span", "bug-deal");
    this.playing = make("span", "bug-playing");
    this.time = new RoundTime(t);
    this.alert = make("span", "bug-alert");
    this.element = make("div", "bug panel", ...this.rows.map((row) => row.element),
      make("div", "bug-foot", this.deal, this.playing, this.time.element, this.alert));
  }

  show(state) {
    const { t } = this;
    state.sides.forEach((side, index) => {
      const row = this.rows[index];
      row.name.show(t, state, side);
      setText(row.box, rankText(side.level));
      setClass(row.element, "declarer", side.declarer);
      setClass(row.element, "won", side.won);
    });
    setText(this.deal, state.deal ? t("deal", state.deal) : t(`phase.${state.phase}`));
    setText(this.playing, state.level ? t("playing", rankText(state.level)) : "");
    const alert = alertText(t, state);
    setText(this.alert, alert);
    setClass(this.element, "alerts", alert);
    setClass(this.element, "frozen", state.frozen);
  }

  tick(state, nowMs) {
    this.time.tick(state, nowMs);
  }
}
