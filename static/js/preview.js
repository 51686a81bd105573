// Asks the server what the form would score, shortly after each tap. Only the last answer counts.

const PAUSE = 60;

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
    const sent = { ...Object.fromEntries(new FormData(this.form)), ...instead };
    try {
      const response = await fetch(this.address, {
        method: "POST",
        body: new URLSearchParams({ ...sent, csrf_token: this.token }),
        signal,
      });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }
}
