// Statistics: times, plays and passes, bombs, levels, lengths of the deals.

import { draw, make, setText } from "../dom.js";
import { clockText, playerName, rankText, secondsText, sideName } from "../game.js";
import { badge, matchText, sideMark } from "../parts.js";

const LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
const WIDE = 760;
const HIGH = 300;

/** A number rounded up to a step that reads well. */
function rounded(value, steps) {
  return steps.find((step) => step >= value) ?? Math.ceil(value / steps.at(-1)) * steps.at(-1);
}

function label(text, x, y, anchor = "middle", className = "axis") {
  const made = draw("text", { x, y, "text-anchor": anchor, class: className });
  made.textContent = text;
  return made;
}

export class StatisticsView {
  #shown = "";

  constructor({ t }) {
    this.t = t;
    this.title = make("h1", "st-title", t("statistics"));
    this.note = make("span", "st-note");
    this.deals = make("span", "st-deals");
    this.players = make("div", "st-players");
    this.levels = make("div", "st-plot");
    this.lengths = make("div", "st-plot");
    this.element = make("section", "view statistics", make("div", "st panel",
      make("header", "st-head", this.title, this.deals, this.note), this.players,
      make("div", "st-plots", this.levels, this.lengths)));
  }

  show(state) {
    const key = JSON.stringify([state.statistics, state.deals, state.seats.map((seat) => seat.player), state.event]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { t } = this;
    setText(this.deals, t("statistics.deals", state.statistics.deals));
    setText(this.note, [state.event, matchText(t, state)].filter(Boolean).join(" · "));
    this.players.replaceChildren(this.#heads(), ...this.#rows(state));
    this.levels.replaceChildren(this.#legend(state, t("plot.levels")), this.#levelPlot(state));
    this.lengths.replaceChildren(make("h2", "", t("plot.lengths"), make("span", "muted", t("plot.lengths.note"))),
      this.#lengthPlot(state));
  }

  #heads() {
    const { t } = this;
    const mean = make("h2", "", t("plot.mean"), make("span", "muted", t("plot.mean.note")));
    return make("div", "st-row st-heads", make("span"), mean, make("h2", "", t("plot.turns")),
      make("h2", "", t("plot.bombs")));
  }

  #rows(state) {
    const { players } = state.statistics;
    const mean = rounded(Math.max(1000, ...players.map((each) => each.mean_ms ?? 0)), [2000, 5000, 10000, 20000, 30000, 60000]);
    const turns = Math.max(1, ...players.map((each) => each.plays + each.passes));
    return players.map((each) => {
      const seat = state.seats.find((other) => other.seat === each.seat);
      return make("div", `st-row side${seat.side}`,
        make("div", "st-who", badge(this.t, each.seat, seat.side), make("span", "name", playerName(this.t, seat))),
        this.#times(each, mean), this.#turns(each, turns), this.#bombs(each));
    });
  }

  #times(each, scale) {
    const { t } = this;
    const mean = each.mean_ms === null ? "" : t("seconds", secondsText(each.mean_ms));
    const most = each.longest_ms === null ? "" : t("seconds", secondsText(each.longest_ms));
    const bar = draw("svg", { viewBox: "0 0 400 40", class: "st-bar", preserveAspectRatio: "none" },
      draw("rect", { x: 0, y: 0, width: 400, height: 40, class: "track" }),
      draw("rect", { x: 0, y: 0, width: (each.mean_ms ?? 0) / scale * 400, height: 40, class: "solid" }));
    return make("div", "st-cell", bar, make("b", "num", mean), make("span", "num muted st-most", most));
  }

  #turns(each, most) {
    const plays = each.plays / most * 300;
    const passes = each.passes / most * 300;
    const bar = draw("svg", { viewBox: "0 0 300 40", class: "st-bar", preserveAspectRatio: "none" },
      draw("rect", { x: 0, y: 0, width: 300, height: 40, class: "track" }),
      draw("rect", { x: 0, y: 0, width: plays, height: 40, class: "solid" }),
      draw("rect", { x: plays, y: 10, width: passes, height: 20, class: "thin" }));
    return make("div", "st-cell", bar, make("b", "num", each.plays), make("span", "num muted st-few", each.passes));
  }

  #bombs(each) {
    return make("div", "st-cell st-bombs", make("b", "num", each.bombs),
      make("div", "st-dots", ...Array.from({ length: Math.min(each.bombs, 16) }, () => make("i", "dot"))));
  }

