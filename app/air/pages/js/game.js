// The game in words and numbers: seats, ranks, plays, times.

const RUNS = { straight: 5, sflush: 5, tube: 3, plate: 2 };
const RANKS_UP = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
/** So many cards or fewer are said aloud at the table, and shown large. */
export const REPORT = 10;

/** A rank as people write it. */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

export const isWild = (card, level) => Boolean(level) && card === `H${level}`;
export const isLevel = (card, level) => Boolean(level) && card.length === 2 && card[1] === level
  && "SHCD?".includes(card[0]);
export const isRed = (card) => card[0] === "H" || card[0] === "D";

export function seatShort(t, seat) {
  const said = t(`seat.${seat}`);
  return said.startsWith("seat.") ? seat : said;
}

/** A player's name, or the seat's where there is none. */
export function playerName(t, seat) {
  if (seat.player) return seat.player;
  const said = t(`player.${seat.seat}`);
  return said.startsWith("player.") ? seat.seat : said;
}

export const sideName = (t, side) => t("side", seatShort(t, side.seats[0]), seatShort(t, side.seats[1]));

/** The two names of a side, or its seats as one where nobody is named. */
export function pairNames(t, state, side) {
  const own = side.seats.map((name) => state.seats.find((seat) => seat.seat === name));
  return own.some((seat) => seat?.player) ? own.map((seat) => playerName(t, seat)) : [sideName(t, side)];
}

function keyText(t, key, level) {
  if (key === "level") return rankText(level);
  if (key === "HR") return t("joker.big");
  if (key === "SB") return t("joker.small");
  return rankText(key);
}

/** A play in words: 钢板 3–4. Of cards whose reading is not known, how many they are. */
export function playText(t, turn, level) {
  if (turn.kind === "pass") return t("pass");
  if (turn.covered) return t("covered");
  if (!turn.as) return t("cards", turn.cards.length);
  const length = RUNS[turn.as.type];
  const high = RANKS_UP.lastIndexOf(turn.as.key);
  const low = length && high >= 0 ? rankText(RANKS_UP[Math.max(0, high - length + 1)]) : "";
  return t(`combo.${turn.as.type}`, keyText(t, turn.as.key, level), low, turn.as.size);
}

/** What each wild card of a play stands for, by its place among the cards; "" where that says nothing. */
export function standsFor(turn, level) {
  const wilds = [...(turn.as?.wilds ?? [])];
  const says = turn.cards.length > 1;
  return turn.cards.map((card) => {
    if (!isWild(card, level) || !wilds.length) return "";
    const stands = wilds.shift();
    return says && stands !== card ? rankText(stands[1] ?? "") : "";
  });
}

/** 0:23, 12:05, 1:02:03. */
export function clockText(ms) {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}

/** 5.2 */
export const secondsText = (ms) => (ms / 1000).toFixed(1);

/** The running clock at a moment: used and left in ms, share of the limit that is left, near, over. */
export function clockAt(clock, nowMs) {
  const used = Math.max(0, clock.stands && clock.used_ms != null ? clock.used_ms : nowMs - clock.since_ms);
  const limit = clock.limit_ms;
  if (!limit) return { used, limit: 0, left: 0, share: 1, near: false, over: false };
  const left = limit - used;
  return {
    used,
    limit,
    left,
    share: Math.min(1, Math.max(0, left / limit)),
    near: left <= Math.min(10000, limit / 3),
    over: left < 0,
  };
}

/** Where a seat sits on the picture: the first in the order of play at the right, then against the clock. */
export const SPOTS = ["right", "top", "left", "bottom"];
export const spotOf = (index, turn) => SPOTS[(index + turn) % 4];
