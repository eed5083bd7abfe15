// Search. Each word must occur in what an event's row says, or in the event; `type:` and `rule:` look at the event's type
// or at its rule alone, `tested:` at the rules that its decision tested.

const answers = new Map(data.prompts.filter((prompt) => prompt.answer).map((prompt) => [prompt.answer.revision, prompt]));

/** The rules that an event is about: decided, shown or answered. */
const rulesAbout = (event) => [
  event.decision ? shownBy(event.decision)?.rule : null, event.data?.rule,
  judgedAt.get(event.revision)?.rule, answers.get(event.revision)?.rule,
].filter(Boolean);

/** What the row of an event prints, as it is printed: its day and clock, what happened, what was decided, its number. */
const printedText = (event) => [clock(event.time).day, clock(event.time).time, ...rowLines(event).map(({ text }) => text), grouped(event.revision)]
  .map((text) => shown(text.replace(/`([^`]*)`/g, "$1"))).join(" ");

/** The rules that a decision tested, with the test that each failed, as the page names them. */
const testedText = (decision) =>
  rulesOf(decision).map((rule) => `${rule.rule} ${rule.failed ? `✗ ${data.words.failures[rule.failed]}` : "✓ shown"}`).join("\n");

/** What is searched of each event, in lower case. Made at the first search, because most readers never search. */
let searched = null;
const searchedTexts = () => {
  searched ??= events.map((event) => {
    const rule = rulesAbout(event).join("\n").toLowerCase();
    const judged = judgedAt.get(event.revision);
    const parts = [printedText(event), event.type, event.title, event.detail, event.id, event.time,
      event.decision?.words ?? "", judged ? `${verdictText(judged.verdict)}\n${judged.words}` : "",
      event.data ? JSON.stringify(event.data) : ""];
    const tested = event.decision ? testedText(event.decision).toLowerCase() : "";
    return { type: event.type.toLowerCase(), rule, tested, all: `${parts.join("\n").toLowerCase()}\n${rule}` };
  });
  return searched;
};

/** The revisions that match, in order. */
let matches = new Set();
let found = [];

const wordsOf = (query) => query.toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
  const part = /^(type|rule|tested):(.+)$/.exec(word);
  return part ? { part: part[1], word: part[2] } : { part: "all", word };
});

const drawFound = () => {
  const isSearching = byId("query").value.trim() !== "";
  const place = found.indexOf(current);
  byId("found").textContent = !isSearching ? "" : found.length === 0 ? "nothing found"
    : place < 0 ? `${grouped(found.length)} found` : `${grouped(place + 1)} of ${grouped(found.length)}`;
  byId("previous-found").disabled = found.length === 0;
  byId("next-found").disabled = found.length === 0;
};

const search = () => {
  const words = wordsOf(byId("query").value);
  found = words.length === 0 ? [] : searchedTexts().flatMap((text, index) =>
    (words.every(({ part, word }) => text[part].includes(word)) ? [events[index].revision] : []));
  matches = new Set(found);
  if (filter === "Found" && found.length === 0) filter = "All";
  drawFilters();
  drawTimeline();
  timeline.mark(current);
  drawFound();
};

/** Goes to the next match, or the one before; after the last one comes the first. */
const goToFound = (by) => {
  const next = by > 0 ? found.find((revision) => revision > current) ?? found[0]
    : found.findLast((revision) => revision < current) ?? found.at(-1);
  if (next !== undefined) go(next);
};

const startSearch = () => {
  byId("query").addEventListener("input", search);
  byId("query").addEventListener("keydown", (press) => {
    if (press.key === "Enter") goToFound(press.shiftKey ? -1 : 1);
    else if (press.key === "Escape") { byId("query").value = ""; search(); byId("query").blur(); }
    else return;
    press.preventDefault();
  });
  byId("previous-found").addEventListener("click", () => goToFound(-1));
  byId("next-found").addEventListener("click", () => goToFound(1));
  drawFound();
};
