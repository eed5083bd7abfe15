// All events by day, and the prompts with their reasons.

const FILTERS = {
  All: () => true,
  Prompts: (event) => judgedAt.has(event.revision) || event.type === "button.chosen",
  Decisions: (event) => Boolean(event.decision),
  Launches: (event) => event.type === "app.launched",
};

const afterwards = (event) => {
  const judged = judgedAt.get(event.revision);
  const lines = [];
  if (event.decision) {
    const show = shownBy(event.decision);
    lines.push(make("span", { class: "then" }, show
      ? ["→ shows ", make("span", { class: "shown-rule" }, show.rule), " ", kindMark(show.kind)]
      : make("span", { class: "soft" }, `→ nothing: ${event.decision.words}`)));
  }
  if (judged && !(judged.verdict === "justified" && event.decision)) {
    lines.push(make("span", { class: `then verdict ${judged.verdict}` }, VERDICTS[judged.verdict]));
  }
  return lines;
};

const rowView = (event) => make("li", {}, make("a", { class: "row", href: `#r${event.revision}`, "data-revision": event.revision },
  make("span", { class: "clock" }, clock(event.time).time.slice(0, 5)),
  make("span", {}, event.title, event.detail ? make("span", { class: "detail" }, ` ${event.detail}`) : null, afterwards(event)),
  make("span", { class: "number", "aria-label": `revision ${event.revision}` }, `r${event.revision}`)));

let rows = new Map();

const drawTimeline = (filter) => {
  const days = [];
  for (const event of events) {
    if (!FILTERS[filter](event)) continue;
    // An event of an unknown type may have no time. It stands with the one before it.
    const day = clock(event.time).day || (days.at(-1)?.day ?? "");
    if (days.at(-1)?.day !== day) days.push({ day, events: [] });
    days.at(-1).events.push(event);
  }
  byId("timeline").classList.toggle("long", events.length > 1000);
  put("timeline", ...days.map(({ day, events: some }) =>
    make("div", { class: "day" }, make("h3", {}, day), make("ol", {}, some.map(rowView)))),
    days.length === 0 ? make("p", { class: "soft" }, "None.") : null);
  rows = new Map([...byId("timeline").querySelectorAll(".row")].map((row) => [Number(row.dataset.revision), row]));
};

const drawFilters = () => {
  put("filters", ...Object.keys(FILTERS).map((name) => make("button", {
    type: "button", "aria-pressed": name === "All" ? "true" : "false",
    click: (click) => {
      for (const button of byId("filters").children) button.setAttribute("aria-pressed", String(button === click.currentTarget));
      drawTimeline(name);
      markRow(current);
    },
  }, name)));
};

const answerText = (answer) => (answer ? ["answered ", make("strong", {}, answer.button), ` after ${lengthOfTime(answer.seconds)} at `, revisionLink(answer.revision)] : "not answered");

const promptView = (prompt) => {
  const decided = prompt.decision === null ? null : events[places.get(prompt.decision)];
  const why = make("div", {});
  const details = decided ? make("details", { class: "why" }, make("summary", {}, "Why"), why) : null;
  const draw = () => { if (!why.childElementCount) why.append(decisionView(decided, prompt.rule)); };
  details?.addEventListener("toggle", () => { if (details.open) draw(); });
  const wasShown = prompt.verdict === "justified" || prompt.verdict === "unjustified";
  const view = make("article", { class: `card ${prompt.verdict}` },
    make("p", { class: "line" }, make("span", {}, make("strong", {}, prompt.rule ?? "a prompt"), " ", prompt.kind ? kindMark(prompt.kind) : null),
      make("span", { class: `verdict ${prompt.verdict}` }, VERDICTS[prompt.verdict])),
    make("p", {}, moment(prompt.time), " · ", revisionLink(prompt.revision), wasShown ? [" · ", answerText(prompt.answer)] : null),
    prompt.verdict === "justified" ? null : make("p", {}, `${prompt.words}.`), details);
  return { view, details, draw };
};

const promptViews = data.prompts.map(promptView);
