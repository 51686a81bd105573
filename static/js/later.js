// All that can wait until a page stands.
import { noteLeaving, tidy } from "./forget.js";
import { keepWanted, keptAt, register, tellAge, tellUnsent } from "./offline.js";
import { start } from "./queue.js";
import { isBeingChanged } from "./saving.js";
import { show } from "./unsent.js";

const AGAIN_MS = 5000;

export async function begin() {
  const form = document.getElementById("round");
  const isHome = document.querySelector("meta[name=circles]");
  const main = document.getElementById("main");
  const follows = "follows" in main.dataset;
  if (follows) await import("./board.js");
  noteLeaving();
  await tidy();
  show();
  document.addEventListener("queue", show);
  addEventListener("storage", show);
  start(
    (round) => isBeingChanged(form, round),
    (round) => {
      if (form?.dataset.saves === round.address) location.assign(round.home);
      else if (keptAt || isHome || location.pathname === round.home) location.reload();
    },
  );
  tellAge(AGAIN_MS);
  tellUnsent();
  await register();
  // A scoreboard that is renewed in place may have lost its row, and lead on to another form.
  const renewed = () => {
    show();
    keepWanted();
  };
  const watch = { childList: true, subtree: true };
  if (follows) new MutationObserver(renewed).observe(main, watch);
}
