// One connection for all pages of this server that are open in one program: a browser, and OBS with all
// its sources, has only six connections to a server.

import { follow } from "./feed.js";

const feeds = new Map();

function join(port, url, token) {
  const key = `${url} ${token}`;
  let feed = feeds.get(key);
  if (!feed) {
    feed = { ports: new Set(), last: null, stop: null };
    feeds.set(key, feed);
    feed.stop = follow(url, token, (message) => {
      if (message.state) feed.last = message.state;
      for (const other of feed.ports) other.postMessage(message);
    });
  } else if (feed.last) {
    port.postMessage({ alive: true });
    port.postMessage({ state: feed.last, first: true });
  }
  feed.ports.add(port);
  return () => {
    feed.ports.delete(port);
    if (feed.ports.size === 0) {
      feed.stop();
      feeds.delete(key);
    }
  };
}

self.addEventListener("connect", (event) => {
  const port = event.ports[0];
  let leave = null;
  port.addEventListener("message", ({ data }) => {
    leave?.();
    leave = data.url ? join(port, data.url, data.token) : null;
  });
  port.start();
});
