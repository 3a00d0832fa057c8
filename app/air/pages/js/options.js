// What the address of a page asks for. Unknown or senseless values count as not given.

export const VIEWS = ["table", "lower-third", "score", "ticker", "between", "statistics", "hands"];
export const THEMES = ["dark", "light"];
export const LANGS = ["zh", "en"];

const one = (value, allowed) => (allowed.includes(value) ? value : allowed[0]);

/** A colour as CSS knows it; six or eight hex digits may go without the #, which an address cannot hold. */
function colour(value) {
  if (!value) return "";
  const said = /^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? `#${value}` : value;
  return CSS.supports("color", said) ? said : "";
}

/** Where a style sheet of the user's own may lie: http(s), or beside a page that is a file itself. */
function sheet(value, base) {
  if (!value) return "";
  try {
    const url = new URL(value, base);
    const allowed = url.protocol === "http:" || url.protocol === "https:"
      || (url.protocol === "file:" && base.startsWith("file:"));
    return allowed ? url.href : "";
  } catch {
    return "";
  }
}

/** The server: where the page came from, or what a page that is a file is told. */
function server(value, base) {
  if (base.startsWith("http")) return new URL(base).origin;
  try {
    const url = new URL(value || "http://127.0.0.1:8710");
    return url.protocol === "http:" || url.protocol === "https:" ? url.origin : "http://127.0.0.1:8710";
  } catch {
    return "http://127.0.0.1:8710";
  }
}

/**
 * Everything a page can be told. `view` is the page's own view, which only overlay.html leaves open:
 * there `?view=` names one or several, parted by commas.
 */
export function readOptions(address, view) {
  const url = new URL(address);
  const given = url.searchParams;
  const asked = (view || given.get("view") || "").split(",").filter((name) => VIEWS.includes(name));
  const delay = Number.parseFloat(given.get("delay") ?? "0");
  const turn = Number.parseInt(given.get("turn") ?? "0", 10);
  return {
    views: asked.length ? [...new Set(asked)] : [VIEWS[0]],
    lang: one(given.get("lang"), LANGS),
    theme: one(given.get("theme"), THEMES),
    css: sheet(given.get("css"), address),
    background: colour(given.get("bg")),
    delay: Number.isFinite(delay) && delay > 0 ? Math.min(delay, 7200) : 0,
    turn: turn >= 0 && turn <= 3 ? turn : 0,
    always: given.get("show") === "always",
    server: server(given.get("server"), address),
    token: decodeURIComponent(url.hash.slice(1)).replace(/^token=/, ""),
  };
}
