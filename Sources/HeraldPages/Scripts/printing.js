// Printing: the summary, the event that is looked at, the events around it, and the prompts. Not the whole log, which
// would be hundreds of pages.

const PRINTED_EVENTS = 40;
const PRINTED_PROMPTS = 60;
/** Lines of a document around a place that decided. */
const PRINTED_LINES = 2;

const printedEvents = () => {
  const index = places.get(current);
  const from = Math.max(0, Math.min(index - PRINTED_EVENTS / 2, events.length - PRINTED_EVENTS));
  const some = events.slice(from, from + PRINTED_EVENTS);
  const rest = events.length - some.length;
  return [make("h2", {}, rest > 0 ? `Events around revision ${grouped(current)}` : "Events"),
    table(["", "Time", "Event", "Decided"], some.map((event) => {
      const row = tableRow(grouped(event.revision), moment(event.time), [event.title, " ", event.detail], [
        event.decision ? decidedLine(event.decision).text : "", judgedAt.has(event.revision) ? ` ${verdictText(judgedAt.get(event.revision).verdict)}` : ""]);
      if (event.revision === current) row.className = "printed-here";
      return row;
    })),
    rest > 0 ? make("p", { class: "soft" }, `${counted(rest, "other event")} of this page ${rest === 1 ? "is" : "are"} not printed.`) : null];
};

const printedPrompts = () => {
  const some = data.prompts.slice(-PRINTED_PROMPTS);
  const rest = data.prompts.length - some.length;
  const wrong = data.prompts.filter((prompt) => isWrong(prompt.verdict)).length;
  return [make("h2", {}, "Prompts"),
    some.length === 0 ? make("p", { class: "soft" }, "None was shown.")
      : table(["", "Time", "Prompt", "Verdict", "Answer"], some.map((prompt) => tableRow(grouped(prompt.revision), moment(prompt.time),
        [prompt.rule ?? "a prompt", " ", prompt.kind ? kindMark(prompt.kind) : null],
        verdictText(prompt.verdict), prompt.answer ? `${prompt.answer.button} after ${lengthOfTime(prompt.answer.seconds)}` : "none"))),
    rest > 0 ? make("p", { class: "soft" }, `${counted(rest, "earlier prompt")} ${rest === 1 ? "is" : "are"} not printed; of all ${grouped(data.prompts.length)}, ${grouped(wrong)} ${wrong === 1 ? "was" : "were"} not as decided.`) : null];
};

/** The lines of the documents on which the decision that is looked at turned, with those around them. */
const printedDocuments = () => documentViews.filter(({ flags, entry }) => flags.size > 0 && entry.text !== null).flatMap((document_) => {
  drawDocument(document_);
  const numbers = new Set([...document_.flags.keys()].flatMap((place) => {
    const line = Number(place.split(":")[0]);
    return Array.from({ length: 2 * PRINTED_LINES + 1 }, (_, by) => line - PRINTED_LINES + by);
  }).filter((line) => line >= 1 && line <= document_.lines.length));
  return [make("h2", {}, `Where the document ${document_.entry.format} ${document_.entry.digest.slice(7, 19)} decided`),
    make("div", { class: "lines" }, [...numbers].sort((left, right) => left - right).map((number) =>
      make("div", {}, make("span", { class: "number" }, number), make("code", {}, lineView(document_, number)))))];
});

addEventListener("beforeprint", () => {
  if (events.length > 0) put("printed", ...printedPrompts(), ...printedDocuments(), ...printedEvents());
});
addEventListener("afterprint", () => {
  put("printed");
  // A list that was not displayed forgets where it stood.
  timeline.mark(current);
});
