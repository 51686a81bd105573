// Saving a round: it is kept here first, then sent. One in which something is still missing isn't
// kept: the server would refuse it, and says so; without a network the form itself does.
import { changed, discard, follow, keep, keptAt } from "./queue.js";

const SLOW_MS = 1000;
const OWN = ["key", "version"];

export const typed = (form) => [...new FormData(form)].filter(([name]) => name !== "csrf_token");

// The address at which a form stands as it was typed.
export const addressOf = ({ action }, fields, hash = "#restored") =>
  `${action}?${new URLSearchParams([["unchecked", 1], ...fields])}${hash}`;

export const said = (fields) => JSON.stringify(fields.filter(([name]) => !OWN.includes(name)));

// What is being changed again isn't sent behind its writer's back.
export const isBeingChanged = (form, round) =>
  form?.dataset.saves === round.address && said(typed(form)) !== said(round.fields);

const isUnanswered = (question) => !question.querySelector(":checked");

// Tells whether a number or an answer is missing that every round of this form needs.
export const lacks = (form) =>
  [...form.querySelectorAll(".count input:not([type=hidden])")].some(({ value }) => !value.trim()) ||
  [...form.querySelectorAll(".choice, .padded .question:not([hidden])")].some(isUnanswered);

const isAtHand = async (path) =>
  Boolean(await globalThis.caches?.match(path, { ignoreVary: true }));

export function saves(form) {
  const { saves: address, home, title, game } = form.dataset;
  const lacking = document.getElementById("lacking");
  let saving = false;
  form.addEventListener("submit", async (event) => {
    if (event.submitter?.formMethod !== "post") return;
    event.preventDefault();
    if (saving) return;
    saving = true;
    const round = { address, home, title, game, fields: typed(form) };
    lacking.hidden = true;
    if (!lacks(form)) await save(round);
    else lacking.hidden = (await follow(round)) !== "waiting";
    saving = false;
  });
  document.querySelector("[data-settles]")?.addEventListener("click", () => {
    const round = keptAt(address);
    if (round) discard(round);
  });
}

async function save(round) {
  const stays = keep(round);
  const slow = setTimeout(changed, SLOW_MS);
  const outcome = await follow(round);
  clearTimeout(slow);
  if (outcome !== "waiting") return;
  if (stays && (await isAtHand(round.home))) location.assign(round.home);
  else changed();
}
