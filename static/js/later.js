// All that can wait until a page stands.
import { noteLeaving, tidy } from "./forget.js";
import { keepWanted, keptAt, register, tellAge, tellUnsent } from "./offline.js";
import { start } from "./queue.js";
import { isBeingChanged } from "./saving.js";
import { show } from "./unsent.js";

const AGAIN_MS = 5000;

// `follows`: whether the page is a scoreboard that is renewed in place.
export async function begin(follows) {
  const form = document.getElementById("round");
  const isHome = document.querySelector("meta[name=circles]");
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
  // When it is renewed it may have lost its row, and lead on to another form.
  const renewed = () => {
    show();
    keepWanted();
  };
  const watch = { childList: true, subtree: true };
  if (follows) new MutationObserver(renewed).observe(document.getElementById("main"), watch);
}
