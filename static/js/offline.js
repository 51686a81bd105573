// A page that the worker kept says so, and what is likely to be wanted without a network is kept.
import { kept } from "./queue.js";

const stood = document.getElementById("stood");
export const { keptAt } = document.documentElement.dataset;

const reachable = async () => {
  try {
    return (await fetch(location.href)).status < 500;
  } catch {
    return false;
  }
};

// Says of when a kept page is, and shows it anew once that can be had. A form is left alone.
export function tellAge(again) {
  if (!keptAt) return;
  const time = new Date(keptAt).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const { offline, unreachable } = stood.dataset;
  stood.textContent = (navigator.onLine ? unreachable : offline).replace("{time}", time);
  stood.hidden = false;
  const look = async () => {
    // What waits goes first: a reload would break it off.
    const waits = kept().some((round) => round.refused === undefined);
    if (document.hidden || waits || !(await reachable())) return;
    if (document.getElementById("round")) stood.hidden = true;
    else location.reload();
  };
  addEventListener("online", look);
  setInterval(look, again);
}

// What is sent at once can't be sent later in its place: it stays undone, and is said to be so.
export function tellUnsent() {
  addEventListener("submit", (event) => {
    const { target, submitter, defaultPrevented } = event;
    const method = submitter?.formMethod || target.method;
    if (navigator.onLine || defaultPrevented || method !== "post") return;
    event.preventDefault();
    stood.textContent = stood.dataset.unsent;
    stood.hidden = false;
  });
}

// The form that is due; and where a form leads, and an installed app begins, unless that is known.
async function wanted() {
  const due = document.querySelector('.actions a[href$="/enter"]')?.pathname;
  const home = document.getElementById("round")?.dataset.home;
  const others = due || home ? ["/", home].filter(Boolean) : [];
  const known = await Promise.all(others.map((path) => caches.match(path, { ignoreVary: true })));
  return [due, ...others.filter((_, at) => !known[at])].filter(Boolean);
}

const asked = [];

export async function keepWanted(besides = []) {
  if (keptAt || !navigator.serviceWorker) return;
  const paths = [...besides, ...(await wanted())].filter((path) => !asked.includes(path));
  asked.push(...paths);
  const { active } = await navigator.serviceWorker.ready;
  if (paths.length > 0) active.postMessage(paths);
}

// There is a worker in secure contexts only: on https, and on this very machine.
export async function register() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // A page that was there before the worker hasn't passed through its hands.
  const [navigation] = performance.getEntriesByType("navigation");
  try {
    await serviceWorker.register("/worker.js");
    await keepWanted(navigation?.workerStart ? [] : [location.pathname]);
  } catch {
    // A browser that lets nothing be kept does without.
  }
}
