// The form as a sheet: its numbers in the order in which a table counts, and those that follow
// from the others by the sums that the game declares. It adds up and takes away; it never scores.

const WHOLE = /^[0-9]{1,3}$/;
const TAPPED_UP_TO = 3;

export class Sheet {
  constructor(form, declared) {
    this.form = form;
    this.declared = declared;
    this.fields = [];
    this.byName = new Map();
    this.stops = [];
    this.countsAll = false;
    // What the server last said of the choices; null while it can't be asked.
    this.asks = {};
    this.fresh = false;
    declared.steps.forEach((names, step) => this.#addStep(names, step));
    this.stops.forEach((stop, at) => {
      stop.at = at;
    });
  }

  #addStep(names, step) {
    if (names.length === 1 && names[0] in this.declared.choices) {
      this.stops.push({ kind: "choice", name: names[0], step, ...this.declared.choices[names[0]] });
      return;
    }
    const { questions } = this.declared;
    for (let seat = 0; seat < this.declared.seats; seat += 1) {
      for (const name of names) this.#addField(seat, name, step, names.length === 1);
    }
    for (const question of questions.filter((one) => names.includes(one.about))) {
      for (let seat = 0; seat < this.declared.seats; seat += 1) {
        this.stops.push({ kind: "question", seat, step, across: names.length === 1, ...question });
      }
    }
  }

  #addField(seat, name, step, across) {
    const input = this.form.elements[`seat_${seat}-${name}`];
    const bounds = this.declared.counts[name];
    const tapped = bounds.start !== null && bounds.high <= TAPPED_UP_TO;
    const field = { kind: "count", seat, name, step, across, input, tapped, ...bounds };
    const starts = bounds.start !== null && input.value === String(bounds.start);
    input.dataset.source = starts ? "start" : input.value === "" ? "" : "typed";
    this.fields.push(field);
    this.byName.set(`${seat} ${name}`, field);
    this.stops.push(field);
  }

  field(seat, name) {
    return this.byName.get(`${seat} ${name}`);
  }

  stopOf(element) {
    return this.stops.find((stop) =>
      stop.kind === "count" ? stop.input === element : this.nameOf(stop) === element.name,
    );
  }

  nameOf(stop) {
    return stop.kind === "question" ? `seat_${stop.seat}-${stop.name}` : stop.name;
  }

  value(field) {
    return WHOLE.test(field.input.value) ? Number(field.input.value) : null;
  }

  write(field, text, source = text === "" ? "" : "typed") {
    field.input.value = text;
    field.input.dataset.source = source;
  }

  chosen(stop) {
    return this.form.elements[this.nameOf(stop)].value;
  }

  choose(stop, value) {
    this.#check(this.nameOf(stop), value);
  }

  #check(name, value) {
    for (const radio of this.form.elements[name]) radio.checked = radio.value === value;
  }

  // Sums: each is a row of numbers, and what they make together where that is known.
  *#rows() {
    for (const sum of this.declared.sums) {
      const seats = [...Array(this.declared.seats).keys()];
      const row = (of) => of.flatMap((seat) => sum.names.map((name) => this.field(seat, name)));
      if (sum.across) yield { fields: row(seats), expected: sum.total };
      else for (const seat of seats) yield this.#seatRow(sum, seat, row([seat]));
    }
  }

  #seatRow(sum, seat, fields) {
    const of = this.value(this.field(seat, sum.of));
    return { seat, fields, expected: of === null ? null : of * sum.times };
  }

  derive() {
    for (const field of this.fields) {
      if (field.input.dataset.source === "derived") this.write(field, "");
    }
    let found = !this.countsAll;
    while (found) found = [...this.#rows()].some((row) => this.#fill(row));
  }

  #fill({ fields, expected }) {
    const blank = fields.filter((field) => field.input.dataset.source === "");
    if (expected === null || blank.length === 0) return false;
    const rest = expected - this.#sum(fields);
    const follows = blank.length === 1 && rest >= blank[0].low && rest <= blank[0].high;
    if (!follows && rest !== 0) return false;
    for (const field of blank) this.write(field, String(rest), "derived");
    return true;
  }

  #sum(fields) {
    return fields.reduce((sum, field) => sum + (this.value(field) ?? 0), 0);
  }

  // The most that a number can be, as far as the rest of its sums is typed already.
  most(field) {
    const open = (other) => other !== field && other.input.dataset.source !== "typed";
    const rows = [...this.#rows()].filter(
      (row) => row.expected !== null && row.fields.includes(field) && row.fields.some(open),
    );
    const others = (row) => row.fields.filter((one) => one !== field && !open(one));
    const rests = rows.map((row) => row.expected - this.#sum(others(row)));
    return Math.min(field.high, ...rests.filter((rest) => rest >= 0));
  }

  seatSum(seat) {
    const row = [...this.#rows()].find((one) => one.seat === seat && one.expected !== null);
    return row && { found: this.#sum(row.fields), expected: row.expected };
  }

  seatState(seat) {
    const whole = this.fields.every((one) => one.seat !== seat || this.value(one) !== null);
    const sum = this.seatSum(seat);
    const off = sum && (sum.found > sum.expected || (whole && sum.found !== sum.expected));
    return off ? "off" : whole ? "done" : "";
  }

  isAsked(question) {
    return this.value(this.field(question.seat, question.about)) === question.when;
  }

  isOpen(stop) {
    if (stop.kind === "count") return stop.start === null && stop.input.dataset.source === "";
    if (stop.kind === "question") return this.isAsked(stop) && this.chosen(stop) === "";
    if (stop.required) return this.chosen(stop) === "";
    if (this.asks === null) return false;
    const ask = this.asks[stop.name];
    if (ask || this.fresh) return Boolean(ask?.due) && this.chosen(stop) === "none";
    // The server may be about to ask, once all before it is counted.
    return this.stops.every((one) => one.step >= stop.step || !this.isOpen(one));
  }

  // The next stop at which something is missing, going on from one and then from the top.
  openAfter(stop) {
    const from = stop ? stop.at + 1 : 0;
    const order = [...this.stops.slice(from), ...this.stops.slice(0, from)];
    return order.find((one) => this.isOpen(one)) ?? null;
  }

  get radios() {
    return this.stops.filter((stop) => stop.kind !== "count").map((stop) => this.nameOf(stop));
  }

  snapshot() {
    const { elements } = this.form;
    const values = this.fields.map(({ input }) => [
      input.name,
      [input.value, input.dataset.source],
    ]);
    const chosen = this.radios.map((name) => [name, elements[name].value]);
    return { values: Object.fromEntries(values), chosen: Object.fromEntries(chosen) };
  }

  // What its writer has changed since a snapshot, or since a page came that no browser filled in:
  // what follows from other numbers isn't that.
  changedSince({ values, chosen }) {
    const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate";
    const early = ({ value, defaultValue, dataset }) =>
      isNew && dataset.source !== "derived" && value !== defaultValue;
    const fields = this.fields.filter(
      ({ input }) => input.value !== values[input.name][0] || early(input),
    );
    const radios = this.radios.filter((name) => this.form.elements[name].value !== chosen[name]);
    return {
      values: Object.fromEntries(fields.map(({ input }) => [input.name, [input.value]])),
      chosen: Object.fromEntries(radios.map((name) => [name, this.form.elements[name].value])),
    };
  }

  restore({ values, chosen }) {
    for (const field of this.fields) {
      const kept = values[field.input.name];
      if (kept) this.write(field, ...kept);
    }
    for (const name of this.radios) if (name in chosen) this.#check(name, chosen[name]);
  }
}
