import { buzz, keepAwake } from "./device.js";

const form = document.getElementById("round");

// A number that is tapped is meant to be written anew: typing 2 over 0 gives 2, not 20.
form.addEventListener("focusin", ({ target }) => {
  if (target.inputMode === "numeric") {
    target.select();
  }
});

form.addEventListener("submit", ({ submitter }) => {
  if (submitter?.formMethod === "post") {
    buzz();
  }
});

keepAwake();
