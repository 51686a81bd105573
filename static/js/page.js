// A second tap on what is gone by now, with its page, sends nothing from what stands there instead.
const HASTE_MS = 600;
const NEAR_PX = 44;
const shown = performance.now();
let hasty = false;

const kept = (how) => {
  try {
    return how(sessionStorage);
  } catch {
    return null; // a browser that keeps nothing
  }
};

let before = kept((storage) => JSON.parse(storage.getItem("tap")));

addEventListener(
  "click",
  ({ detail, clientX, clientY }) => {
    const tap = detail ? [clientX, clientY] : null; // a key has no place
    const near = before && tap?.every((at, of) => Math.abs(at - before[of]) < NEAR_PX);
    hasty = near && performance.now() - shown < HASTE_MS;
    if (!hasty) before = null; // whoever taps elsewhere has seen this page …
    kept((storage) => storage.setItem("tap", JSON.stringify(tap)));
  },
  true,
);
addEventListener("input", () => {
  before = null; // … and whoever types
});
addEventListener(
  "submit",
  (event) => {
    const method = event.submitter?.formMethod || event.target.method;
    if (!hasty || method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// What a page does once it stands costs its first sight nothing: it is fetched after that, and
// again if the network was lost meanwhile.
const AGAIN_MS = 5000;

const later = async () => {
  const follows = "follows" in document.getElementById("main").dataset;
  try {
    if (follows) await import("./board.js");
    (await import("./later.js")).begin(follows);
  } catch {
    setTimeout(later, AGAIN_MS);
  }
};

if (document.readyState === "complete") later();
else addEventListener("load", later, { once: true });
