// The page that lists everything: addresses to copy, live previews, how many are connected.

import { make, setClass, setHidden, setText } from "./dom.js";
import { LANGS, THEMES, VIEWS, readOptions } from "./options.js";
import { speaker } from "./words.js";

const ASK_MS = 2000;

const options = readOptions(location.href, "table");
const t = speaker(options.lang);
const hash = options.token ? `#token=${encodeURIComponent(options.token)}` : "";
const chosen = { theme: options.theme, lang: options.lang, turn: "0", delay: "", bg: "" };

/** The address of a page with what is chosen; what is as it is anyway stays out. */
function address(path, token = hash) {
  const query = new URLSearchParams();
  if (chosen.theme !== THEMES[0]) query.set("theme", chosen.theme);
  if (chosen.lang !== LANGS[0]) query.set("lang", chosen.lang);
  if (chosen.turn !== "0") query.set("turn", chosen.turn);
  if (Number(chosen.delay) > 0) query.set("delay", String(Number(chosen.delay)));
  if (chosen.bg) query.set("bg", chosen.bg);
  const said = query.toString();
  return `${location.origin}${path}${said ? `?${said}` : ""}${token}`;
}

async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Away from this machine a page without https has no clipboard of its own.
  const field = make("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

function copyButton(text) {
  const made = make("button", "ix-copy", t("index.copy"));
  made.type = "button";
  made.addEventListener("click", async () => {
    await copy(text());
    setText(made, t("index.copied"));
    setClass(made, "done", true);
    setTimeout(() => {
      setText(made, t("index.copy"));
      setClass(made, "done", false);
    }, 1600);
  });
  return made;
}

function link(text, url, download = "") {
  const made = make("a", "ix-open", text);
  made.href = url;
  made.rel = "noreferrer";
  if (download) made.download = download;
  else made.target = "_blank";
  return made;
}

/** A file for one view, with all that is chosen: it comes back by itself whenever the program runs. */
async function save(name) {
  const answer = await fetch("/overlay/overlay.html", { cache: "no-store" });
  if (!answer.ok) return;
  const query = new URL(address("/")).searchParams;
  query.set("view", name);
  query.set("server", location.origin);
  const asks = `?${query}${hash}`.replaceAll("&", "&amp;");
  const text = (await answer.text()).replace("<body>", `<body data-asks="${asks}">`);
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.download = `overlay-${name}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function button(text, act) {
  const made = make("button", "ix-open", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** A view: its name, its preview, its address. */
class Card {
  constructor(name) {
    this.path = `/overlay/${name}.html`;
    this.frame = make("iframe", "ix-frame");
    this.frame.title = t(`index.view.${name}`);
    this.frame.tabIndex = -1;
    this.address = make("code", "ix-address");
    this.open = link(t("index.open"), "");
    this.element = make("article", "ix-card", make("div", "ix-preview", this.frame),
      make("div", "ix-name", make("h2", "", t(`index.view.${name}`)), make("span", "muted", t(`index.note.${name}`))),
      this.address, make("div", "ix-acts", copyButton(() => address(this.path)), this.open, button(t("index.save"), () => save(name))));
    this.choose();
  }

  choose() {
    const url = address(this.path);
    setText(this.address, url.replace(/#.*/, hash ? "#token=…" : ""));
    this.open.href = url;
    const shown = new URL(url);
    shown.searchParams.set("show", "always");
    // Another hash alone would not load the page anew.
    if (this.frame.src !== shown.href) this.frame.src = shown.href;
  }
}

function row(name, note, path, ...acts) {
  return make("div", "ix-row", make("div", "", make("b", "", name), note ? make("span", "muted", note) : null),
    make("code", "ix-address", path), ...acts);
}

function choice(label, name, values) {
  const made = make("select");
  for (const [value, text] of values) {
    const option = make("option", "", text);
    option.value = value;
    option.selected = value === chosen[name];
    made.append(option);
  }
  return field(label, name, made);
}

function field(label, name, input) {
  input.addEventListener("change", () => {
    chosen[name] = input.value;
    if (name === "lang") {
      const url = new URL(location.href);
      url.searchParams.set("lang", input.value);
      location.href = url.href;
    }
    if (name === "theme") document.documentElement.dataset.theme = input.value;
    for (const card of cards) card.choose();
  });
  return make("label", "ix-choice", make("span", "", label), input);
}

function delayField() {
  const input = make("input");
  Object.assign(input, { type: "number", min: "0", max: "7200", step: "1", value: "0" });
  return field(t("index.delay.more"), "delay", input);
}

const cards = VIEWS.filter((name) => name !== "hands").map((name) => new Card(name));
const clients = make("b", "num");
const delay = make("span", "num");
const fault = make("div", "ix-fault hidden");

document.documentElement.lang = options.lang === "en" ? "en" : "zh-CN";
document.documentElement.dataset.theme = options.theme;
document.title = t("app");
document.body.append(make("main", "ix",
  make("header", "ix-head", make("div", "", make("h1", "", `${t("app")} · ${t("index.title")}`), make("p", "muted", t("index.lead"))),
    make("div", "ix-status", clients, delay, make("span", "muted", t("index.clients.note")))), fault,
  make("section", "ix-options", choice(t("index.lang"), "lang", [["zh", "中文"], ["en", "English"]]),
    choice(t("index.theme"), "theme", THEMES.map((name) => [name, t(`index.theme.${name}`)])),
    choice(t("index.turn"), "turn", [["0", "0°"], ["1", "90°"], ["2", "180°"], ["3", "270°"]]),
    choice(t("index.bg"), "bg", [["", t("index.bg.none")], ["00b140", t("index.bg.green")], ["0047bb", t("index.bg.blue")]]), delayField()),
  make("section", "ix-cards", ...cards.map((card) => card.element)),
  make("section", "ix-rows",
    row(t("index.file"), t("index.file.note"), "/overlay/overlay.html",
      link(t("index.download"), "/overlay/overlay.html", "overlay.html")),
    row(t("index.view.hands"), t("index.hands.note"), "/overlay/hands.html", copyButton(() => address("/overlay/hands.html", "#token="))),
    row(t("index.referee"), t("index.referee.note"), "/referee.html", copyButton(() => address("/referee.html", "#token="))),
    row(t("index.data.feed"), "", "/feed", copyButton(() => `${location.origin}/feed`)),
    row(t("index.data.state"), "", "/state", copyButton(() => `${location.origin}/state`)),
    row(t("index.data.schema"), "", "/schema/state.json", copyButton(() => `${location.origin}/schema/state.json`)))));

function say(problem) {
  setText(fault, problem);
  setHidden(fault, !problem);
}

async function ask() {
  try {
    const headers = options.token ? { Authorization: `Bearer ${options.token}` } : {};
    const answer = await fetch("/about", { headers, cache: "no-store", credentials: "omit" });
    if (answer.ok) {
      const about = await answer.json();
      const count = Object.values(about.clients).reduce((sum, each) => sum + each, 0);
      setText(clients, t("index.clients", count));
      setText(delay, t("index.delay", Math.round(about.outputs.public.delay_s * 10) / 10));
    }
    say(answer.ok ? "" : answer.status === 401 || answer.status === 403 ? t("index.refused") : t("index.down"));
  } catch {
    say(t("index.down"));
  }
  setTimeout(ask, ASK_MS);
}

ask();
