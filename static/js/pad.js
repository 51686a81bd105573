// The pad: keys in one fixed place, the players' tabs, and the part of the form that is in turn.
// It shows a sheet and tells what is tapped; what a tap means is decided in entry.js.

const SINGLE_KEYS_TO = 18;
const PAGED_KEYS_TO = 26;
const PAGE = 13;
const BOUNCE_MS = 100;

const part = (place, selector) => place.querySelector(selector);

// A worn screen or a shaking thumb taps twice: the second tap in the same place is none.
let last = { target: null, at: 0 };

const onTap = (place, selector, act) => {
  place.addEventListener("click", (event) => {
    const target = event.target.closest(selector);
    if (!target || target.disabled) return;
    const bounced = target === last.target && event.timeStamp - last.at < BOUNCE_MS;
    last = { target, at: event.timeStamp };
    if (!bounced || event.detail === 0) act(target);
  });
};

// What is tapped doesn't take the focus from the number that it is for.
const keepFocus = (element) =>
  element.addEventListener("mousedown", (event) => event.preventDefault());

export class Pad {
  constructor(sheet, template, acts) {
    this.sheet = sheet;
    this.form = sheet.form;
    this.template = template;
    this.page = 0;
    const parts = template.content;
    this.tabs = part(parts, ".tabs");
    this.keys = part(parts, ".keys");
    this.soFar = part(parts, ".so-far");
    this.status = part(parts, "[role=status]");
    this.restored = part(parts, ".restored");
    this.counting = part(parts, ".counting");
    this.undo = part(parts, ".undo");
    this.#layOut();
    this.#sortCells();
    this.#makeKeys();
    this.#listen(acts);
  }

