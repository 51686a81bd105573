// A form without a pad, where cards say what counts: all its fields are kept as a draft, and in
// its address, by which the page can be shown again.
import { Draft } from "./draft.js";
import { addressOf, said, typed } from "./saving.js";

export function carries(form, restored) {
  const draft = Draft.of(form);
  const keep = (sent) => draft.save({ fields: typed(form), key: form.elements.key.value, sent });
  const before = draft.load()?.fields;
  const isPlain = !location.search && !("answered" in form.dataset);
  // A round that is saved with its cards has them without an address; what was changed goes first.
  if (isPlain && before && said(before) !== said(typed(form))) {
    location.replace(addressOf(form, before));
    return;
  }
  if (location.search.includes("-exact=")) keep(false);
  restored.hidden = location.hash !== "#restored";
  restored.querySelector("button").addEventListener("click", () => {
    draft.drop();
    location.replace(form.action);
  });
  document.addEventListener("input", () => {
    keep(false);
    history.replaceState(null, "", addressOf(form, typed(form), location.hash));
  });
  form.addEventListener("submit", () => keep(true));
}
