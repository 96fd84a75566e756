// Runs before anything is painted: applies the chosen theme and motion, or the system's.
(() => {
  /** @type {Record<string, string>} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("grognard.settings") || "{}");
  } catch {
    chosen = {};
  }
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  root.dataset.theme =
    chosen.theme === "light" || chosen.theme === "dark" ? chosen.theme : dark.matches ? "dark" : "light";
  root.dataset.motion =
    chosen.motion === "full" || chosen.motion === "none" ? chosen.motion : still.matches ? "none" : "full";
})();
