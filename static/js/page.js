// A tap that was meant for what stood in its place a moment ago, on the page before, sends nothing.
const HASTE_MS = 600;
const NEAR_PX = 44;
const shown = performance.now();
let before = null;
let hasty = false;

function remember(tap) {
  try {
    sessionStorage.setItem("tap", JSON.stringify(tap));
  } catch {
    // A browser that keeps nothing has no page before.
  }
}

try {
  before = JSON.parse(sessionStorage.getItem("tap"));
} catch {
  // Likewise.
}

addEventListener(
  "click",
  ({ detail, clientX, clientY }) => {
    const tap = detail ? [clientX, clientY] : null; // a key has no place
    const near = before && tap && tap.every((at, of) => Math.abs(at - before[of]) < NEAR_PX);
    hasty = near && performance.now() - shown < HASTE_MS;
    if (!hasty) before = null; // whoever taps elsewhere has seen this page
    remember(tap);
  },
  true,
);

// Whoever types here has seen this page.
addEventListener("input", () => {
  before = null;
});

addEventListener(
  "submit",
  (event) => {
    const sends = (event.submitter?.formMethod || event.target.method) === "post";
    if (!sends || !hasty) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// What a page does once it stands costs its first sight nothing: it is fetched after that.
const later = async () => (await import("./later.js")).begin();

if (document.readyState === "complete") later();
else addEventListener("load", later, { once: true });
