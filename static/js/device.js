// What this device does at the table, unless it is switched off at /device.
const USUALLY = { "keep-awake": true, vibrate: true, "count-every-colour": false };
const NEEDS = { "keep-awake": "wakeLock", vibrate: "vibrate" };

// Whether this browser can do it at all: over plain http, for one, no screen is kept awake.
export const can = (name) => !(name in NEEDS) || NEEDS[name] in navigator;

// Only what isn't as usual is kept; a browser that keeps nothing at all throws.
export function isOn(name) {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? USUALLY[name] : kept === "yes";
  } catch {
    return USUALLY[name];
  }
}

export function turn(name, on) {
  try {
    if (on === USUALLY[name]) localStorage.removeItem(name);
    else localStorage.setItem(name, on ? "yes" : "no");
  } catch {
    // It stays as usual.
  }
}

// Vibrates shortly. Before the first tap on a page browsers refuse it, and complain.
export function buzz(milliseconds = 15) {
  if (can("vibrate") && isOn("vibrate") && navigator.userActivation?.hasBeenActive !== false) {
    navigator.vibrate(milliseconds);
  }
}

let lock = null;
let asking = false;

const wanted = () =>
  !document.hidden && "playing" in document.getElementById("main").dataset && isOn("keep-awake");

function letGo() {
  lock?.release();
  lock = null;
}

// Holds the screen awake, or lets go of it, as the page is now.
export async function watchScreen() {
  if (!wanted()) return letGo();
  if (lock || asking || !can("keep-awake")) return;
  asking = true;
  try {
    const held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => {
      if (lock === held) lock = null;
    });
    lock = held;
  } catch {
    // Refused, as when the battery is low: the next tap asks again.
  }
  asking = false;
  if (!wanted()) letGo();
}

// Keeps the screen awake while a match is in play and its page is seen.
export function keepAwake() {
  document.addEventListener("visibilitychange", watchScreen);
  document.addEventListener("click", watchScreen);
  watchScreen();
}
