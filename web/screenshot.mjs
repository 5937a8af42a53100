// Pictures of report pages for the documentation.
//   node screenshot.mjs PAGE.html OUT.png [WIDTH] [light|dark] [CSS...]     CSS: selectors to leave out
import { chromium } from "playwright-core";
import { resolve } from "node:path";

const [page, out, width = "1180", scheme = "light", ...hide] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const tab = await browser.newPage({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme });
await tab.goto(`file://${resolve(page)}`);
await tab.waitForSelector(".plot svg");
const problem = process.env.PROBLEM;
if (problem) await tab.getByLabel("Problem", { exact: true }).selectOption({ label: problem });
if (hide.length) await tab.addStyleTag({ content: `${hide.join(",")} { display: none !important; }` });
await tab.waitForTimeout(1500);
await tab.screenshot({ path: out, fullPage: true });
await browser.close();
