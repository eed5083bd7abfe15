// The data has the first state and the changes of each event. Any other state is computed when it is needed.

const data = JSON.parse(byId("data").textContent);
const events = data.events;
const firstRevision = events.length ? events[0].revision : 0;
const lastRevision = events.length ? events[events.length - 1].revision : 0;
const places = new Map(events.map((event, index) => [event.revision, index]));
const judgedAt = new Map(data.prompts.map((prompt) => [prompt.revision, prompt]));

/** A verdict in words, with a sign, because colour alone must not carry the meaning. */
const verdictText = (verdict) => data.words.verdicts[verdict];
const isWrong = (verdict) => verdict === "unjustified" || verdict === "missed";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** An object without a prototype, so that `__proto__` is an ordinary property. */
const plain = (value) => {
  const object = Object.create(null);
  for (const key of Object.keys(value)) object[key] = isObject(value[key]) ? plain(value[key]) : value[key];
  return object;
};

/** Applies a change to a state: `[value]` sets a member, `[]` removes it, an object changes some of its members. */
const apply = (change, state) => {
  for (const key of Object.keys(change)) {
    const part = change[key];
    if (!Array.isArray(part)) apply(part, state[key]);
    else if (part.length) state[key] = isObject(part[0]) ? plain(part[0]) : part[0];
    else delete state[key];
  }
};

const KEEP_EACH = 200;
const kept = [plain(data.base)];

/** A new state: a kept one after the events of the page from one up to another. */
const stateFrom = (state, from, to) => {
  const result = plain(state);
  for (let index = from; index < to; index += 1) apply(events[index].change, result);
  return result;
};

/** The state after the first `count` events of the page. */
const stateAfter = (count) => {
  for (let index = kept.length; index * KEEP_EACH <= count; index += 1) {
    kept.push(stateFrom(kept[index - 1], (index - 1) * KEEP_EACH, index * KEEP_EACH));
  }
  const start = Math.floor(count / KEEP_EACH);
  return stateFrom(kept[start], start * KEEP_EACH, count);
};

/** The leaves that an event changed, each as path, old value and new value. */
const changesOf = (change, before, path = []) => Object.keys(change).flatMap((key) => {
  const here = [...path, key];
  if (path.length === 0 && key === "revision") return [];
  const part = change[key];
  if (!Array.isArray(part)) return changesOf(part, before?.[key], here);
  return [{ path: here, before: before?.[key], after: part[0] }];
});

/** The rules of a decision that the page tells of, how many others failed each test, and its answer. */
const rulesOf = (decision) => data.rules[decision.rules].told;
const othersOf = (decision) => data.rules[decision.rules].others ?? [];
const shownBy = (decision) => (decision.show === null ? null : data.shows[decision.show]);
