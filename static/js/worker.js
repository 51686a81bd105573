// Keeps what was seen for when there is no network. Files by their version, first from here; pages
// from the network as long as it answers, else as they were last seen. Never a form that is sent,
// nor a page about who may come in: those stay on the network. /worker.js says `shell`.
const { version, files, away } = self.shell;
const SHELL = `shell ${version}`;
const PAGES = `pages ${version}`;
const MOST_PAGES = 60;
const PATIENCE_MS = 5000;
const BROKEN = 500;
const UID = "[0-9a-f-]{36}";
const KEPT = new RegExp(
  `^/(rules/([a-z]+/)?|circles/${UID}/(matches/${UID}/(rounds/\\d+/(enter)?)?)?)?$`,
);

const stored = (path) => caches.match(path, { ignoreVary: true });

// A page says when it was kept, so that it can tell of when it is.
async function keep(path, answer) {
  const cache = await caches.open(PAGES);
  if (!answer.ok || answer.redirected) {
    await cache.delete(path);
    return;
  }
  const text = await answer.text();
  const marked = text.replace("<html ", `<html data-kept-at="${new Date().toISOString()}" `);
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  await cache.put(path, new Response(marked, { headers }));
  for (const old of (await cache.keys()).slice(0, -MOST_PAGES)) await cache.delete(old);
}

// Without a network there is nothing new to keep, and nothing to say of it.
async function renew(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer && answer.status < BROKEN) await keep(path, answer);
}

async function file(request) {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

// In the place of a page that can't be had now, and wasn't kept.
async function instead(error) {
  const known = await stored(away);
  if (known) return known;
  throw error;
}

async function page(event, path) {
  const asked = fetch(event.request);
  const old = await stored(path);
  const tooLong = new Promise((_, reject) => old && setTimeout(reject, PATIENCE_MS));
  try {
    const answer = await Promise.race([asked, tooLong]);
    if (answer.status >= BROKEN) return old ?? answer;
    event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch (error) {
    return old ?? instead(error);
  }
}

// Pages that are kept name the files of their version: a new one sees them anew, with its own.
async function install() {
  await (await caches.open(SHELL)).addAll([...files, away]);
  for (const name of await caches.keys()) {
    if (!name.startsWith("pages ") || name === PAGES) continue;
    const known = await (await caches.open(name)).keys();
    await Promise.all(known.map(({ url }) => renew(new URL(url).pathname)));
  }
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name !== SHELL && name !== PAGES) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

// A page that was on its way when the others were claimed asks for what it wants: it is claimed now.
self.addEventListener("message", (event) => {
  const wanted = event.data.filter((path) => KEPT.test(path)).map(renew);
  event.waitUntil(Promise.all([self.clients.claim(), ...wanted]));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(event.request));
  else if (mode !== "navigate") return;
  else if (!search && KEPT.test(pathname)) event.respondWith(page(event, pathname));
  else event.respondWith(fetch(event.request).catch(instead));
});
