// Copies texts, and offers names while one types. Every page works without it.

for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copies);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Browsers give the clipboard to pages from https and from this machine only.
      field.select();
      document.execCommand("copy");
    }
    document.getElementById("copied").textContent = "Copied.";
  });
}

const query = document.getElementById("query");
const PAUSE = 150;
let timer;
let asked = "";
query?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const text = query.value.trim();
    if (text.length < 2 || text === asked) return;
    asked = text;
    const app = document.querySelector("input[name=app]").value;
    const answer = await fetch(`/v1/installations?limit=10&app=${encodeURIComponent(app)}&query=${encodeURIComponent(text)}`);
    if (!answer.ok || query.value.trim() !== text) return;
    const names = (await answer.json()).installations.flatMap((one) => [one.source, one.user].filter((name) => name?.includes(text)));
    document.getElementById("suggestions").replaceChildren(...[...new Set(names)].map((name) => {
      const option = document.createElement("option");
      option.value = name;
      return option;
    }));
  }, PAUSE);
});

const draft = document.getElementById("document");
const LONG_PAUSE = 600;
draft?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const text = draft.value;
    const address = `/v1/policies/${encodeURIComponent(draft.dataset.policy)}?dry-run`;
    const signature = document.getElementById("signature")?.value.trim();
    const headers = signature ? { "Herald-Signature": btoa(unescape(encodeURIComponent(signature))) } : {};
    const answer = await fetch(address, { method: "PUT", body: text, headers });
    if (draft.value !== text || ![200, 201].includes(answer.status)) return;
    const trial = await answer.json();
    const list = document.createElement("ul");
    list.className = "findings";
    const say = (words, name) => {
      const item = document.createElement("li");
      item.className = name;
      item.textContent = words;
      list.append(item);
    };
    for (const finding of trial.findings) say(`${finding.severity}: ${finding.what} ${finding.why}; ${finding.fix}`, finding.severity);
    if (trial.findings.length === 0) say("The lint finds nothing.", "");
    for (const breach of trial.breaches) say(breach, "bad");
    const figures = trial.figures;
    if (figures) say(`Of ${figures.installations} installations: ${figures.newlyForced} newly forced, ${figures.lockedOut} locked out, ${figures.newly} see something new, ${figures.noLonger} no longer see something.`, "");
    const box = document.getElementById("trial");
    box.replaceChildren(box.firstElementChild, list);
  }, LONG_PAUSE);
});
