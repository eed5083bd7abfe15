// All events by day. A filter, or a search, leaves some.

/** Texts longer than this take two lines of a row. */
const LINE_LENGTH = 34;
const linesOf = (text) => (text.length > LINE_LENGTH ? 2 : 1);

const FILTERS = {
  All: () => true,
  Prompts: (event) => judgedAt.has(event.revision) || Boolean(event.answers),
  "Not as decided, or not shown": (event) => isWrong(judgedAt.get(event.revision)?.verdict),
  Decisions: (event) => Boolean(event.decision),
  Launches: (event) => event.type === "app.launched",
  Found: (event) => matches.has(event.revision),
};

const TESTS = Object.keys(data.words.failures);
const nothingShown = new Map();

/** Why nothing is shown, by the rule that came farthest: of many rules, most are for other devices. */
const nothingWords = (decision) => {
  if (!nothingShown.has(decision.rules)) {
    const failed = rulesOf(decision).filter((rule) => rule.failed);
    const farthest = failed.reduce((best, rule) => (best && TESTS.indexOf(best.failed) >= TESTS.indexOf(rule.failed) ? best : rule), null);
    const others = failed.length > 1 ? `, and ${grouped(failed.length - 1)} more` : "";
    nothingShown.set(decision.rules, farthest ? `${farthest.rule} ${data.words.failures[farthest.failed]}${others}` : null);
  }
  return nothingShown.get(decision.rules) ?? decision.words;
};

/** The line of a row about a decision: its text, from which its height follows, and its view. */
const decidedLine = (decision) => {
  const show = shownBy(decision);
  const nothing = `→ nothing: ${nothingWords(decision)}`;
  if (!show) return { text: nothing, view: () => make("span", { class: "soft" }, nothing) };
  return { text: `→ shows ${show.rule} ${KINDS[show.kind] ?? "·"} ${show.kind}`,
    view: () => make("span", {}, "→ shows ", make("span", { class: "shown-rule" }, show.rule), " ", kindMark(show.kind)) };
};

/** The lines of an event: what happened, what was decided, and whether the app followed. */
const rowLines = (event) => {
  const detail = event.detail ? ` ${event.detail}` : "";
  const lines = [{ text: event.title + detail, view: () => make("span", {}, event.title, make("span", { class: "detail" }, sentence(detail))) }];
  if (event.decision) lines.push(decidedLine(event.decision));
  const judged = judgedAt.get(event.revision);
  // A decision that was followed is marked at its prompt alone.
  if (judged && !(judged.verdict === "justified" && event.decision)) {
    const text = verdictText(judged.verdict);
    lines.push({ text, view: () => make("span", { class: `verdict ${judged.verdict}` }, text) });
  }
  return lines;
};

/** A mark between the rows, with a link to an event. */
const markItem = (words, revision) => ({
  lines: Math.ceil((words.length + `${revision}`.length + 10) / LINE_LENGTH),
  draw: () => make("li", { class: "item mark-step" }, make("p", {}, words, revisionLink(revision))),
});

/** The mark above an event that shows that the clock was set back. */
const stepItem = (event) => markItem(`↺ The clock was set back: ${event.clockStep.words}, from `, event.clockStep.from);

/** The mark above the first of some events whose times are ahead. */
const aheadItem = (event) => markItem("These dates are ahead: the clock was set back later, at ", event.aheadOf);

const rowView = (event) => make("li", { class: matches.has(event.revision) ? "item match" : "item" },
  make("a", { class: "row", href: `#r${event.revision}`, "data-revision": event.revision, tabindex: "-1" },
    make("span", { class: event.aheadOf ? "clock ahead" : "clock", title: event.aheadOf ? `ahead: revision ${event.aheadOf} shows that the clock was set back` : null }, clock(event.time).time),
    make("span", { class: "texts" }, rowLines(event).map(({ text, view }) => make("span", { class: linesOf(text) > 1 ? "text two" : "text" }, view()))),
    make("span", { class: "number", "aria-label": `revision ${event.revision}` }, grouped(event.revision))));

const rowItem = (event) => ({
  revision: event.revision, draw: () => rowView(event),
  lines: rowLines(event).reduce((sum, { text }) => sum + linesOf(text), 0),
});

const timeline = listIn(byId("timeline"));
let filter = "All";

const drawTimeline = () => {
  const items = [];
  let [day, ahead] = [null, undefined];
  for (const event of events) {
    if (!FILTERS[filter](event)) continue;
    // An event of an unknown type may have no time. It stands with the one before it.
    const next = clock(event.time).day || day;
    if (next !== day) items.push({ lines: 1, draw: () => make("li", { class: "item day" }, make("h3", {}, next)) });
    day = next;
    if (event.clockStep) items.push(stepItem(event));
    if (event.aheadOf && event.aheadOf !== ahead) items.push(aheadItem(event));
    ahead = event.aheadOf;
    items.push(rowItem(event));
  }
  timeline.fill(items);
};

const setFilter = (name) => {
  filter = name;
  for (const button of byId("filters").children) button.setAttribute("aria-pressed", String(button.dataset.name === name));
  drawTimeline();
  timeline.mark(current);
};

const drawFilters = () => {
  // Filters that would leave nothing are not offered.
  const names = Object.keys(FILTERS).filter((name) => name === "All" || (name !== "Found" && events.some(FILTERS[name])));
  const found = matches.size > 0 ? ["Found"] : [];
  put("filters", ...[...names, ...found].map((name) => make("button", {
    type: "button", "data-name": name, "aria-pressed": name === filter ? "true" : "false", click: () => setFilter(name),
  }, name)));
};
