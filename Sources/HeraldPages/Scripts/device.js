// Selects the revision that the page shows: by slider, buttons, keys, links or the address.

let current = lastRevision;
let isStarted = false;

const promptRevisions = data.prompts.map((prompt) => prompt.revision).sort((left, right) => left - right);
const promptBefore = () => promptRevisions.findLast((revision) => revision < current);
const promptAfter = () => promptRevisions.find((revision) => revision > current);

/** The event nearest to a revision, because revisions may have gaps. */
const nearest = (revision) => {
  if (places.has(revision)) return revision;
  const later = events.find((event) => event.revision > revision);
  return later ? later.revision : lastRevision;
};

// The address follows when the slider rests, because browsers slow down pages that change it many times a second.
const ADDRESS_DELAY = 150;
let addressTimer;
const writeAddress = () => {
  clearTimeout(addressTimer);
  addressTimer = undefined;
  const address = pinned === null ? `#r${current}` : `#r${pinned}-r${current}`;
  if (location.hash !== address) history.replaceState(null, "", address);
};

const go = (revision, keepsAddress = false) => {
  if (revision === undefined || events.length === 0) return;
  current = nearest(revision);
  const index = places.get(current);
  const event = events[index];
  byId("revision").value = current;
  byId("revision").setAttribute("aria-valuetext", `revision ${current}, ${shown(event.title)}`);
  put("place", make("span", {}, "revision ", make("strong", {}, grouped(current)), ` of ${grouped(lastRevision)} · ${clock(event.time).day}`));
  byId("previous").disabled = index === 0;
  byId("next").disabled = index === events.length - 1;
  byId("previous-prompt").disabled = promptBefore() === undefined;
  byId("next-prompt").disabled = promptAfter() === undefined;
  showEvent(event);
  timeline.mark(current);
  markStrip(index);
  drawFound();
  drawComparison();
  clearTimeout(addressTimer);
  if (!keepsAddress) addressTimer = setTimeout(writeAddress, ADDRESS_DELAY);
};
const step = (by) => {
  const event = events[places.get(current) + by];
  if (event) go(event.revision);
};

const openTarget = () => {
  const revision = /^#r(\d+)(?:-r(\d+))?$/.exec(location.hash);
  if (revision) {
    if (revision[2]) pin(nearest(Number(revision[1])));
    go(Number(revision[2] ?? revision[1]), true);
    const box = byId("event").getBoundingClientRect();
    if (isStarted && (box.top < 0 || box.top > innerHeight * 0.8)) byId("event").scrollIntoView();
    return;
  }
  // Other pages name a document by the beginning of its digest, because its number is known here alone.
  const line = /^#d(\d+)-(\d+)$/.exec(location.hash) ?? /^#digest-([0-9a-f]+)-(\d+)$/.exec(location.hash);
  const document_ = !line ? null : line[0].startsWith("#digest")
    ? documentViews.find(({ entry }) => entry.digest.startsWith(`sha256:${line[1]}`)) : documentViews[Number(line[1]) - 1];
  if (!document_) return;
  document_.view.open = true;
  drawDocument(document_);
  byId(`d${document_.index + 1}-${line[2]}`)?.scrollIntoView({ block: "center" });
};

/** Goes up or down the list while the keyboard is in it. */
const moveInList = (by) => {
  go(timeline.beside(current, by));
  timeline.focus();
};

const keys = (press) => {
  if (press.altKey || press.ctrlKey || press.metaKey) return;
  if (press.target.closest?.("input, textarea, select")) return;
  const inList = press.target.closest?.("#timeline") ? { ArrowUp: () => moveInList(-1), ArrowDown: () => moveInList(1) } : {};
  const action = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), p: () => go(promptBefore()), n: () => go(promptAfter()),
    "/": () => byId("query").focus(), c: togglePin, ...inList }[press.key];
  if (!action) return;
  press.preventDefault();
  action();
};

const listen = () => {
  byId("revision").addEventListener("input", (input) => go(Number(input.target.value)));
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("previous-prompt").addEventListener("click", () => go(promptBefore()));
  byId("next-prompt").addEventListener("click", () => go(promptAfter()));
  addEventListener("keydown", keys);
  addEventListener("hashchange", openTarget);
  // A link to the revision in an address that is not written yet would lead nowhere.
  addEventListener("click", (click) => { if (addressTimer !== undefined && click.target.closest?.("a")) writeAddress(); }, true);
  addEventListener("resize", drawStrip);
};

const start = () => {
  if (events.length === 0) return;
  byId("page").hidden = false;
  drawFilters();
  drawTimeline();
  drawPrompts();
  put("documents", ...documentViews.map((document_) => document_.view), documentViews.length === 0 ? make("p", { class: "soft" }, "None arrived.") : null);
  for (const document_ of documentViews) {
    document_.view.addEventListener("toggle", () => { if (document_.view.open) drawDocument(document_); });
    if (document_.view.open) drawDocument(document_);
  }
  byId("strip").append(strip);
  drawStrip();
  startSearch();
  startComparison();
  listen();
  // Begins with the last event, whose state is what the head of the page says.
  go(lastRevision, true);
  openTarget();
  isStarted = true;
};
start();
