// Nothing outlives a circle: what this browser keeps of one that it is no longer in goes.
import { attempt } from "./draft.js";

const CIRCLE = /\/circles\/[0-9a-f-]{36}\//;
const LEFT = "left";
const circleOf = (text) => CIRCLE.exec(text)?.[0];

// The pages that the worker keeps; where there is no worker there are none.
async function forgetPages(isGone) {
  // … and where nothing may be stored, they can't even be asked for.
  const names = await globalThis.caches?.keys().catch(() => []);
  for (const name of names ?? []) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) if (isGone(url)) await cache.delete(url);
  }
}

function forgetEntries(prefixes, isGone) {
  attempt(() => {
    for (const name of Object.keys(localStorage)) {
      if (prefixes.some((prefix) => name.startsWith(prefix)) && isGone(name)) {
        localStorage.removeItem(name);
      }
    }
  });
}

// A round that was saved here and never sent stays to be seen, until somebody discards it.
export async function forget(path) {
  const gone = circleOf(path);
  forgetEntries(["draft "], (name) => circleOf(name) === gone);
  await forgetPages((url) => circleOf(url) === gone || new URL(url).pathname === "/");
}

// A page that names this browser's circles, or is outside of this one, tells what goes.
export async function tidy() {
  if (document.querySelector("meta[name=gone]")) await forget(location.pathname);
  const circles = document.querySelector("meta[name=circles]")?.content.split(" ");
  if (!circles) return;
  const isGone = (text) => circleOf(text) && !circles.includes(circleOf(text));
  const left = attempt(() => sessionStorage.getItem(LEFT));
  forgetEntries(["draft "], isGone);
  // Whoever leaves takes nothing along, not even what was never sent.
  forgetEntries(["queue "], (name) => isGone(name) && circleOf(name) === left);
  attempt(() => sessionStorage.removeItem(LEFT));
  document.dispatchEvent(new Event("queue"));
  await forgetPages(isGone);
}

export function noteLeaving() {
  document.querySelector("form[data-leaves]")?.addEventListener("submit", () => {
    attempt(() => sessionStorage.setItem(LEFT, circleOf(location.pathname)));
  });
}
