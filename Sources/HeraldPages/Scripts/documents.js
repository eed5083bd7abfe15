// The documents as they arrived. The values that decisions read are marked, and those of the selected decision stand
// out.

/** The places that the decision at an event read, by line and column, each with a flag for whether it decided. */
const decidingPlaces = (event) => {
  const flags = new Map();
  if (!event?.decision?.why) return flags;
  rulesOf(event.decision).forEach((rule, index) => {
    const [place, tests] = event.decision.why[index];
    if (!rule.failed && place !== null) flags.set(key(data.places[place]), `✓ ${rule.rule} shown`);
    const failed = tests.map((number) => data.tests[number]).find((test) => test.test === rule.failed);
    for (const compared of failed?.compared ?? []) {
      if (!compared.passed && compared.place) flags.set(key(compared.place), `✗ ${rule.rule}: ${data.words.failures[rule.failed]}`);
    }
  });
  return flags;
};
const key = (place) => `${place.line}:${place.column}`;

/** The parts of a line, each plain or marked with a flag. Of a rule, which is an object of many lines, only the first
 * line is marked. */
const lineParts = (text, line, spans, flags) => {
  const scalars = Array.from(text);
  const here = spans.map(([fromLine, fromColumn, toLine, toColumn]) => {
    const isNow = flags.has(`${fromLine}:${fromColumn}`);
    const end = toLine === undefined || toLine > fromLine ? scalars.length : toColumn - 1;
    return { from: fromColumn - 1, to: Math.max(end, fromColumn), isNow, flag: flags.get(`${fromLine}:${fromColumn}`) };
  }).filter((span) => span.from < scalars.length);
  const parts = [];
  let place = 0;
  // Of nested values only the inner one is marked, unless only the outer one decided.
  const inner = here.filter((span) => span.isNow || !here.some((other) => other !== span && other.from >= span.from && other.to <= span.to));
  inner.sort((left, right) => left.from - right.from || left.to - right.to);
  for (const span of inner) {
    if (span.from < place) continue;
    parts.push(scalars.slice(place, span.from).join(""));
    parts.push(make("mark", { class: span.isNow ? "now" : null }, scalars.slice(span.from, span.to).join("").replaceAll("\t", " ")));
    place = span.to;
  }
  parts.push(scalars.slice(place).join("").replace(/\r$/, ""));
  const said = [...new Set(here.map((span) => span.flag).filter(Boolean))];
  return [...parts.map((part) => (typeof part === "string" ? part.replaceAll("\t", " ") : part)),
    ...said.map((flag) => make("span", { class: `flag ${flag.startsWith("✓") ? "shown-word" : "failed-word"}` }, flag))];
};

/** The spans of a document by the line on which they begin, because only that line is marked. */
const spansByLine = (entry) => {
  const lines = new Map();
  for (const span of entry.spans) lines.set(span[0], [...lines.get(span[0]) ?? [], span]);
  return lines;
};

const lineView = (document_, number) =>
  lineParts(document_.lines[number - 1], number, document_.spans.get(number) ?? [], document_.flags);

const drawDocument = (document_) => {
  if (document_.codes || document_.entry.text === null) return;
  document_.lines = document_.entry.text.replace(/\n$/, "").split("\n");
  document_.spans = spansByLine(document_.entry);
  document_.codes = document_.lines.map((_, index) => make("code", {}, lineView(document_, index + 1)));
  document_.text.replaceChildren(make("div", { class: document_.lines.length > 1000 ? "lines long" : "lines" },
    document_.codes.map((code, index) => make("div", { id: `d${document_.index + 1}-${index + 1}` },
      make("span", { class: "number", "aria-hidden": "true" }, index + 1), code))));
};

/** A document that is alone is open, unless it would take long to draw. */
const OPEN_LENGTH = 100_000;

const documentViews = data.documents.map((entry, index) => {
  const text = make("div", {});
  const times = entry.arrivals === 1 ? "arrived once" : `arrived ${grouped(entry.arrivals)} times`;
  const view = make("details", { class: "document", id: `d${index + 1}`, open: data.documents.length === 1 && (entry.text?.length ?? 0) <= OPEN_LENGTH },
    make("summary", {}, make("strong", {}, `${entry.format} ${entry.digest.slice(7, 19)}`), ` ${times}`, entry.refusal ? make("span", { class: "failed-word" }, ` ✗ refused: ${entry.refusal}`) : ""),
    make("p", { class: "source code" }, entry.digest, " · first at ", revisionLink(entry.first)),
    entry.text === null ? make("p", { class: "soft" }, entry.bytes === null
      ? "Its text is not in this log." : `Its text (${counted(entry.bytes, "byte")}) is left out to keep this file small.`) : text);
  return { entry, index, view, text, lines: [], spans: new Map(), codes: null, flags: new Map() };
});

/** Marks the places that the decision at an event read. Only lines whose marks change are drawn again. */
const markDocuments = (event, digest) => {
  for (const document_ of documentViews) {
    const flags = document_.entry.digest === digest ? decidingPlaces(event) : new Map();
    const lines = new Set([...document_.flags.keys(), ...flags.keys()].map((place) => Number(place.split(":")[0])));
    document_.flags = flags;
    if (!document_.codes) continue;
    for (const number of lines) document_.codes[number - 1]?.replaceChildren(...make("code", {}, lineView(document_, number)).childNodes);
  }
};
