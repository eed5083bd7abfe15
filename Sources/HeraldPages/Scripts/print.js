"use strict";
// Opens everything before printing, because a reader cannot open anything on paper.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