  #layOut() {
    const actions = this.template.parentElement;
    actions.classList.add("with-pad");
    const [check] = actions.querySelectorAll("button[type=submit]");
    check.before(this.undo);
    // It stays what the Enter key presses: Save must not be. A correction is always looked at.
    check.hidden = !("look" in check.dataset);
    actions.prepend(this.keys);
    this.form.before(this.tabs);
    this.form.closest(".content").prepend(this.restored);
    this.form.after(this.soFar, this.status, ...(this.counting ? [this.counting] : []));
    this.form.classList.add("padded");
    this.form.classList.toggle("by-player", this.sheet.fields.some((field) => !field.across));
    part(this.form, ".sums").hidden = true;
    for (const choice of this.form.querySelectorAll(".choice")) {
      const says = document.createElement("p");
      says.className = "says";
      part(choice, "legend").after(says);
    }
  }

  // Within a player's part everything stands in the order in which it is counted.
  #sortCells() {
    for (const field of this.sheet.fields) {
      const { input } = field;
      const cell = input.closest(".count");
      const group = cell.closest(".counts");
      input.inputMode = "none";
      input.autocomplete = "off";
      cell.classList.toggle("tapped", field.tapped);
      if (field.across) continue;
      group.append(cell);
      if (part(group, ".group-sign")) part(group.parentElement, ".counts").before(group);
    }
  }

  #makeKeys() {
    const highest = Math.max(...this.sheet.fields.map((field) => field.high));
    this.digits = highest > PAGED_KEYS_TO;
    this.paged = !this.digits && highest > SINGLE_KEYS_TO;
    const last = this.digits ? 9 : this.paged ? PAGE - 1 : highest;
    const next = part(this.keys, ".next");
    for (let number = 0; number <= last; number += 1) next.before(this.#key(number));
    if (this.digits) next.before(this.keys.firstElementChild); // 0 stands below, as on a phone
    next.hidden = !this.digits;
    this.keys.classList.toggle("digits", this.digits);
    this.numbers = [...this.keys.querySelectorAll(".key:not(.next)")];
    if (!this.paged) return;
    this.more = this.#key("");
    this.more.classList.add("more");
    next.before(this.more);
  }

  #key(number) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "key";
    key.tabIndex = -1;
    key.value = key.textContent = String(number);
    return key;
  }

  #listen(acts) {
    for (const element of [this.keys, this.undo]) keepFocus(element);
    onTap(this.keys, ".key:not(.more, .next)", (key) => acts.type(Number(key.value)));
    onTap(this.keys, ".next", acts.next);
    onTap(this.keys, ".more", () => this.#turn(this.pageAfter));
    onTap(this.undo, ".undo", acts.undo);
    onTap(this.restored, "button", acts.startOver);
    onTap(this.tabs, "button", (tab) => acts.seat([...this.tabs.children].indexOf(tab)));
    onTap(this.form, ".count.tapped input", acts.tapped);
    for (const cell of this.form.querySelectorAll(".tapped")) keepFocus(cell);
    this.counting?.addEventListener("change", acts.countAll);
  }

  // Shows where the table is: the field in turn, its player, and the keys that it can take.
  show(stop) {
    if (stop !== this.stop) this.page = 0;
    this.stop = stop;
    this.#showView(this.#viewOf(stop));
    this.#showFields(stop);
    this.#showTabs();
    this.#showQuestions();
    this.#showChoices();
    this.#showKeys();
    this.#makeRoom();
  }

  // Says whether everything is counted, and nothing is filled in.
  count(all) {
    if (this.counting) part(this.counting, "input").checked = all;
  }

  #makeRoom() {
    const height = this.keys.parentElement.offsetHeight;
    document.body.style.setProperty("--pad-height", `${height}px`);
  }

  // A choice is made in view of what it follows from.
  #viewOf(stop) {
    if (stop && stop.kind !== "choice") {
      return { step: stop.step, seat: stop.seat, across: stop.across };
    }
    const before = this.sheet.fields.filter((field) => !stop || field.step < stop.step).at(-1);
    const { step, across } = before ?? this.sheet.fields[0];
    return this.view ? { seat: this.view.seat, step, across } : { seat: 0, step, across };
  }

  #showView(view) {
    this.view = view;
    this.form.classList.toggle("across", view.across);
    this.tabs.hidden = view.across;
    for (const seat of this.form.querySelectorAll(".seat")) {
      seat.hidden = !view.across && seat.id !== `seat-${view.seat}`;
    }
    for (const field of this.sheet.fields) {
      field.input.closest(".count").hidden = view.across && field.step !== view.step;
    }
    for (const group of this.form.querySelectorAll(".counts")) {
      group.hidden = !part(group, ".count:not([hidden])");
    }
  }

  #showFields(stop) {
    for (const field of this.sheet.fields) {
      field.input.classList.toggle("at", field === stop);
    }
    for (let seat = 0; seat < this.sheet.declared.seats; seat += 1) this.#showTally(seat);
  }

  #showTally(seat) {
    const legend = part(this.form, `#seat-${seat} legend`);
    const sum = this.sheet.seatSum(seat);
    const tally = part(legend, ".tally") ?? legend.appendChild(document.createElement("span"));
    tally.className = "tally";
    tally.classList.toggle("off", this.sheet.seatState(seat) === "off");
    tally.textContent = sum
      ? this.template.dataset.tally
          .replace("{found}", sum.found)
          .replace("{expected}", sum.expected)
      : "";
  }

  #showTabs() {
    [...this.tabs.children].forEach((tab, seat) => {
      const state = this.sheet.seatState(seat);
      part(tab, ".done").hidden = state !== "done";
      part(tab, ".off").hidden = state !== "off";
      if (seat === this.view.seat) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    });
  }

  #showQuestions() {
    for (const stop of this.sheet.stops.filter((one) => one.kind === "question")) {
      const [radio] = this.form.elements[this.sheet.nameOf(stop)];
      radio.closest(".question").hidden = !this.sheet.isAsked(stop);
    }
  }

  #showChoices() {
    for (const stop of this.sheet.stops.filter((one) => one.kind === "choice")) {
      this.#showChoice(stop, part(this.form, `#choice-${stop.name}`));
    }
  }

  #showChoice(stop, box) {
    const { asks } = this.sheet;
    const ask = asks?.[stop.name];
    const due = stop.required || asks === null || Boolean(ask?.due);
    const chosen = this.sheet.chosen(stop);
    const made = !stop.required && chosen !== "none" && stop !== this.stop;
    box.hidden = !due && !ask;
    box.classList.toggle("idle", !due);
    box.classList.toggle("made", made);
    part(box, ".says").textContent = ask?.says ?? "";
    part(box, "legend").classList.toggle("visually-hidden", Boolean(ask?.says) && !made);
    for (const radio of this.form.elements[stop.name]) {
      const none = radio.value === "none" && !stop.required && asks !== null;
      const out = !due || none || ask?.barred.includes(radio.value);
      radio.closest("label").hidden = out || (made && !radio.checked);
    }
  }

  #turn(page) {
    this.page = page;
    this.#showKeys();
  }

  #showKeys() {
    const field = this.stop?.kind === "count" ? this.stop : null;
    const value = field && !this.digits ? this.sheet.value(field) : null;
    this.numbers.forEach((key, place) => {
      const number = this.digits ? Number(key.value) : place + this.page * PAGE;
      if (this.paged) key.value = key.textContent = String(number);
      key.disabled = !field || (!this.digits && (number < field.low || number > field.high));
      key.setAttribute("aria-pressed", String(number === value));
    });
    if (this.paged) this.#showMore(field);
    part(this.keys, ".next").disabled = !field;
  }

  // One key in one place turns to the larger numbers, and from the last of them back.
  #showMore(field) {
    const pages = field ? Math.ceil((field.high + 1) / PAGE) : 1;
    const first = (this.page + 1) * PAGE;
    this.pageAfter = (this.page + 1) % pages;
    this.more.disabled = pages === 1;
    this.more.textContent = this.page > 0 && !this.pageAfter ? `0–${PAGE - 1}` : `${first}+`;
  }

  // Puts the focus where the table is, and that into view.
  focus() {
    const { stop } = this;
    if (stop?.kind === "count") {
      stop.input.focus({ preventScroll: true });
      stop.input.select();
      this.reveal();
      return;
    }
    if (!stop) {
      part(document, ".actions .primary").focus({ preventScroll: true });
      return;
    }
    const radios = [...this.form.elements[this.sheet.nameOf(stop)]];
    const shown = radios.filter((radio) => radio.getClientRects().length > 0);
    (shown.find((radio) => radio.checked) ?? shown[0])?.focus({ preventScroll: true });
    shown[0]?.closest("fieldset, .question").scrollIntoView({ block: "nearest" });
  }

  reveal() {
    if (this.stop?.kind === "count") {
      this.stop.input.closest(".count").scrollIntoView({ block: "nearest" });
    }
  }

  tell(answer) {
    if (answer) this.soFar.innerHTML = answer.html;
    this.soFar.hidden = !answer;
    const says = answer?.says ?? "";
    if (this.status.textContent !== says) this.status.textContent = says;
  }
}
