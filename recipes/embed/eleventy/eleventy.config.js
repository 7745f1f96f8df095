const fs = require("node:fs");
const path = require("node:path");

// {% comments "tide-pools" %} writes comments/tide-pools.html, or nothing if there is no such file.
function comments(name) {
  if (path.basename(name) !== name) throw new Error(`comments: not the name of a thread: ${name}`);
  const file = path.join("comments", `${name}.html`);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
}

module.exports = (config) => {
  // Eleventy does not escape what a shortcode returns.
  config.addShortcode("comments", comments);
  // The site is built again when a thread is rendered again.
  config.addWatchTarget("comments/");
};
