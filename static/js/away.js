// In the place of a page that wasn't kept: the way back, and the page itself once it can be had.
import "./page.js";

const AGAIN_MS = 5000;

const look = async () => {
  try {
    if (!document.hidden && (await fetch(location.href)).status < 500) location.reload();
  } catch {
    // There is still no network.
  }
};

document.getElementById("back").addEventListener("click", () => history.back());
if (location.pathname !== "/offline") {
  addEventListener("online", look);
  setInterval(look, AGAIN_MS);
}
