// The page's own delay: states come out in their order, each not before its time.

/**
 * Holds what is pushed for `seconds`, then hands it to `out`. It comes on top of the server's delay.
 * `now` gives ms that never run backwards, `later(call, ms)` sets a timer.
 */
export class Hold {
  #waiting = [];
  #timer = false;

  constructor(seconds, out, now = () => performance.now(), later = (call, ms) => setTimeout(call, ms)) {
    this.ms = seconds * 1000;
    this.out = out;
    this.now = now;
    this.later = later;
  }

  push(message) {
    if (this.ms === 0) {
      this.out(message);
      return;
    }
    this.#waiting.push({ due: this.now() + this.ms, message });
    this.#arm();
  }

  #arm() {
    if (this.#timer || this.#waiting.length === 0) return;
    this.#timer = true;
    this.later(() => {
      this.#timer = false;
      while (this.#waiting.length && this.#waiting[0].due <= this.now()) this.out(this.#waiting.shift().message);
      this.#arm();
    }, Math.max(0, Math.ceil(this.#waiting[0].due - this.now())));
  }
}
