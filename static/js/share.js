// Copies the link, or hands it to the system's share sheet, where the browser can.
import "./page.js";

const address = document.getElementById("address");
const copy = document.getElementById("copy");
const send = document.getElementById("send");

// A circle without a link has nothing to copy or to send.
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(address.value);
    document.getElementById("copied").textContent = copy.dataset.done;
    copy.textContent = copy.dataset.done;
  });
}

if (send && navigator.share) {
  send.hidden = false;
  // Closing the sheet without sending is no error.
  send.addEventListener("click", () => navigator.share({ url: address.value }).catch(() => {}));
}

if (address) address.addEventListener("focus", () => address.select());
