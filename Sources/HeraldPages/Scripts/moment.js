// One event: its data, its changes of the state, its decision with the reasons, and the state after it.

const NAMES = {
  properties: "Properties", user: "User", policy: "Policy in force", refused: "Refused document", lastCheck: "Last check",
  zone: "Its clock's offset",
  failures: "Failed fetches since", latch: "Push that waits", visible: "On the screen", records: "Shown", counts: "Counts",
  launches: "launches", returns: "returns", operations: "operations", strayButtons: "stray buttons",
  ignoredPushes: "ignored pushes", clockSteps: "clock steps", unknownEvents: "unknown events",
  lastShown: "last shown", lastButton: "answered", lastButtonAt: "answered at", skippedVersion: "skipped version", target: "offered", firstShown: "first shown", deferrals: "put off", shownForTarget: "shown for this version",
};

const nameOf = (path) => path.map((part, index) => (index === 0 || path[0] !== "properties" ? NAMES[part] ?? part : part)).join(" · ");

/** Describes parts of the state in words, by their names, because their values alone say little. */
const WORDS = {
  policy: (policy) => `${policy.format} ${policy.digest.slice(7, 19)}${policy.revision === null ? "" : `, policy revision ${policy.revision}`}`,
  refused: (refused) => `${refused.digest.slice(7, 19)}: ${refused.reason}`,
  visible: (visible) => `${visible.rule} (${visible.kind}), prompt ${visible.prompt}`,
  latch: (latch) => `event ${latch.event}, until ${latch.targetVersion === null ? "the version changes" : `version ${latch.targetVersion}`}, also while another user is signed in, leads to ${latch.url}`,
};
/** The zone of the event that is looked at: the state's instants are told on its clock. */
let zoneHere = "Z";
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TIMES = ["lastCheck", "lastShown", "lastButtonAt", "firstShown"];

/** An offset from UTC in minutes, such as `+01:00`. */
const zoneText = (minutes) => `${minutes < 0 ? "-" : "+"}${new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)}`;

const valueText = (value, name) => {
  if (value === null || value === undefined) return "none";
  if (WORDS[name] && isObject(value)) return WORDS[name](value);
  if (TIMES.includes(name) && INSTANT.test(value)) return instant(value, zoneHere);
  if (name === "zone") return zoneText(value);
  if (name === "lastButton" && value === "vanished") return "nothing, it vanished";
  if (typeof value === "number") return grouped(value);
  if (!isObject(value)) return value === "" ? "“”" : String(value);
  return recordParts(value).join(", ") || "none";
};

/** What is kept of a rule's showings, each part in words. */
const recordParts = (value) => {
  const parts = ["shown", "lastShown", "lastButton", "lastButtonAt", "skippedVersion", "target", "firstShown", "deferrals", "shownForTarget"].filter((key) => value[key] !== 0 && (value[key] ?? null) !== null);
  return parts.map((key) => (key === "shown" ? counted(value.shown, "time") : `${NAMES[key]} ${valueText(value[key], key)}`));
};

const changesView = (changes) => make("div", { class: "panel" }, make("h3", {}, "What changed"),
  changes.length === 0 ? make("p", { class: "soft" }, "Nothing.")
    : make("ul", { class: "changes" }, changes.map((change) => make("li", {},
      make("span", { class: "name" }, nameOf(change.path)),
      make("del", {}, valueText(change.before, change.path.at(-1))), " → ", make("ins", {}, valueText(change.after, change.path.at(-1)))))));

const entryView = (name, value, isChanged, key) => make("div", { class: isChanged ? "changed" : null },
  make("dt", {}, name), make("dd", {}, isObject(value) && !WORDS[key] ? recordParts(value).map((part) => make("div", {}, part)) : valueText(value, key)));

const stateView = (state, changes) => {
  const isChanged = (...path) => changes.some((change) =>
    path.every((part, index) => change.path.length <= index || change.path[index] === part));
  const has = (value) => value !== null && value !== undefined;
  const main = ["policy", "visible", "latch", "refused", "user", "lastCheck", "zone", "failures"]
    .filter((key) => ["policy", "visible"].includes(key) || isChanged(key) || (has(state[key]) && state[key] !== 0));
  const group = (title, key, filter) => {
    const names = Object.keys(state[key]).filter((name) => filter(state[key][name]) || isChanged(key, name));
    return names.length === 0 ? [] : [make("h3", {}, title),
      make("dl", {}, names.map((name) => entryView(NAMES[name] ?? name, state[key][name], isChanged(key, name))))];
  };
  return make("div", { class: "panel state" }, make("h3", {}, "State after this event"),
    make("dl", {}, main.map((key) => entryView(NAMES[key], state[key], isChanged(key), key))),
    group("Prompts, by rule", "records", () => true),
    group("Counts", "counts", (count) => count > 0),
    make("details", { open: isChanged("properties") }, make("summary", {}, `Properties (${grouped(Object.keys(state.properties).length)})`),
      make("dl", {}, Object.keys(state.properties).map((name) =>
        entryView(name, state.properties[name], isChanged("properties", name))))));
};

