// A list of any length. Only the rows in its window and close to it exist.
//
// A row's height follows from its number of lines. So the place of each row is known before it is drawn, and the list
// stands exactly where it should, however long it is.

const LINE_REM = 1.35;
const PADDING_REM = 0.6;
/** How far beyond the window rows exist, in pixels: a scroll shows rows at once, and Tab finds the next one. */
const BEYOND = 500;

/** A list in a box. An item has `lines`, `draw()`, and `revision` unless it is a heading. */
const listIn = (box) => {
  const inner = make("ol", { class: "rows" });
  box.replaceChildren(inner);
  let items = [];
  /** The top of each item, and at the end the height of all. */
  let tops = [0];
  const rows = new Map();
  let indices = new Map();
  let marked = null;

  const indexAt = (top) => {
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tops[middle + 1] <= top) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const rowAt = (index) => {
    const item = items[index];
    const row = item.draw();
    row.style.top = `${tops[index]}px`;
    row.style.height = `${tops[index + 1] - tops[index]}px`;
    if (item.revision === undefined) return row;
    row.setAttribute("aria-setsize", String(items.length));
    row.setAttribute("aria-posinset", String(index + 1));
    return row;
  };

  const setMark = (row, isMarked) => {
    const link = row?.querySelector(".row");
    if (isMarked) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
    // One stop for the Tab key; the arrow keys go on from it.
    link?.setAttribute("tabindex", isMarked ? "0" : "-1");
  };

  const draw = () => {
    if (items.length === 0) return;
    const first = indexAt(box.scrollTop - BEYOND);
    const last = indexAt(box.scrollTop + box.clientHeight + BEYOND);
    for (const [index, row] of rows) {
      // The row with the focus stays, or the keyboard would lose its place.
      if ((index >= first && index <= last) || row.contains(document.activeElement)) continue;
      row.remove();
      rows.delete(index);
    }
    let next = null;
    for (let index = last; index >= first; index -= 1) {
      let row = rows.get(index);
      if (!row) {
        row = rowAt(index);
        setMark(row, index === marked);
        rows.set(index, row);
        inner.insertBefore(row, next);
      }
      next = row;
    }
  };

  const fontSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  let rem = 0;

  /** Measures the rows and draws those in the window. */
  const measure = () => {
    rem = fontSize();
    tops = [0];
    for (const item of items) tops.push(tops.at(-1) + Math.round((item.lines * LINE_REM + PADDING_REM) * rem));
    inner.style.height = `${tops.at(-1)}px`;
    inner.replaceChildren();
    rows.clear();
    if (items.length === 0) inner.append(make("li", { class: "soft" }, "None."));
    draw();
  };

  const scrollTo = (index) => {
    const [top, bottom] = [tops[index], tops[index + 1]];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - Math.max(0, (box.clientHeight - (bottom - top)) / 3);
    }
    draw();
  };

  // A window of another size shows more or fewer rows; only another size of text moves them.
  const resize = () => {
    if (fontSize() === rem) return draw();
    measure();
    if (marked !== null) scrollTo(marked);
    return undefined;
  };

  box.addEventListener("scroll", draw);
  addEventListener("resize", resize);

  return {
    fill: (some) => {
      items = some;
      indices = new Map(items.flatMap((item, index) => (item.revision === undefined ? [] : [[item.revision, index]])));
      marked = null;
      box.scrollTop = 0;
      measure();
    },
    /** Marks the row of a revision and brings it into the window; marks none where the list leaves it out. */
    mark: (revision) => {
      setMark(rows.get(marked), false);
      marked = indices.get(revision) ?? null;
      if (marked === null) return;
      scrollTo(marked);
      setMark(rows.get(marked), true);
    },
    /** The revision that stands `by` rows after a revision in the list; undefined at its ends. */
    beside: (revision, by) => {
      for (let index = (indices.get(revision) ?? (by > 0 ? -1 : items.length)) + by; items[index]; index += by) {
        if (items[index].revision !== undefined) return items[index].revision;
      }
      return undefined;
    },
    focus: () => rows.get(marked)?.querySelector(".row")?.focus({ preventScroll: true }),
  };
};
