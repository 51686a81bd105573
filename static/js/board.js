// A scoreboard that stays as the match is, on a screen that stays awake.
import { keepAwake, watchScreen } from "./device.js";
import { follow, morph } from "./live.js";

const main = document.getElementById("main");
const news = document.createElement("p");
news.setAttribute("role", "status");
news.className = "visually-hidden";
document.body.append(news);

const totals = () => [...document.querySelectorAll(".total td, .big b")];
const GLOW = ["color-mix(in srgb, var(--action) 40%, transparent)", "transparent"];
const GLOW_MS = 2000;

function glow(total) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  total.animate({ backgroundColor: GLOW }, GLOW_MS);
}

follow((html) => {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const before = totals().map((total) => total.textContent);
  const said = main.dataset.news;
  morph(document.querySelector(".title"), fresh.querySelector(".title"));
  morph(main, fresh.getElementById("main"));
  totals().forEach((total, seat) => {
    if (total.textContent !== before[seat]) glow(total);
  });
  if (main.dataset.news !== said) news.textContent = main.dataset.news;
  watchScreen();
});

// Turned by hand, and still turned when the page is loaded anew.
document.getElementById("flip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const flip = event.currentTarget;
  history.replaceState(null, "", flip.href);
  const flipped = document.body.classList.toggle("flipped");
  flip.href = flipped ? location.pathname : "?flip=1";
});

keepAwake();