/** The viewer's clock beside the device's, on a page that a server sent. */
const besideViewer = (time) => {
  const words = byId("page").dataset.answers ? viewerClock(time, moment(time)) : "";
  return words ? make("span", { class: "yours" }, ` · ${words}`) : null;
};

/**
 * The event to ask about: itself where it has or follows a decision, otherwise the next that decides. The decision before a
 * launch is of another day, and would be taken for the answer.
 */
const asksAt = (event) => {
  const decides = (other) => Boolean(other.decision);
  const follows = judgedAt.has(event.revision) || event.answers || event.type === "push.received";
  if (decides(event) || (follows && events.slice(0, places.get(event.revision)).some(decides))) return event;
  return events.find((other) => other.revision > event.revision && other.decision) ?? events.findLast(decides);
};

/** The way to the reasons and to the text for a ticket, on a page that a server sent; null where nothing was decided. */
const answersLink = (event) => {
  const address = byId("page").dataset.answers;
  const asked = address ? asksAt(event) : undefined;
  if (!asked) return null;
  const words = asked === event ? "Why, why not, and the text for a ticket →"
    : `Why, why not, and the text for a ticket, at ${asked.revision > event.revision ? "the next" : "the last"} decision (revision ${grouped(asked.revision)}) →`;
  return make("p", { class: "no-print" }, make("a", { href: address.replace("{revision}", asked.revision) }, words));
};

const eventView = (event) => {
  const judged = judgedAt.get(event.revision);
  return make("div", { class: "happened" },
    make("h2", { id: "moment-title" }, `${grouped(event.revision)}. ${event.title}`),
    make("p", {}, event.detail ? sentence(event.detail) : null),
    judged ? make("p", {}, make("span", { class: `verdict ${judged.verdict}` }, verdictText(judged.verdict)), `: ${judged.words}.`) : null,
    make("p", { class: "soft" }, moment(event.time), besideViewer(event.time), ` · ${event.type} · ${event.id}`),
    event.clockStep ? make("p", { class: "step-note" }, "↺ The clock was set back here: ", event.clockStep.words, ", from ", revisionLink(event.clockStep.from), ".") : null,
    event.aheadOf ? make("p", { class: "step-note" }, "This date is ahead: the clock was set back later, at ", revisionLink(event.aheadOf), ".") : null,
    answersLink(event),
    event.data && Object.keys(event.data).length
      ? make("details", {}, make("summary", { class: "soft" }, "The event’s data"), make("code", {}, JSON.stringify(event.data))) : null);
};

const decisionPanel = (event) => {
  if (event.decision) return make("div", { class: "panel" }, make("h3", {}, `Decided (trigger: ${event.decision.trigger})`), decisionView(event));
  const judged = judgedAt.get(event.revision);
  const about = judged && judged.decision !== null ? events[places.get(judged.decision)] : null;
  if (!about) return make("div", { class: "panel" }, make("h3", {}, "Decided"), make("p", { class: "soft" }, "This event asks for no decision: decisions follow fetches, returns and operations."));
  return make("div", { class: "panel" }, make("h3", {}, "Decided before it, at ", revisionLink(about.revision)), decisionView(about, judged.rule));
};

/** Shows an event, and marks its places in the documents. */
const showEvent = (event) => {
  const index = places.get(event.revision);
  zoneHere = zoneOf(event.time);
  const state = stateAfter(index + 1);
  const changes = changesOf(event.change, stateAfter(index));
  put("event", eventView(event));
  put("change", changesView(changes));
  put("decision", decisionPanel(event));
  put("state", stateView(state, changes));
  const judged = judgedAt.get(event.revision);
  const about = event.decision || !judged ? event : events[places.get(judged.decision)];
  markDocuments(about, state.policy?.digest);
};
