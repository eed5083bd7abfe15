// The data has the first state and the changes of each event. Any other state is computed when it is needed.

const data = JSON.parse(byId("data").textContent);
const events = data.events;
const firstRevision = events.length ? events[0].revision : 0;
const lastRevision = events.length ? events[events.length - 1].revision : 0;
const places = new Map(events.map((event, index) => [event.revision, index]));
const judgedAt = new Map(data.prompts.map((prompt) => [prompt.revision, prompt]));

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** An object without a prototype, so that `__proto__` is an ordinary property. */
const plain = (value) => {
  const object = Object.create(null);
  for (const key of Object.keys(value)) object[key] = isObject(value[key]) ? plain(value[key]) : value[key];
  return object;
};

/** Applies a change to a state: `[value]` sets a member, `[]` removes it, an object changes some of its members. */
const changed = (state, change) => {
  const result = Object.assign(Object.create(null), state);
  for (const key of Object.keys(change)) {
    const part = change[key];
    if (!Array.isArray(part)) result[key] = changed(result[key], part);
    else if (part.length) result[key] = isObject(part[0]) ? plain(part[0]) : part[0];
    else delete result[key];
  }
  return result;
};

const KEEP_EACH = 200;
const kept = [plain(data.base)];

/** The state after the first `count` events of the page. */
const stateAfter = (count) => {
  for (let index = kept.length - 1; index * KEEP_EACH < count - KEEP_EACH; index += 1) {
    let state = kept[index];
    for (let step = 0; step < KEEP_EACH; step += 1) state = changed(state, events[index * KEEP_EACH + step].change);
    kept.push(state);
  }
  const start = Math.min(Math.floor(count / KEEP_EACH), kept.length - 1);
  let state = kept[start];
  for (let index = start * KEEP_EACH; index < count; index += 1) state = changed(state, events[index].change);
  return state;
};

/** The leaves that an event changed, each as path, old value and new value. */
const changesOf = (change, before, path = []) => Object.keys(change).flatMap((key) => {
  const here = [...path, key];
  if (path.length === 0 && key === "revision") return [];
  const part = change[key];
  if (!Array.isArray(part)) return changesOf(part, before?.[key], here);
  return [{ path: here, before: before?.[key], after: part[0] }];
});

/** The rules that a decision looked at, and its answer. */
const rulesOf = (decision) => data.rules[decision.rules];
const shownBy = (decision) => (decision.show === null ? null : data.shows[decision.show]);