  #legend(state, title) {
    return make("div", "st-legend", make("h2", "", title), ...state.sides.map((side, index) =>
      make("span", "st-key", sideMark(index), sideName(this.t, side))));
  }

  #levelPlot(state) {
    const { deals } = state;
    const plot = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}` });
    const y = (value) => HIGH - 40 - Math.max(0, LEVELS.indexOf(value)) / 12 * (HIGH - 70);
    const x = (deal) => 50 + deal / Math.max(1, deals.length) * (WIDE - 120);
    for (const value of ["2", "5", "8", "J", "A"]) {
      plot.append(draw("line", { x1: 50, x2: WIDE - 70, y1: y(value), y2: y(value), class: "grid" }));
      plot.append(label(rankText(value), 36, y(value) + 8, "end"));
    }
    if (!deals.length) {
      plot.append(label(this.t("plot.empty"), WIDE / 2, HIGH / 2, "middle", "empty"));
      return plot;
    }
    const step = Math.ceil(deals.length / 12);
    deals.forEach((deal, index) => {
      if (index % step === 0) plot.append(label(String(deal.deal), x(index + 1), HIGH - 8));
    });
    const ends = [];
    for (const side of [0, 1]) {
      let path = `M${x(0)} ${y("2")}`;
      deals.forEach((deal, index) => { path += `H${x(index + 1).toFixed(1)}V${y(deal.levels[side]).toFixed(1)}`; });
      plot.append(draw("path", { d: path, class: `line side${side}` }));
      ends.push({ side, value: deals.at(-1).levels[side], at: y(deals.at(-1).levels[side]) });
    }
    const same = Math.abs(ends[0].at - ends[1].at) < 30;
    for (const { side, value, at } of ends) {
      const down = same ? (side === 0) === (ends[0].at <= ends[1].at) ? -15 : 15 : 0;
      plot.append(draw("circle", { cx: WIDE - 70, cy: at, r: 8, class: `end side${side}` }));
      plot.append(label(rankText(value), WIDE - 52, at + 11 + down, "start", `last side${side}`));
    }
    return plot;
  }

  #lengthPlot(state) {
    const deals = state.deals.slice(-14);
    const plot = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}` });
    const most = rounded(Math.max(60000, ...deals.map((deal) => deal.length_ms ?? 0)), [60000, 120000, 300000, 600000, 900000, 1200000]);
    for (const share of [0, 0.5, 1]) {
      const at = HIGH - 40 - share * (HIGH - 80);
      plot.append(draw("line", { x1: 90, x2: WIDE - 10, y1: at, y2: at, class: "grid" }));
      plot.append(label(clockText(most * share), 78, at + 8, "end"));
    }
    if (!deals.length) {
      plot.append(label(this.t("plot.empty"), WIDE / 2 + 40, HIGH / 2, "middle", "empty"));
      return plot;
    }
    const pace = (WIDE - 110) / Math.max(6, deals.length);
    deals.forEach((deal, index) => {
      const high = (deal.length_ms ?? 0) / most * (HIGH - 80);
      const left = 100 + index * pace;
      const wide = Math.min(64, pace * 0.66);
      const bars = deal.winner === 0 ? [[left, wide]] : [[left, wide * 0.44], [left + wide * 0.56, wide * 0.44]];
      for (const [x, width] of bars) {
        plot.append(draw("rect", { x, y: HIGH - 40 - high, width, height: high, rx: 4, class: `column side${deal.winner}` }));
      }
      plot.append(label(String(deal.deal), left + wide / 2, HIGH - 8));
    });
    return plot;
  }

  tick() {}
}
