// The clock of a game: it runs while the game is in front and not solved.

import { byId } from "../dom.js";

/** So often, in seconds, the time is kept. */
const KEPT = 5;

export class Clock {
  /** @param {() => boolean} running; @param {() => object} game; @param {() => void} keep */
  constructor(running, game, keep) {
    this.game = game;
    setInterval(() => {
      if (!running() || document.hidden) return;
      game().seconds++;
      this.show();
      if (game().seconds % KEPT === 0) keep();
    }, 1000);
    window.addEventListener("pagehide", keep);
  }

  show() {
    byId("clock").textContent = written(this.game().seconds);
  }
}

/** `3:07`, `1:00:00`. */
export function written(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
