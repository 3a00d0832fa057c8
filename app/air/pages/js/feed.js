// The feed: a streamed fetch that is read as Server-Sent Events and taken up again for ever.

const SHORTEST_MS = 200;
const LONGEST_WAIT_MS = 2000;
/** The server speaks once a second; a connection that is silent for so long is given up. */
const SILENT_MS = 4000;

/** Events of a stream of text, as they become complete. `take(text)` gives the data of each. */
export class EventReader {
  #rest = "";

  take(text) {
    const blocks = (this.#rest + text).replace(/\r\n?/g, "\n").split("\n\n");
    this.#rest = blocks.pop();
    return blocks
      .map((block) => block.split("\n").filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).replace(/^ /, "")).join("\n"))
      .filter((data) => data !== "");
  }
}

/** How long to wait before try number `tries` (from 0): longer each time, never quite the same. */
export function waitMs(tries, random = Math.random) {
  const most = Math.min(LONGEST_WAIT_MS, SHORTEST_MS * 2 ** tries);
  return most * (0.6 + 0.4 * random());
}

/**
 * Follow a feed until `stop()`. `heard(message)` gets {alive: true} with every byte, {state, first}
 * with every state (first: the snapshot of a new connection), {refused: status} when the server says no.
 */
export function follow(url, token, heard) {
  let tries = 0;
  let running = true;
  let current = null;
  let timer = 0;

  async function once() {
    const abort = new AbortController();
    current = abort;
    let guard = setTimeout(() => abort.abort(), SILENT_MS);
    try {
      const headers = { Accept: "text/event-stream" };
      if (token) headers.Authorization = `Bearer ${token}`;
      const answer = await fetch(url, { headers, cache: "no-store", credentials: "omit", signal: abort.signal });
      if (!answer.ok || !answer.body) {
        heard({ refused: answer.status });
        return;
      }
      const reader = answer.body.getReader();
      const text = new TextDecoder();
      const events = new EventReader();
      let first = true;
      for (;;) {
        const { value, done } = await reader.read();
        if (done || !running) return;
        clearTimeout(guard);
        guard = setTimeout(() => abort.abort(), SILENT_MS);
        heard({ alive: true });
        for (const data of events.take(text.decode(value, { stream: true }))) {
          heard({ state: JSON.parse(data), first });
          first = false;
          tries = 0;
        }
      }
    } catch {
      // Gone, silent or not there yet: the next try follows.
    } finally {
      clearTimeout(guard);
      abort.abort();
    }
  }

  async function forever() {
    while (running) {
      await once();
      if (!running) return;
      await new Promise((go) => { timer = setTimeout(go, waitMs(tries)); });
      tries += 1;
    }
  }

  forever();
  return () => {
    running = false;
    clearTimeout(timer);
    current?.abort();
  };
}
