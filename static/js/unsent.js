// Shows what is saved here and not sent yet, and what the server refused: on its scoreboard as a
// row, elsewhere at the top of the page.
import { discard, follow, kept } from "./queue.js";

const template = document.getElementById("unsent");
const form = document.getElementById("round");
const texts = template.dataset;
const [notice, dialog] = template.content.children;
let shown = "";

const part = (place, selector) => place.querySelector(selector);
const here = ({ home }) => home === location.pathname;
const isOwn = ({ address }) => address === form?.dataset.saves;
const isSeen = (round) => isOwn(round) && "answered" in form.dataset;

export function show() {
  const rounds = kept().filter((round) => !isSeen(round));
  const text = JSON.stringify(rounds);
  if (text === shown && document.querySelectorAll(".unsent").length === rounds.length) return;
  shown = text;
  for (const old of document.querySelectorAll(".unsent")) old.remove();
  const body = part(document, "table.board tbody");
  for (const round of rounds) {
    const waits = round.refused === undefined;
    if (waits && body && here(round)) body.append(rowOf(round));
    else part(document, ".content").prepend(waits && isOwn(round) ? lineOf() : noticeOf(round));
  }
}

const titleOf = (round) => (here(round) ? round.title : `${round.title}, ${round.game}`);

function rowOf(round) {
  const row = document.createElement("tr");
  const cell = document.createElement("td");
  row.className = "unsent";
  cell.colSpan = document.querySelectorAll("table.board thead th").length;
  cell.append(waitingOf(round.title));
  row.append(cell);
  return row;
}

// Beside its own form it takes a line, and no more: the numbers are what is looked at.
function lineOf() {
  const line = waitingOf("");
  line.classList.add("unsent");
  line.setAttribute("role", "status");
  return line;
}

function waitingOf(title) {
  const waiting = part(notice, ".waiting").cloneNode(true);
  part(waiting, ".which").textContent = title;
  return waiting;
}

function noticeOf(round) {
  const box = notice.cloneNode(true);
  const refused = round.refused !== undefined;
  box.classList.add(refused ? "notice-alert" : "notice-info");
  box.setAttribute("role", refused ? "alert" : "status");
  const waiting = part(box, ".waiting");
  waiting.hidden = refused;
  part(waiting, ".which").textContent = titleOf(round);
  part(box, ".refused").hidden = !refused;
  if (!refused) return box;
  part(box, ".what").textContent = texts.refused.replace("{title}", titleOf(round));
  part(box, ".why").textContent = round.refused;
  part(box, ".look").addEventListener("click", () => follow(round));
  part(box, ".discard").addEventListener("click", () => ask(round));
  return box;
}

// What is discarded is gone, so it is asked first.
function ask(round) {
  const asking = dialog.cloneNode(true);
  part(asking, "p").textContent = texts.discard.replace("{title}", titleOf(round));
  part(asking, ".keep").addEventListener("click", () => asking.close());
  part(asking, ".discard").addEventListener("click", () => {
    asking.close();
    discard(round);
  });
  asking.addEventListener("close", () => asking.remove());
  document.body.append(asking);
  asking.showModal();
}
