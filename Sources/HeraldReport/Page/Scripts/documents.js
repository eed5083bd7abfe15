// The documents as they arrived. The values that decisions read are marked, and those of the selected decision stand
// out.

const endOf = new Map(data.documents.flatMap((document, index) =>
  document.spans.map((span) => [`${index}:${span[0]}:${span[1]}`, span])));

/** The places that the decision at an event read, by line and column, each with a flag for whether it decided. */
const decidingPlaces = (event) => {
  const flags = new Map();
  if (!event?.decision?.why) return flags;
  rulesOf(event.decision).forEach((rule, index) => {
    const [place, tests] = event.decision.why[index];
    if (!rule.failed && place !== null) flags.set(key(data.places[place]), `✓ ${rule.rule} shown`);
    const failed = tests.map((number) => data.tests[number]).find((test) => test.test === rule.failed);
    for (const compared of failed?.compared ?? []) {
      if (!compared.passed && compared.place) flags.set(key(compared.place), `✗ ${rule.rule} fails ${rule.failed}`);
    }
  });
  return flags;
};
const key = (place) => `${place.line}:${place.column}`;

/** The parts of a line, each plain or marked with a flag. */
const lineParts = (text, line, spans, flags) => {
  const scalars = Array.from(text);
  const here = spans.map(([fromLine, fromColumn, toLine, toColumn]) => {
    if (line < fromLine || line > (toLine ?? fromLine)) return null;
    const isNow = flags.has(`${fromLine}:${fromColumn}`);
    // Marks only the first line of a rule, because a rule is an object of many lines.
    if (line > fromLine) return null;
    const end = toLine === undefined || toLine > fromLine ? scalars.length : toColumn - 1;
    return { from: fromColumn - 1, to: Math.max(end, fromColumn), isNow, flag: flags.get(`${fromLine}:${fromColumn}`) };
  }).filter((span) => span && span.from < scalars.length);
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

const linesView = (entry, index, flags) => {
  const lines = entry.text.replace(/\n$/, "").split("\n");
  return make("div", { class: lines.length > 1000 ? "lines long" : "lines" }, ...lines.map((text, number) =>
    make("div", { id: `d${index + 1}-${number + 1}` },
      make("span", { class: "number", "aria-hidden": "true" }, number + 1),
      make("code", {}, lineParts(text, number + 1, entry.spans, flags)))));
};

const documentViews = data.documents.map((entry, index) => {
  const text = make("div", {});
  const times = entry.arrivals === 1 ? "arrived once" : `arrived ${entry.arrivals} times`;
  const view = make("details", { class: "document", id: `d${index + 1}`, open: data.documents.length === 1 },
    make("summary", {}, make("strong", {}, `${entry.format} ${entry.digest.slice(7, 19)}`), ` ${times}, first at `,
      revisionLink(entry.first), entry.refusal ? make("span", { class: "failed-word" }, ` ✗ refused: ${entry.refusal}`) : ""),
    make("p", { class: "source code" }, entry.digest),
    entry.text === null ? make("p", { class: "soft" }, entry.bytes === null
      ? "Its text is not in this log." : `Its text (${entry.bytes} bytes) is left out to keep this file small.`) : text);
  return { entry, index, view, text, isDrawn: false, flags: new Map() };
});

const drawDocument = (document) => {
  if (document.isDrawn || document.entry.text === null) return;
  document.text.replaceChildren(linesView(document.entry, document.index, document.flags));
  document.isDrawn = true;
};

/** Marks the places that the decision at an event read. */
const markDocuments = (event, digest) => {
  for (const document of documentViews) {
    const flags = document.entry.digest === digest ? decidingPlaces(event) : new Map();
    if (document.flags.size === 0 && flags.size === 0) continue;
    document.flags = flags;
    document.isDrawn = false;
    if (document.view.open) drawDocument(document);
  }
};
