// Selects the revision that the page shows: by slider, buttons, keys, links or the address.

let current = lastRevision;
let isStarted = false;

const markRow = (revision) => {
  for (const row of byId("timeline").querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
  const row = rows.get(revision);
  if (!row) return;
  row.setAttribute("aria-current", "true");
  const box = byId("timeline");
  // Scrolls only the box, because the page must not move while it is read.
  if (box.scrollHeight > box.clientHeight) {
    const offset = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (offset < 0 || offset > box.clientHeight - 60) box.scrollTop += offset - box.clientHeight / 3;
  }
};

const promptRevisions = data.prompts.map((prompt) => prompt.revision);
const promptBefore = () => promptRevisions.findLast((revision) => revision < current);
const promptAfter = () => promptRevisions.find((revision) => revision > current);

/** The event nearest to a revision, because revisions may have gaps. */
const nearest = (revision) => {
  if (places.has(revision)) return revision;
  const later = events.find((event) => event.revision > revision);
  return later ? later.revision : lastRevision;
};

const go = (revision, keepsAddress = false) => {
  if (revision === undefined || events.length === 0) return;
  current = nearest(revision);
  const index = places.get(current);
  const event = events[index];
  byId("revision").value = current;
  byId("revision").setAttribute("aria-valuetext", `revision ${current}, ${shown(event.title)}`);
  put("place", make("span", {}, make("strong", {}, `${current}`), ` of ${lastRevision} · ${clock(event.time).day}`));
  byId("previous").disabled = index === 0;
  byId("next").disabled = index === events.length - 1;
  byId("previous-prompt").disabled = promptBefore() === undefined;
  byId("next-prompt").disabled = promptAfter() === undefined;
  showEvent(event);
  markRow(current);
  markStrip(index);
  if (!keepsAddress) history.replaceState(null, "", `#r${current}`);
};
const step = (by) => {
  const event = events[places.get(current) + by];
  if (event) go(event.revision);
};

// The strip above the slider: prompts as shapes and launches as ticks, aligned with the slider.
const WIDTH = 1000;
const THUMB = 8;
const across = (index) => THUMB + (WIDTH - 2 * THUMB) * (events.length < 2 ? 0 : (events[index].revision - firstRevision) / (lastRevision - firstRevision));
const strip = drawn("svg", { viewBox: `0 0 ${WIDTH} 38`, preserveAspectRatio: "none" });
const here = drawn("line", { class: "here", y1: 0, y2: 38 });
const markStrip = (index) => { here.setAttribute("x1", across(index)); here.setAttribute("x2", across(index)); };
const drawStrip = () => {
  const width = byId("strip").clientWidth || 600;
  strip.setAttribute("viewBox", `0 0 ${WIDTH} 38`);
  strip.replaceChildren();
  let lastTick = -10;
  events.forEach((event, index) => {
    const x = across(index);
    if (event.type === "app.launched" && x - lastTick > 3) {
      strip.append(drawn("line", { class: "tick", x1: x, x2: x, y1: 26, y2: 38, "vector-effect": "non-scaling-stroke" }));
      lastTick = x;
    }
  });
  let lastMark = -100;
  for (const prompt of data.prompts) {
    const x = across(places.get(prompt.revision));
    if ((x - lastMark) * width / WIDTH < 5) continue;
    lastMark = x;
    const wrong = prompt.verdict === "unjustified" || prompt.verdict === "missed";
    strip.append(drawn("text", { class: `prompt ${wrong ? "wrong" : `kind-${prompt.kind}`}`, fill: "currentColor", y: 18, transform: `translate(${x} 0) scale(${WIDTH / width} 1)` },
      wrong ? (prompt.verdict === "missed" ? "○" : "✗") : KINDS[prompt.kind] ?? "·"));
  }
  here.setAttribute("vector-effect", "non-scaling-stroke");
  strip.append(here);
};

const openTarget = () => {
  const revision = /^#r(\d+)$/.exec(location.hash);
  if (revision) {
    go(Number(revision[1]), true);
    const box = byId("event").getBoundingClientRect();
    if (isStarted && (box.top < 0 || box.top > innerHeight * 0.8)) byId("event").scrollIntoView();
    return undefined;
  }
  const line = /^#d(\d+)-(\d+)$/.exec(location.hash);
  const document_ = line ? documentViews[Number(line[1]) - 1] : null;
  if (!document_) return undefined;
  document_.view.open = true;
  drawDocument(document_);
  byId(location.hash.slice(1))?.scrollIntoView({ block: "center" });
  return undefined;
};

const keys = (press) => {
  if (press.altKey || press.ctrlKey || press.metaKey) return;
  if (press.target.closest?.("input, textarea, select")) return;
  const action = { ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    p: () => go(promptBefore()), n: () => go(promptAfter()) }[press.key];
  if (!action) return;
  press.preventDefault();
  action();
};

const start = () => {
  if (events.length === 0) { byId("page").hidden = true; return; }
  drawFilters();
  drawTimeline("All");
  put("prompts", ...promptViews.map((prompt) => prompt.view), promptViews.length === 0 ? make("p", { class: "soft" }, "None was shown.") : null);
  put("documents", ...documentViews.map((document_) => document_.view), documentViews.length === 0 ? make("p", { class: "soft" }, "None arrived.") : null);
  for (const document_ of documentViews) {
    document_.view.addEventListener("toggle", () => { if (document_.view.open) drawDocument(document_); });
    if (document_.view.open) drawDocument(document_);
  }
  byId("strip").append(strip);
  drawStrip();
  byId("revision").addEventListener("input", (input) => go(Number(input.target.value)));
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("previous-prompt").addEventListener("click", () => go(promptBefore()));
  byId("next-prompt").addEventListener("click", () => go(promptAfter()));
  addEventListener("keydown", keys);
  addEventListener("hashchange", openTarget);
  addEventListener("resize", drawStrip);
  addEventListener("beforeprint", () => {
    for (const prompt of promptViews) { if (prompt.details) { prompt.draw(); prompt.details.open = true; } }
    for (const document_ of documentViews) { document_.view.open = true; drawDocument(document_); }
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  // Begins with the last prompt, because people ask about it most.
  const start_ = promptRevisions.at(-1) ?? lastRevision;
  go(start_, true);
  openTarget();
  isStarted = true;
};
start();
