"use strict";
// Creates elements one by one and sets their text content, so that nothing of a log is parsed as HTML.

/** A text with its invisible characters made visible: controls, and marks that change the direction of writing. */
const shown = (text) =>
  String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, (scalar) =>
    `\\u{${scalar.codePointAt(0).toString(16).toUpperCase()}}`);

/** An element. `options.class` and the other options become attributes; a function becomes a listener. */
const make = (name, options, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(options ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(4).filter((child) => child !== null && child !== undefined)
    .map((child) => (child instanceof Node ? child : shown(child))));
  return element;
};

const drawn = (name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = shown(text);
  return element;
};

const byId = (id) => document.getElementById(id);
const put = (id, ...children) => byId(id).replaceChildren(...children.filter(Boolean));

/** Each kind and each verdict has a shape, because colour alone must not carry the meaning. */
const KINDS = { exit: "■", force: "▲", optional: "●", message: "◆" };
const VERDICTS = { justified: "✓ justified", unjustified: "✗ unjustified", missed: "○ missed", open: "… open" };

const kindMark = (kind) =>
  make("span", { class: `kind-${kind}` }, make("span", { "aria-hidden": "true" }, KINDS[kind] ?? "·"), ` ${kind}`);
const revisionLink = (revision, text) => make("a", { href: `#r${revision}` }, text ?? `revision ${revision}`);

/** Splits `2026-03-02T09:00:00.000+01:00` into the device's day, clock and zone. */
const clock = (time) => {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)(.*)$/.exec(time) ?? [time, time, "", "", ""];
  return { day: match[1], time: match[2], exact: match[2] + match[3], zone: match[4] === "Z" ? "UTC" : match[4] };
};
const moment = (time) => { const { day, exact, zone } = clock(time); return `${day} ${exact} ${zone}`; };

const lengthOfTime = (seconds) => {
  const sign = seconds < 0 ? "−" : "";
  let rest = Math.abs(seconds);
  if (rest < 60) return `${sign}${+rest.toFixed(rest < 10 ? 1 : 0)} s`;
  const parts = [];
  for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60]]) {
    const count = Math.floor(rest / size);
    if (count && parts.length < 2) parts.push(`${count} ${unit}`);
    rest -= count * size;
  }
  return sign + parts.join(" ");
};
