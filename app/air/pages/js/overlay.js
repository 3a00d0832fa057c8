// An overlay page: options, look, stage, feed.

import { readOptions } from "./options.js";
import { listen } from "./source.js";
import { Stage } from "./stage.js";

function dress(options) {
  const page = document.documentElement;
  page.lang = options.lang === "en" ? "en" : "zh-CN";
  page.dataset.theme = options.theme;
  if (options.background) page.style.setProperty("background-color", options.background);
  if (!options.css) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = options.css;
  document.head.append(link);
}

/** A file that was saved for one view carries what it asks for; OBS gives a local file no query. */
function asked() {
  const { asks } = document.body.dataset;
  return asks && !location.search ? new URL(asks, location.href).href : location.href;
}

const options = readOptions(asked(), document.body.dataset.view);
dress(options);
const stage = new Stage(options);
document.body.append(stage.element);
const path = options.views.includes("hands") ? "/hands/feed" : "/feed";
const worker = location.protocol === "file:" ? "" : "/pages/js/feed_worker.js";
listen(options.server + path, options.token, worker, (message) => stage.heard(message));
