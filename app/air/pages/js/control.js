// The control connection: acts go out, each gets its answer; it is taken up again for ever.

import { waitMs } from "./feed.js";

const ANSWER_MS = 12000;

export class Control {
  #socket = null;
  #wanted = false;
  #waiting = new Map();
  #next = 1;
  #tries = 0;

  /** `changed` is called when the connection comes or goes. */
  constructor(server, token, changed) {
    this.url = `${server.replace(/^http/, "ws")}/control`;
    this.token = token;
    this.changed = changed;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  open() {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#connect();
  }

  /** Send an act; its answer, or null where none came. */
  send(act) {
    if (!this.isOpen) return Promise.resolve(null);
    const id = this.#next++;
    return new Promise((answer) => {
      this.#waiting.set(id, answer);
      setTimeout(() => this.#answered(id, null), ANSWER_MS);
      this.#socket.send(JSON.stringify({ ...act, id }));
    });
  }

  #answered(id, said) {
    this.#waiting.get(id)?.(said);
    this.#waiting.delete(id);
  }

  #connect() {
    // A page can give a WebSocket no header: the token travels among the protocols, which are in no address.
    const socket = new WebSocket(this.url, ["guandan-eye", `bearer.${this.token}`]);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.changed();
    });
    socket.addEventListener("message", ({ data }) => {
      const said = JSON.parse(data);
      if (said.id !== undefined) this.#answered(said.id, said);
    });
    socket.addEventListener("close", () => {
      for (const id of [...this.#waiting.keys()]) this.#answered(id, null);
      this.changed();
      setTimeout(() => this.#connect(), waitMs(this.#tries++));
    });
  }
}
