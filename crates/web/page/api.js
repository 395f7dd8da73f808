// The requests of the page: JSON in, JSON or events or bytes out. A refusal of the server is a `Refusal` with the place of
// the mistake where there is one.

import { Refusal } from "./refusal.js";

/** How many requests are under way: the page says that it is busy. */
let waiting = 0;

function busy(change) {
  waiting += change;
  document.querySelector("main").setAttribute("aria-busy", String(waiting > 0));
}

export async function kinds() {
  return (await (await fetch("/api/kinds")).json()).kinds;
}

/** `POST /api/VERB` with an answer in one piece. */
export async function ask(verb, request, signal) {
  return waitingFor(async () => (await post(verb, request, signal)).json());
}

/** `POST /api/draw`: the picture as a file. */
export async function draw(request) {
  return waitingFor(async () => (await post("draw", request)).blob());
}

async function waitingFor(work) {
  busy(+1);
  try {
    return await work();
  } finally {
    busy(-1);
  }
}

/** `POST /api/solve`: calls `on[event](data)` for each event until the stream ends. Aborting the signal ends the search. */
export async function stream(request, on, signal) {
  return waitingFor(async () => {
    const response = await post("solve", request, signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        const field = (name) =>
          event
            .split("\n")
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        if (field("data")) on[field("event")]?.(JSON.parse(field("data")));
      }
    }
  });
}

async function post(verb, request, signal) {
  const headers = { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(`/api/${verb}`, { method: "POST", headers, body: JSON.stringify(request), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ message: "unreachable" });
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new Refusal(error ?? { message: `${response.status} ${response.statusText}` });
}
