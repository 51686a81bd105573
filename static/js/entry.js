// Entering a round: the form that works without a script, made as fast as a thumb.
import { buzz, isOn, keepAwake, turn } from "./device.js";
import { Draft } from "./draft.js";
import { Pad } from "./pad.js";
import "./page.js";
import { Preview } from "./preview.js";
import { addressOf, lacks, saves } from "./saving.js";
import { Sheet } from "./sheet.js";

const form = document.getElementById("round");
const { reason } = form.elements;
const template = document.getElementById("pad");
// A page that was answered, or whose address says it, comes with what was typed.
const cameBack = "answered" in form.dataset || /\bseat_/.test(location.search);
const COUNT_ALL = "count-every-colour";
const AGAIN_MS = 5000;
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

class Entry {
  constructor() {
    const declared = JSON.parse(template.dataset.declared);
    this.sheet = new Sheet(form, declared);
    this.sheet.countsAll = isOn(COUNT_ALL);
    this.draft = Draft.of(form);
    this.initial = this.sheet.snapshot();
    this.blank = cameBack ? "" : this.#said();
    this.history = [];
    this.at = null;
    this.seats = {};
    this.pad = new Pad(this.sheet, template, {
      type: (digit) => {
        buzz();
        this.type(digit);
      },
      next: () => this.goOn(this.at),
      undo: () => this.undo(),
      seat: (seat) => this.goToSeat(seat),
      tapped: (input) => this.tap(this.sheet.stopOf(input)),
      startOver: () => this.startOver(),
      countAll: ({ target }) => this.countAll(target.checked),
    });
    const { preview, token } = template.dataset;
    this.preview = new Preview(form, preview, token, (answer) => this.hear(answer));
    this.pad.count(this.sheet.countsAll);
  }

  async begin() {
    this.sheet.derive();
    const came = this.sheet.snapshot();
    let draft = this.draft.load();
    if (draft?.sent && (await this.isSaved(draft))) draft = null;
    if (draft?.fields && !cameBack) return location.replace(addressOf(form, draft.fields));
    // What was written while the server was asked, or before this script came, is newer.
    const newer = this.sheet.changedSince(came);
    if (draft?.values) this.takeUp(draft);
    this.sheet.restore(newer);
    this.sheet.derive();
    if (cameBack) this.pad.restored.hidden = false;
    this.last = this.sheet.snapshot();
    const isNewer = Object.keys({ ...newer.values, ...newer.chosen }).length > 0;
    if (draft?.fields || isNewer) this.keep(false); // also in place of cards that were given up
    this.show(this.sheet.openAfter(null));
    this.pad.reveal();
    this.pad.undo.disabled = true;
    this.listen();
    return this.preview.ask();
  }

  // A form that was sent, and whose answer never came, has saved its round or hasn't.
  async isSaved(draft) {
    const answer = await this.preview.fetch({ key: draft.key });
    if (answer?.saved) this.draft.drop();
    return Boolean(answer?.saved);
  }

  takeUp(draft) {
    const before = this.#said();
    this.sheet.restore(draft);
    this.sheet.derive();
    const isAsItCame = reason && reason.value === reason.defaultValue;
    if (isAsItCame && draft.reason) reason.value = draft.reason; // as above
    this.pad.restored.hidden = this.#said() === before;
  }

