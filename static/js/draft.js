// What is typed, kept in this browser from tap to tap, so that nothing can lose it: a draft for
// each round, under the address of its form. It goes when its round is saved, or on demand.

const PREFIX = "draft ";
const ROUND = /rounds\/(\d+)\/enter$/;

// A browser may have no storage to give, or no room left: then there is no draft.
export const attempt = (work) => {
  try {
    return work();
  } catch {
    return null;
  }
};

export class Draft {
  constructor(path) {
    this.name = PREFIX + path;
    attempt(() => this.#clearEarlier(path));
  }

  // A form that is shown again with its answer may stand under another address than its own.
  static of(form) {
    return new Draft(new URL(form.action).pathname);
  }

  load() {
    return attempt(() => JSON.parse(localStorage.getItem(this.name)));
  }

  save(draft) {
    attempt(() => localStorage.setItem(this.name, JSON.stringify(draft)));
  }

  drop() {
    attempt(() => localStorage.removeItem(this.name));
  }

  // While a later round is entered, the earlier ones that were sent are saved.
  #clearEarlier(path) {
    const number = Number(ROUND.exec(path)?.[1]);
    const match = PREFIX + path.replace(ROUND, "");
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith(match))) {
      const earlier = Number(ROUND.exec(name)?.[1]) < number;
      if (earlier && JSON.parse(localStorage.getItem(name)).sent) localStorage.removeItem(name);
    }
  }
}
