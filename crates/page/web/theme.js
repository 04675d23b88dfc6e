// Sets the theme before anything is drawn, so that the page does not flash.
// Loaded without `type="module"`, because modules run later.
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("quadrille.theme") ?? "null");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the page follows the system.
  }
})();
