// Saving a round: it is kept here first, then sent. Where nothing can be kept, the browser sends
// the form as it does without a script.
import { changed, discard, follow, keep, keptAt } from "./queue.js";

const SLOW_MS = 1000;
const OWN = ["key", "version"];

const typed = (form) => [...new FormData(form)].filter(([name]) => name !== "csrf_token");

const said = (fields) => JSON.stringify(fields.filter(([name]) => !OWN.includes(name)));

// What is being changed again isn't sent behind its writer's back.
export const isBeingChanged = (form, round) =>
  form?.dataset.saves === round.address && said(typed(form)) !== said(round.fields);

const isAtHand = async (path) =>
  Boolean(await globalThis.caches?.match(path, { ignoreVary: true }));

export function saves(form) {
  const { saves: address, home, title, game } = form.dataset;
  let saving = false;
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.formMethod !== "post") return;
    const round = { address, home, title, game, fields: typed(form) };
    if (!saving && !keep(round)) return;
    event.preventDefault();
    if (saving) return;
    saving = true;
    await save(round);
    saving = false;
  });
  document.querySelector("[data-settles]")?.addEventListener("click", () => {
    const round = keptAt(address);
    if (round) discard(round);
  });
}

async function save(round) {
  const slow = setTimeout(changed, SLOW_MS);
  const outcome = await follow(round);
  clearTimeout(slow);
  if (outcome !== "waiting") return;
  if (await isAtHand(round.home)) location.assign(round.home);
  else changed();
}
