// Two revisions side by side: what was decided at each, and what differs between the states.

/** The revision that the selected one is compared with; null while nothing is compared. */
let pinned = null;

/** The leaves of a state, by their path. What the page tells in one phrase, such as the policy, is one leaf. */
const leavesOf = (state) => {
  const leaves = new Map();
  const add = (path, value) => leaves.set(path.join("\n"), { path, value });
  for (const [key, value] of Object.entries(state)) {
    if (key === "revision" || key === "source") continue;
    if (!["properties", "counts", "records"].includes(key)) add([key], value);
    else for (const name of Object.keys(value)) add([key, name], value[name]);
  }
  return leaves;
};

const sameValue = (left, right) => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

const stateDifferences = (before, after) => {
  const [left, right] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...left.keys(), ...right.keys()])];
  const [same, others] = [[], []];
  for (const path of paths) {
    (sameValue(left.get(path)?.value, right.get(path)?.value) ? same : others).push((left.get(path) ?? right.get(path)).path);
  }
  const value = (leaves, path) => valueText(leaves.get(path.join("\n"))?.value, path.at(-1));
  return { same: same.length, rows: others.map((path) => tableRow(nameOf(path), value(left, path), value(right, path))) };
};

/** The last decision up to an event. */
const decisionUpTo = (revision) => {
  let index = places.get(revision);
  while (index >= 0 && !events[index].decision) index -= 1;
  return events[index] ?? null;
};

const decisionCell = (event) => {
  if (!event) return "nothing decided so far";
  return [sentence(answerOf(event.decision)), " ",
    make("span", { class: "source" }, `trigger ${event.decision.trigger}, `, revisionLink(event.revision))];
};

const ruleCell = (event, name) => {
  const rule = event ? rulesOf(event.decision).find((one) => one.rule === name) : null;
  if (!rule) return make("span", { class: "soft" }, event && othersOf(event.decision).length ? "not on this page" : event && shownBy(event.decision) ? "not reached" : "not asked");
  return rule.failed ? make("span", { class: "failed-word" }, `✗ ${data.words.failures[rule.failed]}`)
    : make("span", { class: "shown-word" }, "✓ shown");
};

const comparisonTable = (left, right) => {
  const [one, other] = [decisionUpTo(left), decisionUpTo(right)];
  const names = [...new Set([one, other].flatMap((event) => (event ? rulesOf(event.decision).map((rule) => rule.rule) : [])))];
  const [before, after] = [left, right].map((revision) => events[places.get(revision)]);
  zoneHere = zoneOf(after.time);
  const states = stateDifferences(stateAfter(places.get(left) + 1), stateAfter(places.get(right) + 1));
  const part = (name) => make("tr", { class: "part" }, make("th", { scope: "rowgroup", colspan: "3" }, name));
  return [
    table(["", `Revision ${grouped(left)}`, `Revision ${grouped(right)}`], [
      tableRow("Event", `${before.title} ${before.detail}`, `${after.title} ${after.detail}`),
      tableRow("Time", moment(before.time), moment(after.time)),
      tableRow("Last decision", decisionCell(one), decisionCell(other)),
      part("Rules"), names.map((name) => tableRow(name, ruleCell(one, name), ruleCell(other, name))),
      part("State after it"), states.rows,
    ].flat()),
    make("p", { class: "soft" }, states.rows.length === 0 ? "The states are equal."
      : `${counted(states.same, "other value")} ${states.same === 1 ? "is" : "are"} equal.`),
  ];
};

/** The other side while the compared revision is the one that is looked at: the decision before it, or a neighbour. */
const otherSide = () => {
  if (pinned !== current) return pinned;
  const index = places.get(current);
  const before = events.slice(0, index).findLast((event) => event.decision);
  return (before ?? events[index - 1] ?? events[index + 1] ?? events[index]).revision;
};

const drawComparison = () => {
  byId("compare").hidden = pinned === null;
  byId("pin").setAttribute("aria-pressed", String(pinned !== null));
  if (pinned === null) return;
  byId("other").value = otherSide();
  put("comparison", ...comparisonTable(otherSide(), current));
};

const pin = (revision) => { pinned = revision; };

/** Begins to compare with the revision that is looked at, or ends it. */
const togglePin = () => {
  pin(pinned === null ? current : null);
  go(current);
};

const startComparison = () => {
  byId("pin").addEventListener("click", togglePin);
  byId("end-compare").addEventListener("click", togglePin);
  byId("other").addEventListener("change", (change) => {
    pin(nearest(Number(change.target.value)));
    go(current);
  });
};
