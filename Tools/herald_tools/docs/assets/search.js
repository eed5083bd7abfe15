// The search: a field in the head, whose index is loaded when it is first used. Without scripts there is none, and
// all pages are read as well.
(() => {
  const root = document.currentScript.dataset.root;
  const most = 20;
  let pages;

  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const field = make("input", { type: "search", placeholder: "Search", autocomplete: "off" });
  field.setAttribute("aria-label", "Search the documentation");
  field.setAttribute("aria-controls", "results");
  const results = make("ul", { id: "results", hidden: true });
  results.setAttribute("aria-live", "polite");

  window.heraldPages = (rows) => {
    pages = rows.map(([url, title, kind, abstract, sections]) => ({
      url, title, kind, abstract, isSymbol: url.includes("/symbols/"), sections: [["", "", abstract], ...sections],
      words: [title, abstract, ...sections.flat()].join(" ").toLowerCase(),
    }));
    show();
  };

  const load = () => {
    if (document.getElementById("index")) return;
    document.head.append(make("script", { id: "index", src: root + "search-index.js" }));
  };

  // How well a page fits: its title above its headings, its headings above its text. 0 where a word is missing.
  const rank = (page, words) => {
    if (!words.every((word) => page.words.includes(word))) return 0;
    const title = page.title.toLowerCase();
    const headings = page.sections.map(([, heading]) => heading.toLowerCase()).join("\n");
    // Articles first: who looks for a type writes its whole name.
    const weight = page.isSymbol ? 0.5 : 1;
    let points = title === words.join(" ") ? 100 : 0;
    for (const word of words) {
      points += title.startsWith(word) ? 40 : title.includes(word) ? 25 : headings.includes(word) ? 8 : 1;
    }
    return points * weight - Math.min(page.title.length, 40) / 100;
  };

  // The section of a page that has most of the words, its heading counting twice.
  const best = (page, words) => {
    const count = ([, heading, text]) => words.reduce((sum, word) =>
      sum + 2 * heading.toLowerCase().includes(word) + text.toLowerCase().includes(word), 0);
    return page.sections.reduce((one, other) => (count(other) > count(one) ? other : one));
  };

  // A part of a text around the first word, the words marked.
  const excerpt = (text, words) => {
    const at = Math.max(0, Math.min(...words.map((word) => {
      const found = text.toLowerCase().indexOf(word);
      return found < 0 ? Infinity : found;
    })));
    const begin = Number.isFinite(at) ? Math.max(0, at - 60) : 0;
    const shown = (begin ? "…" : "") + text.slice(begin, begin + 160) + (text.length > begin + 160 ? "…" : "");
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
    const line = make("small", {});
    for (const [index, part] of shown.split(pattern).entries()) {
      line.append(index % 2 ? make("mark", { textContent: part }) : part);
    }
    return line;
  };

  const entry = (page, words) => {
    const [place, heading, text] = best(page, words);
    const link = make("a", { href: root + page.url + (place ? "#" + encodeURIComponent(place) : "") });
    link.append(make("b", { textContent: page.title }), heading ? ` › ${heading}` : "", excerpt(text || page.abstract, words));
    if (page.kind) link.append(make("small", { textContent: page.kind }));
    const item = make("li", {});
    item.append(link);
    return item;
  };

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    results.hidden = !words.length;
    if (!words.length || !pages) return;
    const found = pages.map((page) => [rank(page, words), page]).filter(([points]) => points > 0);
    found.sort(([one], [other]) => other - one);
    for (const [, page] of found.slice(0, most)) results.append(entry(page, words));
    const left = found.length - most;
    const note = !found.length ? "No page has all of these words." : left > 0 ? `… and ${left} more pages` : "";
    if (note) {
      const item = make("li", {});
      item.append(make("p", { textContent: note }));
      results.append(item);
    }
  };

  const step = (event) => {
    const stops = [field, ...results.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (event.key === "Escape") {
      results.hidden = true;
      field.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      stops[(at + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length].focus();
    } else if (event.key === "Enter" && document.activeElement === field && stops.length > 1) {
      stops[1].click();
    }
  };

  const place = document.getElementById("search");
  place.append(field, results);
  place.addEventListener("keydown", step);
  field.addEventListener("focus", () => { load(); show(); });
  field.addEventListener("input", () => { load(); show(); });
  document.addEventListener("click", (event) => { if (!place.contains(event.target)) results.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(input|textarea|select)$/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
  });
})();
