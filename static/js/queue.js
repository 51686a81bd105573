// Rounds that are saved here first and then sent: each stays in this browser until the server has
// it, or until whoever entered it says what is to become of one that the server refuses. Sending
// one twice does nothing twice: the form's key is known to the server.
import { Draft, attempt } from "./draft.js";

const PREFIX = "queue ";
const AGAIN_MS = 5000;
const PATIENCE_MS = 10000;
const LAPSED = 400;
const NOT_FOUND = 404;
const BROKEN = 500;

// The token by which a form was last found to be ours; a page that was kept may hold an old one.
let token = document.querySelector("[name=csrf_token]")?.value ?? "";
const underway = new Map();

// What shows the queue listens to this.
export const changed = () => document.dispatchEvent(new Event("queue"));

// What this browser has no storage or no room for stays as long as the page does.
const memory = new Map();

export const kept = () => {
  const stored = attempt(() => Object.entries(localStorage)) ?? [];
  const queued = stored.filter(([name]) => name.startsWith(PREFIX));
  return [...new Map([...queued, ...memory]).values()].map((text) => JSON.parse(text));
};

export const keptAt = (address) => kept().find((round) => round.address === address);

// Tells whether it stays when the page is left.
export function keep(round) {
  const [name, text] = [PREFIX + round.address, JSON.stringify(round)];
  memory.set(name, text);
  return Boolean(
    attempt(() => {
      localStorage.setItem(name, text);
      return memory.delete(name);
    }),
  );
}

// Another tab may have put something newer in its place meanwhile: that stays.
function replace(before, after) {
  const name = PREFIX + before.address;
  const now = memory.get(name) ?? attempt(() => localStorage.getItem(name));
  if (now === JSON.stringify(before)) {
    memory.delete(name);
    if (after) keep(after);
    else attempt(() => localStorage.removeItem(name));
  }
  changed();
}

// What was typed for a round: in its own form, and in that of its correction.
const draftsOf = ({ address }) =>
  [address, address.replace(/enter$/, "correct")].map((path) => new Draft(path));

export const discard = (round) => {
  for (const draft of draftsOf(round)) draft.drop();
  replace(round, null);
};

// Gives "saved", "refused", or "waiting" if the server couldn't be reached or was busy.
export function send(round) {
  const { address } = round;
  if (!underway.has(address)) {
    underway.set(address, deliver(round).finally(() => underway.delete(address)));
  }
  return underway.get(address);
}

async function deliver(round) {
  try {
    let answer = await post(round);
    let page = await read(answer);
    if (answer.status === LAPSED) {
      token = page.querySelector("[name=csrf_token]")?.value ?? token;
      answer = await post(round);
      page = await read(answer);
    }
    return await conclude(round, answer, page);
  } catch {
    return "waiting";
  }
}

// The scoreboard to which it leads is fetched anew, also by a browser that still has an old one.
const post = (round) =>
  fetch(round.address, {
    method: "POST",
    cache: "reload",
    body: new URLSearchParams([...round.fields, ["csrf_token", token]]),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

const read = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

// Saved is what leads to the scoreboard: whatever else stands between it and us leads elsewhere.
async function conclude(round, answer, page) {
  if (answer.redirected && new URL(answer.url).pathname === round.home) {
    for (const draft of draftsOf(round)) if (draft.load()?.sent) draft.drop();
    replace(round, null);
    return "saved";
  }
  // A token that lapsed once more says nothing of the round: others were given one meanwhile.
  if (answer.status <= LAPSED || answer.status >= BROKEN) return "waiting";
  if (answer.status === NOT_FOUND) (await import("./forget.js")).forget(round.address);
  replace(round, { ...round, refused: words(page) });
  return "refused";
}

function words(page) {
  const told = page.querySelectorAll("[role=alert] p:first-of-type, [role=alert] li, .lead");
  return [...told].map((one) => one.textContent.replace(/\s+/g, " ").trim()).join(" ");
}

// Sends a round, and goes where the server leads: to the scoreboard, or to its own page on which
// it says what is wrong, with all that was typed.
export async function follow(round) {
  const outcome = await send(round);
  if (outcome === "saved") location.assign(round.home);
  if (outcome === "refused") submit(round);
  return outcome;
}

function submit(round) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: round.address, hidden: true });
  for (const [name, value] of [...round.fields, ["csrf_token", token]]) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

// Sends what waits: now, and whenever there is new hope; but not what `holds` holds back.
export function start(holds, saved) {
  let busy = false;
  const wake = async () => {
    if (busy || document.hidden) return;
    busy = true;
    for (const round of kept().filter((one) => one.refused === undefined && !holds(one))) {
      const outcome = await send(round);
      if (outcome === "waiting") break;
      if (outcome === "saved") saved(round);
    }
    busy = false;
  };
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(wake, AGAIN_MS);
  wake();
}
