// The referee's tablet: position and clock for who may look; accept, correct, pass, call for the referee.

import { CardRow } from "./cards.js";
import { Control } from "./control.js";
import { make, setClass, setText } from "./dom.js";
import { clockAt, clockText, playText, playerName, rankText, seatShort, sideName, spotOf } from "./game.js";
import { readOptions } from "./options.js";
import { warning } from "./parts.js";
import { CardPicker } from "./picker.js";
import { listen } from "./source.js";
import { speaker } from "./words.js";

const STALE_MS = 3000;
const TOLD_MS = 5000;

/** A line of the list, or a pending play, as a turn that the words and cards know. */
const asTurn = (each) => ({ seq: each.seq ?? each.id, kind: each.kind === "pass" ? "pass" : "play", cards: each.cards, as: each.as });

class Seat {
  constructor(t, spot) {
    this.t = t;
    this.badge = make("span", "badge");
    this.name = make("span", "name");
    this.left = make("span", "rf-left num");
    this.row = new CardRow(3.4, t);
    this.said = make("span", "rf-said");
    this.element = make("div", `rf-seat at-${spot}`, make("div", "rf-who", this.badge, this.name, this.left),
      make("div", "rf-laid", this.row.element, this.said));
  }

  show(seat, state) {
    const { t } = this;
    const side = state.sides.findIndex((seats) => seats.includes(seat.seat));
    this.badge.className = `badge side${side}`;
    setText(this.badge, seatShort(t, seat.seat));
    setText(this.name, playerName(t, seat));
    setText(this.left, seat.place ? t(`place.${seat.place}`) : seat.left);
    setText(this.said, seat.passed ? t("pass") : "");
    setClass(this.element, "turn", seat.turn);
    setClass(this.element, "best", state.best === seat.seat);
    setClass(this.element, "asked", seat.asked);
    this.row.show({ seq: 0, kind: "play", cards: seat.laid, as: null }, state.level);
  }
}

class Tablet {
  #state = null;
  #shownAt = 0;
  #aliveAt = -Infinity;
  #refused = 0;
  #toldUntil = 0;

  constructor(t, options) {
    this.t = t;
    this.control = new Control(options.server, options.token, () => this.#buttons());
    this.deal = make("b", "rf-deal");
    this.levels = make("span", "rf-levels num");
    this.round = make("span", "rf-round num");
    this.live = make("span", "rf-live");
    this.seats = [0, 1, 2, 3].map((index) => new Seat(t, spotOf(index, options.turn)));
    this.clockSeat = make("span", "rf-clock-seat");
    this.clock = make("b", "rf-clock num");
    this.limit = make("span", "muted");
    this.middle = make("div", "rf-middle", this.clockSeat, make("div", "rf-clock-line", warning(), this.clock), this.limit);
    this.question = make("span", "rf-question");
    this.pending = new CardRow(7, t);
    this.told = make("div", "rf-told");
    this.buttons = {
      accept: this.#button("accept", () => this.#send(this.#acceptance())),
      correct: this.#button("correct", () => this.#pick()),
      pass: this.#button("pass", () => this.#send({ do: "pass" })),
      undo: this.#button("undo", () => this.#send({ do: "undo" })),
      call: this.#button("call", () => this.#send({ do: this.#state.paused ? "resume" : "call" })),
    };
    this.picker = new CardPicker(t, (cards) => this.#picked(cards));
    this.element = make("main", "rf", make("header", "rf-head", this.deal, this.levels, this.round, this.live),
      make("section", "rf-table", ...this.seats.map((seat) => seat.element), this.middle),
      make("section", "rf-desk", make("div", "rf-wait", this.question, this.pending.element, this.told),
        make("div", "rf-buttons", ...Object.values(this.buttons))), this.picker.element);
    setInterval(() => this.#tick(), 100);
    this.#buttons();
  }

  heard(message) {
    if (message.alive) this.#aliveAt = performance.now();
    if (message.refused) this.#refused = message.refused;
    if (!message.state) return;
    this.#refused = 0;
    this.#state = message.state;
    this.#shownAt = performance.now();
    this.#show();
    if (message.state.desk) this.control.open();
  }

  get #isLive() {
    return performance.now() - this.#aliveAt < STALE_MS && this.#state !== null;
  }

  #button(name, act) {
    const made = make("button", `rf-button ${name}`, this.t(`ref.${name}`));
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  #show() {
    const { t } = this;
    const state = this.#state;
    setText(this.deal, state.deal ? `${t("deal", state.deal)} · ${t("playing", rankText(state.level))}` : t("phase.before"));
    setText(this.levels, state.sides.map((seats, side) => `${sideName(t, { seats })} ${rankText(state.levels[side])}`).join("   "));
    state.seats.forEach((seat, index) => this.seats[index].show(seat, state));
    const pending = state.desk?.pending;
    const shown = pending ?? (state.desk ? this.#asked() : null);
    setText(this.question, shown
      ? t("ref.question", `${seatShort(t, shown.seat)} ${playText(t, asTurn(shown), state.level)}`)
      : state.desk ? t("ref.quiet") : "");
    this.pending.show(shown ? asTurn(shown) : null, state.level);
    setClass(this.element, "waits", shown);
    setClass(this.element, "view-only", !state.desk);
    this.#buttons();
    this.#tick();
  }

  #buttons() {
    const state = this.#state;
    const may = Boolean(state?.desk) && this.control.isOpen && this.#isLive;
    this.buttons.accept.disabled = !may || !this.#acceptance();
    this.buttons.correct.disabled = !may || !(state.desk.pending || this.#last());
    this.buttons.pass.disabled = !may || state.over || !state.seats.some((seat) => seat.turn);
    this.buttons.undo.disabled = !may || !state.desk.can_undo;
    this.buttons.call.disabled = !may || state.over;
    setText(this.buttons.call, this.t(state?.paused ? "ref.resume" : "ref.call"));
  }

  get #turns() {
    return this.#state.lines.filter((line) => ["play", "pass"].includes(line.kind) && line.state !== "undone");
  }

  #asked() {
    return this.#turns.findLast((line) => line.state === "asked") ?? null;
  }