  #said() {
    return JSON.stringify([this.sheet.snapshot(), reason?.value]);
  }

  // The second tap of two that opened the form isn't meant for Save, where it falls.
  hold(event) {
    if (event.submitter?.formMethod !== "post" || this.history.length || !lacks(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.go(this.sheet.openAfter(null));
  }

  listen() {
    form.addEventListener("focusin", ({ target }) => this.follow(target));
    document.addEventListener("input", ({ target }) => this.typed(target));
    form.addEventListener("submit", () => this.keep(true));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  show(stop, byItself = false) {
    this.at = stop;
    this.fresh = true;
    this.cameByItself = byItself;
    this.pad.page = 0;
    this.pad.show(stop);
  }

  go(stop, byItself) {
    this.show(stop, byItself);
    this.pad.focus();
  }

  // Whoever asks to go on from a number that has gone on by itself has been led there already.
  goOn(from) {
    if (!(this.cameByItself && from === this.at)) this.go(this.sheet.openAfter(from));
  }

  goToSeat(seat) {
    const mine = this.sheet.stops.filter((stop) => stop.seat === seat && !stop.across);
    const open = mine.find((stop) => this.sheet.isOpen(stop));
    this.go(open ?? mine.find((stop) => stop.start === null));
  }

  // Changes -------------------------------------------------------------------------------

  // After each tap: what follows from it is filled in, kept and shown; what was can be undone.
  changed(goesOn) {
    this.history.push({ ...this.last, stop: this.at });
    this.cameByItself = false;
    this.settle();
    const done = this.at?.kind === "count" && this.at.input.dataset.source === "derived";
    if (goesOn || done) this.go(this.sheet.openAfter(this.at), true);
    else this.pad.show(this.at);
  }

  settle() {
    this.sheet.derive();
    this.sheet.fresh = false;
    this.last = this.sheet.snapshot();
    this.pad.undo.disabled = this.history.length === 0;
    this.keep(false);
    this.preview.ask();
  }

  keep(sent) {
    const key = form.elements.key.value;
    if (!sent && this.#said() === this.blank) this.draft.drop();
    else this.draft.save({ ...this.last, reason: reason?.value, key, sent });
  }

  type(digit) {
    const field = this.at;
    if (field?.kind !== "count") return;
    const before = this.fresh || !this.pad.digits ? "" : field.input.value;
    const most = this.sheet.most(field);
    const longer = Number(`${before}${digit}`);
    const number = longer > field.high ? digit : longer;
    this.sheet.write(field, String(number));
    this.fresh = false;
    const grows = this.pad.digits && number > 0 && number * 10 <= most;
    this.changed(!grows);
  }

  // Few of a kind are counted by tapping it: one more with each tap, and then none again.
  tap(field) {
    const number = (this.sheet.value(field) ?? 0) + 1;
    this.sheet.write(field, String(number > field.high ? field.low : number));
    this.changed(false);
  }

  typed(target) {
    const stop = this.sheet.stopOf(target);
    if (!stop) return this.keep(false); // the reason beside the numbers
    if (stop.kind === "count") this.sheet.write(stop, target.value);
    else this.at = stop;
    return this.changed(stop.kind !== "count");
  }

  undo() {
    const before = this.history.pop();
    if (!before) return;
    this.sheet.restore(before);
    this.settle();
    this.go(before.stop);
    // The next digit goes on from what stands there again.
    this.fresh = false;
    if (before.stop?.kind === "count") before.stop.input.setSelectionRange(9, 9);
  }

  startOver() {
    if (reason) reason.value = reason.defaultValue;
    if (cameBack) {
      this.draft.drop();
      return location.replace(form.action);
    }
    this.sheet.restore(this.initial);
    this.changed(false);
    this.pad.restored.hidden = true;
    return this.go(this.sheet.openAfter(null));
  }

  countAll(on) {
    turn(COUNT_ALL, on);
    this.sheet.countsAll = on;
    this.settle();
    this.pad.show(this.at);
  }

  // The server's answer: who chooses, and what it scores. Whose choice another one has made
  // since is asked anew.
  hear(answer) {
    this.sheet.asks = answer && answer.choices;
    this.sheet.fresh = true;
    this.pad.tell(answer);
    const choices = this.sheet.stops.filter((stop) => stop.kind === "choice");
    if (answer && choices.filter((stop) => this.review(stop, answer.choices[stop.name])).length) {
      this.settle();
    }
    const waited = this.at?.kind === "choice";
    if (waited && !this.sheet.isOpen(this.at)) this.go(this.sheet.openAfter(this.at), true);
    else this.pad.show(this.at);
    if (waited && this.at?.kind === "choice") this.pad.focus();
  }

  review(stop, ask) {
    if (!ask || stop.required) return this.reviewSeat(stop, ask);
    const chosen = this.sheet.chosen(stop);
    const before = this.seats[stop.name];
    const another = ask.due && before !== undefined && before !== ask.seat;
    this.seats[stop.name] = ask.due ? ask.seat : undefined;
    if (chosen === "none" || (ask.due && !another && !ask.barred.includes(chosen))) return false;
    this.sheet.choose(stop, "none");
    return true;
  }

  reviewSeat(stop, ask) {
    const out = ask?.barred.includes(this.sheet.chosen(stop));
    if (out) this.sheet.choose(stop, "");
    return Boolean(out);
  }

  // The keyboard --------------------------------------------------------------------------

  follow(target) {
    const stop = this.sheet.stopOf(target);
    if (!stop || stop === this.at) return;
    this.show(stop);
    if (stop.kind === "count") target.select();
  }

  press(event) {
    const { key, target } = event;
    const stop = this.sheet.stopOf(target);
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const elsewhere = !stop && target.matches("textarea, input:not([type=radio], [type=checkbox])");
    if (!plain || elsewhere) return; // a text beside the numbers keeps its keys
    if (/^[0-9]$/.test(key) && !stop && this.at?.kind === "count") this.pad.focus();
    else if (key === "Backspace") this.#instead(event, () => this.undo());
    else if (stop && key === "Enter") {
      this.#instead(event, () => this.goOn(stop));
    } else if (stop?.kind !== "count") return;
    else if (key === "Tab") this.#step(event, stop, event.shiftKey ? -1 : 1);
    else if (key in ARROWS) this.#step(event, stop, ARROWS[key][1], ARROWS[key][0]);
  }

  #instead(event, act) {
    event.preventDefault();
    act();
  }

  // At either end of the form the key does what it does anywhere.
  #step(event, stop, by, seats = 0) {
    const counts = this.sheet.fields;
    const to = seats
      ? this.sheet.field(stop.seat + seats, stop.name)
      : counts[counts.indexOf(stop) + by];
    if (to) this.#instead(event, () => this.go(to));
  }
}

const entry = template && new Entry();
if (entry) form.addEventListener("submit", (event) => entry.hold(event));
saves(form);
if (entry) {
  entry.begin();
} else {
  const restored = document.querySelector(".restored");
  const carry = () =>
    import("./carried.js").then(
      ({ carries }) => carries(form, restored),
      () => setTimeout(carry, AGAIN_MS),
    );
  if (restored) carry();
  // A number that is tapped is meant to be written anew.
  form.addEventListener("focusin", ({ target }) => {
    if (target.inputMode === "numeric") target.select();
  });
}

form.addEventListener("submit", ({ submitter }) => {
  if (submitter?.formMethod === "post") buzz();
});

keepAwake();
