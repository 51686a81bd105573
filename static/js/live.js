// Follows a match while its page is seen: asks every two seconds, and takes in what is new.
const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30000;
const PATIENCE_MS = 10000;
const STARTLED_MS = 500;

// Nodes are the same thing before and after if these agree; what they hold may differ.
const name = (node) =>
  node.nodeType === Node.ELEMENT_NODE
    ? [node.localName, node.id, node.className, node.getAttribute("action")].join()
    : node.nodeName;

// Which nodes stand for which: the next that is alike; a text only for the very next.
function partner(child, at) {
  if (child.nodeType !== Node.ELEMENT_NODE) return at && name(at) === name(child) ? at : null;
  for (let old = at; old; old = old.nextSibling) if (name(old) === name(child)) return old;
  return null;
}

// Makes a node like another in place, so that focus, scroll and what is typed or unfolded stay.
export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name: of, value } of fresh.attributes) {
    if (old.getAttribute(of) !== value) old.setAttribute(of, value);
  }
  for (const { name: of } of [...old.attributes]) {
    if (!fresh.hasAttribute(of) && of !== "open") old.removeAttribute(of);
  }
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = partner(child, at);
    if (!same) {
      old.insertBefore(child, at);
      continue;
    }
    for (; at !== same; ) at = dropped(at);
    morph(same, child);
    at = same.nextSibling;
  }
  while (at) at = dropped(at);
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// Calls `take` with each new fragment.
export function follow(take) {
  let pause = PAUSE_MS;
  let timer = 0;
  let asking = false;
  let leaving = false;
  let changed = -STARTLED_MS;

  async function ask() {
    clearTimeout(timer);
    if (asking || leaving || document.hidden) return;
    asking = true;
    const { follows, version } = document.getElementById("main").dataset;
    try {
      const signal = AbortSignal.timeout?.(PATIENCE_MS);
      const answer = await fetch(`${follows}?v=${version}`, { signal });
      const text = answer.status === 200 ? await answer.text() : "";
      if (answer.status === 404) leave(follows);
      if (text && !leaving) {
        take(text);
        changed = performance.now();
      }
      pause = answer.ok ? PAUSE_MS : longer();
    } catch {
      pause = longer();
    }
    asking = false;
    timer = setTimeout(ask, pause);
  }

  const longer = () => Math.min(pause * 2, LONGEST_PAUSE_MS);

  // Out of the circle, or the match is gone: the page itself says so.
  function leave(address) {
    leaving = true;
    location.replace(address);
  }

  function wake() {
    pause = PAUSE_MS;
    leaving = false;
    ask();
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) clearTimeout(timer);
    else wake();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("online", wake);
  document.addEventListener("submit", (event) => {
    // A tap that was on its way to what stood there a moment ago does nothing …
    if (performance.now() - changed < STARTLED_MS) event.preventDefault();
    // … and of a form that is on its way nothing changes, or a second tap would send another.
    else leaving = true;
  });
  timer = setTimeout(ask, pause);
}
