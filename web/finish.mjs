// Puts script and style into the page: report_page.html, the template that heco fills with data.
import { readFileSync, writeFileSync, statSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
const read = (path) => readFileSync(here(path), "utf8");
const mark = "HECO-REPORT-DATA";
const script = read("dist/page.js").trim().replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
const notices = read("NOTICES").trim();
const style = read("dist/page.css").trim();
let page = read("dist/index.html")
  .replace(/\s*<script[^>]*src="[^"]*page\.js"[^>]*><\/script>/, "")
  .replace(/\s*<link[^>]*page\.css"[^>]*>/, () => `\n<style>${style}</style>`)
  .replace('<html lang="en">', () => `<!--\n${notices}\n-->\n<html lang="en">`)
  .replace("<!--script-->", () => `<script type="module">${script}</script>`);
const fail = (why) => { console.error(`finish.mjs: ${why}`); process.exit(1); };
if (page.split(mark).length !== 2) fail(`${mark} must come exactly once`);
if (/(src|href)="(?!#)/.test(page.replace(script, ""))) fail("the page refers to another file");
writeFileSync(here("report_page.html"), page);
const size = statSync(here("report_page.html")).size;
if (size > 1e6) fail(`the page has ${size} bytes, the limit is 1000000`);
console.log(`report_page.html: ${size} bytes`);
