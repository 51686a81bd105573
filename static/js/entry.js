// A number that is tapped is meant to be written anew: typing 2 over 0 gives 2, not 20.
document.getElementById("round").addEventListener("focusin", ({ target }) => {
  if (target.inputMode === "numeric") {
    target.select();
  }
});
