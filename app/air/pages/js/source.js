// Where a page's states come from: the shared connection where there is one, else a connection of its own.

import { follow } from "./feed.js";

/** Follow a feed; `worker` is the address of feed_worker.js, "" for a connection of the page's own. */
export function listen(url, token, worker, heard) {
  if (!worker || typeof SharedWorker === "undefined") {
    follow(url, token, heard);
    return;
  }
  const shared = new SharedWorker(worker, { type: "module", name: "feed" });
  shared.port.addEventListener("message", ({ data }) => heard(data));
  // Its script did not come: the page goes on alone.
  shared.addEventListener("error", () => follow(url, token, heard), { once: true });
  shared.port.start();
  shared.port.postMessage({ url, token });
  addEventListener("pagehide", () => shared.port.postMessage({ url: "" }));
  addEventListener("pageshow", (event) => {
    if (event.persisted) shared.port.postMessage({ url, token });
  });
}
