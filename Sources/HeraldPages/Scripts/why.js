// A decision with its reasons: rule by rule, each test with what it compared.

const placeLink = (place, digest) => {
  const index = data.documents.findIndex((document) => document.digest === digest && document.text !== null);
  const text = `line ${place.line}:${place.column}`;
  return index < 0 ? text : make("a", { href: `#d${index + 1}-${place.line}` }, text);
};

const comparisonView = (compared, digest) => {
  const sources = [];
  if (compared.diagnostic) sources.push(compared.diagnostic);
  if (compared.showings) sources.push(compared.showings.slice(-5).map((time) => instant(time, zoneHere)).join(", "));
  if (compared.part !== null) sources.push(`decided by “${compared.part}”`);
  if (compared.place) sources.push(placeLink(compared.place, digest));
  if (compared.from !== null) sources.push(revisionLink(compared.from));
  return make("span", { class: "compared" },
    `${compared.property} `, compared.value === null ? "is missing" : make("strong", {}, compared.value || "“”"),
    ", wanted ", sentence(compared.text),
    compared.remark ? `; ${compared.remark}` : null,
    compared.passed ? null : make("span", { class: "sign", "aria-label": "not so" }, " ✗"),
    make("span", { class: "source" }, ...sources.flatMap((source) => [" · ", source])));
};

const testView = (test, failed, digest) => {
  const isFirst = test.test === failed;
  return make("li", { class: `${test.passed ? "passed" : "failed"}${isFirst ? " first" : ""}` },
    make("span", { class: "sign", role: "img", "aria-label": test.passed ? "passes" : "fails" }, test.passed ? "✓" : "✗"),
    make("span", {}, isFirst ? make("strong", {}, test.test) : test.test),
    make("span", { class: "what" }, test.compared.length
      ? test.compared.map((one) => comparisonView(one, digest)) : test.silence ?? "not set"));
};

/** The tests of a rule, each comparison with the event that its value came from. Equal tests are kept once without it. */
const testsOf = (numbers, origins) => {
  let place = 0;
  return numbers.map((number) => {
    const test = data.tests[number];
    return { ...test, compared: test.compared.map((compared) => ({ ...compared, from: origins[place++] })) };
  });
};

const ruleView = (rule, [place, numbers, failure, standing, origins], digest, isOpen) => {
  const tests = testsOf(numbers, origins);
  // A test that the rule does not use has no comparisons. All such tests share one line.
  const isSilent = (test) => test.passed && test.compared.length === 0 && test.silence === undefined;
  const silent = tests.filter(isSilent).map((test) => test.test);
  return make("details", { class: "rule", open: isOpen },
    make("summary", {}, make("strong", {}, rule.rule), " ",
      rule.failed ? make("span", { class: "failed-word" }, `✗ ${data.words.failures[rule.failed]}`)
        : make("span", { class: "shown-word" }, "✓ shown")),
    // Not in the summary: a link within something to press is none for a screen reader.
    place === null ? null : make("p", { class: "source where" }, "Written at ", placeLink(data.places[place], digest), "."),
    failure === null ? null : make("p", { class: "failure" }, sentence(`${data.sentences[failure]}.`)),
    standing === null ? null : make("p", { class: "kind" }, sentence(`${data.standings[standing].words}.`)),
    make("ul", { class: "tests" }, tests.filter((test) => !isSilent(test)).map((test) => testView(test, rule.failed, digest))),
    silent.length ? make("p", { class: "source silent" }, `Not set: ${silent.join(", ")}.`) : null);
};

const command = byId("page").dataset.command;

const withoutWhy = (event) => make("p", { class: "soft" },
  "It says the same as the decision before it. Its tests are left out to keep this file small. ",
  command ? make("code", {}, `${command} ${event.revision}`) : null);

/** The rules that are left out, because their policy has too many for a page, and the way to each of them. */
const othersView = (event) => {
  const others = othersOf(event.decision);
  if (others.length === 0) return null;
  const address = byId("page").dataset.answers;
  const count = others.reduce((sum, one) => sum + one.rules, 0);
  const reasons = others.map((one) => `${grouped(one.rules)} ✗ ${data.words.failures[one.failed]}`).join(", ");
  return make("p", { class: "soft others" },
    `${counted(count, "more rule was", "more rules were")} tested and not shown: ${reasons}. The rules above were shown before or came farthest. `,
    address ? make("a", { href: `${address.replace("{revision}", event.revision)}#ask` }, "Ask about another rule →")
      : command ? make("code", {}, `${command} ${event.revision} --not RULE`) : null);
};

/** A decision in one sentence. */
const answerOf = (decision) => {
  const show = shownBy(decision);
  return decision.sentence ?? (show ? `${show.rule} (${show.kind}) is shown.` : `Nothing is shown: ${decision.words}.`);
};

/** Everything about a decision. `asked` is the rule that the reader asks about, if it is not the one that was shown. */
const decisionView = (event, asked) => {
  const decision = event.decision;
  const show = shownBy(decision);
  const rules = rulesOf(decision);
  const digest = stateAfter(places.get(event.revision) + 1).policy?.digest;
  const view = make("div", {});
  view.append(make("p", { class: "answer" }, sentence(answerOf(decision))));
  if (show) {
    view.append(make("p", {}, kindMark(show.kind), ` with ${show.buttons.join(", ")}`,
      show.destination === null ? null : [", leads to ", make("code", {}, show.destination)],
      show.language === null ? null : `, texts in “${show.language}”`));
  }
  if (!decision.why) {
    view.append(withoutWhy(event));
    return view;
  }
  const few = rules.length <= 3;
  rules.forEach((rule, index) => view.append(
    ruleView(rule, decision.why[index], digest, few || !rule.failed || rule.rule === asked)));
  view.append(...[othersView(event)].filter(Boolean));
  view.append(make("h4", {}, "Based on"),
    make("ul", { class: "because" }, decision.because.map((cause) =>
      make("li", {}, revisionLink(cause.revision), ` ${cause.type} ${cause.supplied} `, make("span", { class: "source" }, cause.id)))),
    make("p", { class: "soft" }, decision.until
      ? `Valid until ${instant(decision.until, zoneOf(event.time))}; after that it changes without any new event: ${decision.next}.`
      : sentence(decision.next)));
  return view;
};
