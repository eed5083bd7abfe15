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

// A draft is tried by the page's own form, whose hidden field says that it is this page's.
const draft = document.getElementById("document");
const LONG_PAUSE = 600;
draft?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const text = draft.value;
    const form = new URLSearchParams(new FormData(draft.form));
    form.set("do", "try");
    const answer = await fetch(draft.form.action, { method: "POST", body: form });
    if (!answer.ok || draft.value !== text) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const trial = page.getElementById("trial");
    if (trial) document.getElementById("trial").replaceChildren(...document.adoptNode(trial).childNodes);
  }, LONG_PAUSE);
});
