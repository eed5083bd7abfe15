// The strip above the slider: prompts as shapes and launches as ticks, aligned with the slider.
const WIDTH = 1000;
const THUMB = 8;
const across = (index) => THUMB + (WIDTH - 2 * THUMB) * (events.length < 2 ? 0 : (events[index].revision - firstRevision) / (lastRevision - firstRevision));
const strip = drawn("svg", { viewBox: `0 0 ${WIDTH} 38`, preserveAspectRatio: "none" });
const here = drawn("line", { class: "here", y1: 0, y2: 38 });
const markStrip = (index) => { here.setAttribute("x1", across(index)); here.setAttribute("x2", across(index)); };
const drawStrip = () => {
  const width = byId("strip").clientWidth || 600;
  strip.setAttribute("viewBox", `0 0 ${WIDTH} 38`);
  strip.replaceChildren();
  let lastTick = -10;
  events.forEach((event, index) => {
    const x = across(index);
    if (event.type === "app.launched" && x - lastTick > 3) {
      strip.append(drawn("line", { class: "tick", x1: x, x2: x, y1: 26, y2: 38, "vector-effect": "non-scaling-stroke" }));
      lastTick = x;
    }
  });
  for (const event of events) {
    if (!event.clockStep) continue;
    const x = across(places.get(event.revision));
    strip.append(drawn("line", { class: "step-back", x1: x, x2: x, y1: 0, y2: 38, "vector-effect": "non-scaling-stroke" }));
  }
  let lastMark = -100;
  for (const prompt of data.prompts) {
    const x = across(places.get(prompt.revision));
    if ((x - lastMark) * width / WIDTH < 5) continue;
    lastMark = x;
    const wrong = isWrong(prompt.verdict);
    strip.append(drawn("text", { class: `prompt ${wrong ? "wrong" : `kind-${prompt.kind}`}`, fill: "currentColor", y: 18, transform: `translate(${x} 0) scale(${WIDTH / width} 1)` },
      wrong ? (prompt.verdict === "missed" ? "○" : "✗") : KINDS[prompt.kind] ?? "·"));
  }
  here.setAttribute("vector-effect", "non-scaling-stroke");
  strip.append(here);
};