  /** The turn that a correction is about: what is in doubt, else the last one. */
  #last() {
    return this.#asked() ?? this.#turns.at(-1);
  }

  /** The act that says: so it was. A turn that stands as asked is confirmed by its own cards. */
  #acceptance() {
    const { pending } = this.#state.desk;
    if (pending) return { do: "accept", proposal: pending.id };
    const asked = this.#asked();
    if (!asked || asked.cards.some((card) => card.includes("?"))) return null;
    return { do: "correct", play: asked.seq, cards: asked.cards };
  }

  #pick() {
    const { pending } = this.#state.desk;
    const about = pending ?? this.#last();
    this.about = pending ? { do: "accept", proposal: pending.id } : { do: "correct", play: about.seq };
    this.expected = this.#state.seq;
    this.picker.open(`${seatShort(this.t, about.seat)} · ${playText(this.t, asTurn(about), this.#state.level)}`, about.cards,
      this.#state.level);
  }

  #picked(cards) {
    if (cards) this.#send({ ...this.about, cards }, this.expected);
  }

  async #send(act, expected = this.#state.seq) {
    const { t } = this;
    const answer = await this.control.send({ ...act, expected });
    let said = t("ref.sent");
    if (!answer) said = t("ref.offline");
    else if (answer.conflict) said = t("ref.late");
    else if (!answer.ok) said = t("ref.failed", answer.error ?? "");
    setText(this.told, said);
    setClass(this.told, "failed", !answer?.ok);
    this.#toldUntil = performance.now() + TOLD_MS;
  }

  #tick() {
    const { t } = this;
    const live = this.#isLive;
    const refused = this.#refused === 401 || this.#refused === 403;
    setText(this.live, refused ? t("ref.needs") : live ? t(this.#state.desk ? "ref.live" : "ref.view") : t("ref.frozen"));
    if (this.live.classList.contains("on") !== live) this.#buttons();
    setClass(this.live, "on", live);
    setClass(this.element, "dead", !live);
    if (performance.now() > this.#toldUntil) setText(this.told, "");
    if (!this.#state) return;
    this.#clocks(live ? this.#state.now_ms + performance.now() - this.#shownAt : this.#state.now_ms);
  }

  #clocks(nowMs) {
    const { t } = this;
    const { clock, round_clock: round, seats, paused } = this.#state;
    setText(this.round, round ? `${t("round.left")} ${clockText(round.ends_ms - nowMs + 999)}` : "");
    const moves = seats.find((seat) => seat.turn);
    const at = clock && clockAt(clock, nowMs);
    const who = clock?.seat ?? moves?.seat;
    setText(this.clockSeat, who ? `${seatShort(t, who)} ${t(`clock.${clock?.kind ?? "move"}`)}` : "");
    setText(this.clock, at ? (at.over ? `+${clockText(-at.left)}` : clockText(at.limit ? at.left + 999 : at.used)) : "");
    setText(this.limit, paused ? t("clock.stands") : at ? (at.limit ? t("clock.limit", at.limit / 1000) : t("clock.none")) : "");
    setClass(this.middle, "near", at?.near);
    setClass(this.middle, "stands", paused);
  }
}

const options = readOptions(location.href, "table");
const t = speaker(options.lang);
document.documentElement.lang = options.lang === "en" ? "en" : "zh-CN";
document.documentElement.dataset.theme = options.theme;
document.title = `${t("app")} · ${t("ref.title")}`;
const tablet = new Tablet(t, options);
document.body.append(tablet.element);
listen(`${options.server}/referee/feed`, options.token, "", (message) => tablet.heard(message));
