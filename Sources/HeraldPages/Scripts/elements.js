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

/** A number with a comma between groups of three digits, such as `10,000`. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const counted = (number, one, many = `${one}s`) => `${grouped(number)} ${number === 1 ? one : many}`;

/** Each kind has a shape, because colour alone must not carry the meaning. */
const KINDS = { exit: "■", force: "▲", optional: "●", message: "◆" };

const kindMark = (kind) =>
  make("span", { class: `kind-${kind}` }, make("span", { "aria-hidden": "true" }, KINDS[kind] ?? "·"), ` ${kind}`);
const revisionLink = (revision, text) => make("a", { href: `#r${revision}` }, text ?? `revision ${grouped(revision)}`);

/** A sentence whose names stand between backticks. */
const sentence = (text) => text.split(/`([^`]*)`/).map((part, index) => (index % 2 ? make("code", {}, part) : part));

/** A table row: a heading and its cells. */
const tableRow = (heading, ...cells) =>
  make("tr", {}, make("th", { scope: "row" }, heading), ...cells.map((cell) => make("td", {}, cell)));
const table = (headings, rows) => make("table", {},
  make("thead", {}, make("tr", {}, headings.map((heading) => make("th", { scope: "col" }, heading)))),
  make("tbody", {}, rows));
