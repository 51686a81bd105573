// Asks the server what the form would score, shortly after each tap. Only the last answer counts.

const PAUSE = 60;
const LAPSED = 400;

export class Preview {
  constructor(form, address, token, show) {
    Object.assign(this, { form, address, token, show });
  }

  ask() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.timer = setTimeout(async () => {
      const request = new AbortController();
      this.request = request;
      const answer = await this.fetch({}, request.signal);
      if (!request.signal.aborted) this.show(answer);
    }, PAUSE);
  }

  // Gives what the server answers, or null if it can't be reached or doesn't know this form.
  async fetch(instead, signal) {
    try {
      let response = await this.post(instead, signal);
      if (response.status === LAPSED) {
        await this.renew(signal);
        response = await this.post(instead, signal);
      }
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  post(instead, signal) {
    const sent = { ...Object.fromEntries(new FormData(this.form)), ...instead };
    const body = new URLSearchParams({ ...sent, csrf_token: this.token });
    return fetch(this.address, { method: "POST", body, signal });
  }

  // The session has ended: the form's own page has a token of the next one.
  async renew(signal) {
    const page = await (await fetch(location.href, { signal })).text();
    const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("pad");
    this.token = fresh?.dataset.token ?? this.token;
  }
}
