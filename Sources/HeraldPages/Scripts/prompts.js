// The prompts, the last one first, each with its why.

/** How many prompts appear at once, because a device may have thousands. */
const PROMPTS_AT_ONCE = 20;

const answerText = (answer) => (answer?.button === "vanished" ? ["no answer: it vanished ", `after ${lengthOfTime(answer.seconds)} at `, revisionLink(answer.revision)] : answer ? ["answered ", make("strong", {}, answer.button), ` after ${lengthOfTime(answer.seconds)} at `, revisionLink(answer.revision)] : "no answer");

const promptView = (prompt) => {
  const decided = prompt.decision === null ? null : events[places.get(prompt.decision)];
  const why = make("div", {});
  const details = decided ? make("details", { class: "why" }, make("summary", {}, `Why ${prompt.rule ?? "a prompt"} at revision ${grouped(prompt.revision)}`), why) : null;
  details?.addEventListener("toggle", () => {
    if (details.open && !why.childElementCount) why.append(decisionView(decided, prompt.rule));
  });
  const wasShown = prompt.revision !== prompt.decision;
  return make("article", { class: `card ${prompt.verdict}` },
    make("p", { class: "line" }, make("span", {}, make("strong", {}, prompt.rule ?? "a prompt"), " ", prompt.kind ? kindMark(prompt.kind) : null),
      make("span", { class: `verdict ${prompt.verdict}` }, verdictText(prompt.verdict))),
    make("p", {}, moment(prompt.time), " · ", revisionLink(prompt.revision), wasShown ? [" · ", answerText(prompt.answer)] : null),
    prompt.verdict === "justified" ? null : make("p", {}, `${prompt.words}.`), details);
};

let onlyWrong = false;
const wantedPrompts = () => data.prompts.filter((prompt) => !onlyWrong || isWrong(prompt.verdict)).reverse();

const addPrompts = (from) => {
  const all = wantedPrompts();
  const some = all.slice(from, from + PROMPTS_AT_ONCE);
  byId("prompts").append(...some.map(promptView));
  const rest = all.length - from - some.length;
  put("more-prompts", rest > 0 ? make("button", { type: "button", click: () => addPrompts(from + some.length) },
    `${counted(rest, "earlier prompt")}: show ${Math.min(rest, PROMPTS_AT_ONCE)} more`) : null);
};

const drawPrompts = () => {
  put("prompts", data.prompts.length === 0 ? make("p", { class: "soft" }, "None was shown.") : null);
  const wrong = data.prompts.filter((prompt) => isWrong(prompt.verdict)).length;
  const choice = (name, isOnlyWrong) => make("button", { type: "button", "aria-pressed": String(onlyWrong === isOnlyWrong),
    click: () => { onlyWrong = isOnlyWrong; drawPrompts(); } }, name);
  if (wrong > 0) put("prompt-filters", choice(`All ${grouped(data.prompts.length)}`, false), choice(`Not as decided ${grouped(wrong)}`, true));
  addPrompts(0);
};
