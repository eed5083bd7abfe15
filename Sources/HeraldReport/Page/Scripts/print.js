"use strict";
// On paper nothing can be opened, so everything is.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
