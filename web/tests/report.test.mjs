// Real reports of real runs in headless Chromium. HECO names the command, CHROMIUM the browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

const heco = process.env.HECO ?? new URL("../../build/release/heco", import.meta.url).pathname;
const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));
const work = mkdtempSync(join(tmpdir(), "heco-report-"));
const run = (...words) => execFileSync(heco, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
const file = (name) => join(work, name);
const json = (name) => JSON.parse(readFileSync(file(name), "utf8"));
const near = (a, b, share = 1e-6) => Math.abs(a - b) <= share * Math.max(1e-9, Math.abs(b));
const root = ["../..", "../../.."].map((up) => new URL(`${up}/`, import.meta.url).pathname).find((p) => existsSync(join(p, "examples/models/cooler.lua")));
const KINDS = ["bench.html", "solve.html", "slices.html", "runs.html", "sweep.html", "compare.html"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EVIL = 'x"><img src=x onerror="window.hurt=1"><script>window.hurt=1<\/script>';
let browser;

async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const complaints = page.complaints = [];
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") complaints.push(m.text()); });
  page.on("pageerror", (e) => complaints.push(e.message));
  page.on("request", (r) => { if (!/^(file|blob|data):/.test(r.url())) complaints.push(`network: ${r.url()}`); });
  await page.goto(`file://${file(name)}`);
  await page.waitForSelector(".plot svg, .warn, table");
  return page;
}
/** Waits until every chart is drawn. */
const drawn = (page) => page.waitForFunction(() => [...document.querySelectorAll(".plot")].every((p) => p.querySelector("svg")));
async function done(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}
const press = (page, group, text) => page.getByRole("group", { name: group }).getByRole("button", { name: text, exact: true }).click();
const cells = (page, caption) => page.getByRole("region", { name: caption }).locator("tbody tr")
  .evaluateAll((rows) => rows.map((row) => [...row.children].map((c) => c.textContent.replace(" (best)", ""))));
// Chromium stops answering after ten downloads from one page: tests that want more open it again.
async function download(page, button) {
  const [got] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button, exact: true }).click()]);
  return { name: got.suggestedFilename(), text: readFileSync(await got.path(), "utf8") };
}
async function accessible(page, runOnly) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((only) => window.axe.run(document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) }), runOnly);
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`), []);
}

/** Returns the texts whose contrast with what is painted behind them is below WCAG 2.1 AA: 4.5, or 3 for large texts.
 * axe-core leaves texts of charts and of tables with shadows undecided. */
const faint = (page) => page.evaluate(() => {
  const parse = (text) => { const v = (text.match(/[\d.]+/g) ?? []).map(Number); return v.length < 3 ? null : { c: v.slice(0, 3), a: v.length > 3 ? v[3] : 1 }; };
  const part = (u) => (u / 255 <= 0.03928 ? u / 255 / 12.92 : ((u / 255 + 0.055) / 1.055) ** 2.4);
  const light = (c) => 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = (node) => { for (let n = node; n; n = n.parentElement) { const b = parse(getComputedStyle(n).backgroundColor); if (b && b.a === 1) return b.c; } return [255, 255, 255]; };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  let seen = 0;
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const at = n.parentElement;
    if (!n.textContent.trim() || !at.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || at.closest("script, style, .sr, option, [data-mark=tip]")) continue;
    const style = getComputedStyle(at), svg = at.namespaceURI.endsWith("svg"), ink = parse(svg ? style.fill : style.color);
    if (!ink) continue;
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const got = ratio(ink.c, behind(svg ? at.closest("div") : at));
    seen++;
    if (got < (large ? 3 : 4.5)) found.push(`${n.textContent.trim().slice(0, 40)}: ${got.toFixed(2)}`);
  }
  // Lines and dots of charts: 3.
  for (const mark of document.querySelectorAll("g[data-mark=line] path, g[data-mark=dot] path, g[data-mark=dot] circle")) {
    const style = getComputedStyle(mark), paint = parse(style.stroke) ?? parse(style.fill), over = parse(style.stroke) ? Number(style.strokeOpacity) : Number(style.fillOpacity);
    if (!paint || over < 0.9) continue; // crowds of points are drawn faintly
    seen++;
    const got = ratio(paint.c, behind(mark.closest("div")));
    if (got < 3) found.push(`${mark.closest("figure").querySelector("h3").textContent}: ${got.toFixed(2)}`);
  }
  return { found: [...new Set(found)], seen };
});

// Two at a time: one waits for heco or for a download while the other has the browser.
describe("report", { concurrency: 2, skip: !browserPath ? "no Chromium here" : !existsSync(heco) ? `no ${heco}` : false }, () => {
  before(async () => {
    const { chromium } = await import("playwright-core");
    browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
    run("bench", "--suite", "cec2017", "--instance", "7", "--dims", "2,10", "--problems", "C01-C06", "--runs", "5", "--evals", "3000", "--trace", "coarse", "--quiet",
      "--algorithms", `heco-de,lshade44,gamma0:heco-de[gamma=0]`, "--db", file("runs.db"));
    run("report", "--db", file("runs.db"), "-o", file("bench.html"));
    run("solve", "cec2006:g07", "--evals", "4000", "--algorithm", "heco-de", "--quiet", "--journal", file("journal"), "-o", file("answer"), "--report", file("solve.html"));
  });
  before(() => { // a solve of each kind with an answer that lies on its constraints, and two journals
    writeFileSync(file("cooler.lua"), readFileSync(process.env.COOLER ?? join(root, "examples/models/cooler.lua"), "utf8"));
    writeFileSync(file("slices.json"), run("solve", file("cooler.lua"), "--slices", "--quiet", "--json", "--journal", file("a.journal"), "--report", file("slices.html")));
    writeFileSync(file("moved.json"), run("solve", file("cooler.lua"), "--seed", "4", "--quiet", "--json", "--report", file("moved.html"))); // its answer is among the points of the page
    writeFileSync(file("runs.json"), run("solve", file("cooler.lua"), "--runs", "4", "--quiet", "--json", "--report", file("runs.html")));
    writeFileSync(file("sweep.json"), run("solve", file("cooler.lua"), "--sweep", "heat=150:180:4", "--quiet", "--json", "--report", file("sweep.html")));
    run("solve", file("cooler.lua"), "--quiet", "--seed", "2", "--evals", "150", "--journal", file("b.journal"));
    run("report", file("a.journal"), file("b.journal"), "-o", file("compare.html"));
    run("solve", "cec2006:g01", "--algorithm", "heco-de", "--evals", "40000", "--quiet", "--report", file("met.html")); // all points at the answer
  });
  before(() => { // 60 problems in two dimensions: tables that are wider and longer than paper
    const rows = ["suite,algorithm,dim,function,run,obj,vio,c1,c2,c3"];
    for (const dim of [5, 20]) for (const [i, a] of ["A", "B", "C", "D", "E", "F"].entries())
      for (let p = 1; p <= 60; p++) rows.push(`mine,${a},${dim},P${String(p).padStart(2, "0")},1,${(p * (i + 3)) % 7},0,0,0,0`);
    writeFileSync(file("mine.csv"), rows.join("\n") + "\n");
  });
  after(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  // Two suites whose problems have dimensions of their own, two whose problems share dimensions.
  const ranked = [["cec2017", ["2", "10", "all"]], ["mine", ["5", "20", "all"]], ["cec2006", ["-"]], ["design", ["-"]]];
  for (const [suite, dims] of ranked)
    test(`${suite}: totals and problems equal heco rank, for every rule and dimension`, async () => {
      const name = suite === "cec2017" ? "bench.html" : `${suite}.html`, own = dims[0] === "-";
      const from = suite === "mine" ? ["--with", file("mine.csv")] : ["--db", file(suite === "cec2017" ? "runs.db" : `${suite}.db`)];
      if (own) run("bench", "--suite", suite, "--problems", suite === "design" ? "welded-beam,pressure-vessel,spring" : "g01,g04,g06", "--runs", "3", "--evals", "1000", "--trace", "coarse", "--quiet",
        "--algorithms", "heco-de,lshade44,ma-es", "--db", file(`${suite}.db`));
      if (suite !== "cec2017") run("report", ...from, "-o", file(name));
      const first = await open(name); // the rule that a reader sees first ranks
      assert.equal(await first.getByLabel("Rule", { exact: true }).evaluate((s) => s.selectedOptions[0].text), "cec2017");
      assert.ok((await first.locator("#ranking .table").first().locator("tbody tr").count()) >= 3, suite);
      const rules = await first.getByLabel("Rule", { exact: true }).locator("option").allTextContents();
      assert.deepEqual(rules, ["cec2017", ...(own ? ["cec2006", "cec2020"] : []), ...(suite === "mine" ? [] : ["u-score", "u-score-2024"]), "friedman", ...(own ? ["ert", "profile"] : [])]);
      await done(first);
      for (const rule of rules.filter((r) => r !== "cec2006")) {
        const page = await open(name);
        await page.getByLabel("Rule", { exact: true }).selectOption({ label: rule });
        const rank = JSON.parse(run("rank", ...from, "--rule", rule, "--format", "json", "--quiet")).rows;
        const key = { "cec2017": "total", "friedman": "mean_rank", "ert": "solved", "profile": "share" }[rule] ?? "score";
        for (const dim of dims) {
          if (dims.length > 1) await press(page, "Dimension", dim);
          const here = rank.filter((r) => String(r.dim ?? "-") === dim);
          if (here.length === 0) continue;
          const table = page.locator("#ranking .table").first();
          const head = (await table.locator("thead th").allTextContents()).map((t) => t.trim());
          const rows = await table.locator("tbody tr").evaluateAll((list) => list.map((row) => row.children[0].textContent.replace(" (best)", "")));
          assert.deepEqual(rows.sort(), here.map((r) => r.algorithm).sort(), `${rule} ${dim}`);
          const csv = await (async () => {
            const [got] = await Promise.all([page.waitForEvent("download"), table.getByRole("button", { name: /^CSV/ }).click()]);
            return readFileSync(await got.path(), "utf8").trim().split("\n").map((line) => line.split(","));
          })();
          const [a, k] = [csv[0].indexOf("algorithm"), csv[0].indexOf(key)];
          assert.ok(k > 0, `${rule}: ${key} in ${csv[0]}`);
          assert.deepEqual(csv.slice(1).map((r) => [r[a], Number(r[k])]).sort(), here.map((r) => [r.algorithm, r[key]]).sort(), `${rule} ${dim}`);
          assert.ok(head.length >= 3);
        }
        await done(page);
      }
    });

  test("the sentence, critical differences and a chart for every dimension", async () => {
    const page = await open("bench.html");
    for (const dim of ["10", "all"]) {
      await press(page, "Dimension", dim);
      const [first, second] = JSON.parse(run("rank", "--db", file("runs.db"), "--format", "json", "--quiet")).rows.filter((r) => String(r.dim) === dim).sort((a, b) => a.total - b.total);
      const text = await page.locator("#sentence").textContent();
      assert.ok(text.startsWith(first.total === second.total ? `${first.algorithm} and` : `${first.algorithm} first by total ranks: ${first.total}, then ${second.algorithm} ${second.total}`), text);
      const titles = await page.locator("#profiles figure h3").allTextContents();
      assert.equal(titles.length, dim === "all" ? 4 : 2);
      assert.equal(titles.some((t) => t.endsWith("D = 2")), dim === "all");
    }
    // Nemenyi: q = 2.343 for three algorithms, 12 problems: 2.343 sqrt(3 * 4 / (6 * 12)) = 0.957
    assert.match(await page.getByRole("figure", { name: /^Critical differences/ }).textContent(), /on 12 problems.*less than 0\.957 /);
    await page.getByRole("button", { name: "Values: Data profile, D = 2", exact: true }).click();
    assert.ok((await cells(page, "Values of Data profile, D = 2")).length > 40);
    await done(page);
  });

  test("a link shows what its sender saw", async () => {
    const page = await open("bench.html");
    await press(page, "Dimension", "2");
    await page.getByLabel("Rule", { exact: true }).selectOption({ label: "friedman" });
    await page.getByLabel("Problem", { exact: true }).selectOption({ label: "C04" });
    await page.getByRole("group", { name: "Algorithms in the charts" }).getByRole("button", { name: "gamma0" }).click();
    await page.getByRole("link", { name: "One problem" }).click();
    const address = page.url();
    assert.match(address, /dim=2&rule=friedman&problem=C04&algorithms=[^&]+/);
    const other = await page.context().newPage();
    await other.goto(address);
    await other.waitForSelector(".plot svg");
    assert.equal(await other.getByLabel("Problem", { exact: true }).evaluate((s) => s.selectedOptions[0].text), "C04");
    assert.equal(await other.getByLabel("Rule", { exact: true }).evaluate((s) => s.selectedOptions[0].text), "friedman");
    assert.equal(await other.locator(".chips button[aria-pressed=true]").count(), 2);
    assert.match(await other.locator("#profiles figure h3").first().textContent(), /D = 2$/);
    await done(page);
  });

  test("two algorithms are compared as heco rank --rule friedman --control does", async () => {
    const page = await open("bench.html");
    await press(page, "Dimension", "10");
    await page.getByLabel("First", { exact: true }).selectOption({ label: "lshade44" });
    await page.getByLabel("Second", { exact: true }).selectOption({ label: "heco-de" });
    const want = JSON.parse(run("rank", "--db", file("runs.db"), "--rule", "friedman", "--per-problem", "--control", "heco-de", "--format", "json", "--quiet"))
      .rows.filter((r) => r.dim === 10 && r.algorithm === "lshade44");
    const got = await download(page, "CSV: lshade44 against heco-de, D = 10");
    const rows = got.text.trim().split("\n").slice(1).map((line) => line.split(","));
    assert.equal(rows.length, want.length);
    want.forEach((w, i) => {
      assert.equal(rows[i][0], w.problem);
      assert.equal(rows[i][1], w.outcome);
      for (const [k, name] of [[2, "a12"], [3, "p_rank_sum"], [4, "p_holm"]])
        assert.ok(Math.abs(Number(rows[i][k]) - w[name]) <= 1e-12 * Math.max(1, Math.abs(w[name])), `${w.problem} ${name}: ${rows[i][k]} ${w[name]}`);
    });
    await done(page);
  });

  test("sort and filter", async () => {
    const page = await open("bench.html");
    const caption = /^Ranks per problem/;
    const region = page.getByRole("region", { name: caption });
    await region.getByRole("button", { name: "mean", exact: true }).click();
    assert.equal(await region.locator('th[aria-sort="ascending"]').count(), 1);
    const column = (await region.locator("thead th").allTextContents()).findIndex((t) => t.trim() === "mean");
    const values = (rows) => rows.map((r) => Number(r[column].replaceAll("\u2212", "-")));
    let got = values(await cells(page, caption));
    assert.deepEqual(got, [...got].sort((a, b) => a - b));
    await region.getByRole("button", { name: "mean", exact: true }).click();
    got = values(await cells(page, caption));
    assert.deepEqual(got, [...got].sort((a, b) => b - a));
    await page.getByLabel(/^Filter: Ranks per problem/).fill("C03 lshade");
    const rows = await cells(page, caption);
    assert.ok(rows.length === 2 && rows.every((r) => r.includes("C03") && r.includes("lshade44")));
    await done(page);
  });

  test("dimension, problem and algorithms change the charts", async () => {
    const page = await open("bench.html");
    const title = page.locator("#profiles figure h3").first();
    await press(page, "Dimension", "2");
    assert.match(await title.textContent(), /D = 2$/);
    const lines = () => page.locator("#profiles figure").first().locator("svg g[data-mark=line] path").count();
    assert.equal(await lines(), 3);
    await page.getByRole("group", { name: "Algorithms in the charts" }).getByRole("button", { name: "gamma0" }).click();
    await page.waitForTimeout(100);
    assert.equal(await lines(), 2);
    await page.getByRole("button", { name: "Next problem" }).click();
    assert.equal(await page.getByLabel("Problem", { exact: true }).evaluate((s) => s.selectedOptions[0].text), "C02");
    await done(page);
  });

  test("hovering shows values", async () => {
    const page = await open("bench.html");
    const svg = page.locator("#problem figure svg").first();
    await svg.scrollIntoViewIfNeeded();
    const box = await svg.boundingBox();
    for (const y of [0.3, 0.4, 0.5]) await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * y);
    await page.waitForTimeout(300);
    assert.match(await svg.locator("g[aria-label=tip], g[data-mark=tip]").textContent(), /after .* evaluations/);
    await done(page);
  });

  test("tables as CSV and LaTeX, charts as SVG", async () => {
    let page = await open("bench.html");
    const tex = await download(page, "LaTeX: Algorithms");
    assert.match(tex.text, /\\begin\{tabular\}/);
    assert.match(tex.text, /cr\\_/.test(tex.text) ? /cr\\_/ : /heco-de/);
    for (const title of await page.locator("figure h3").allTextContents()) {
      await done(page);
      page = await open("bench.html");
      const svg = await download(page, `SVG: ${title}`);
      assert.match(svg.name, /\.svg$/);
      const problem = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? null, svg.text);
      assert.equal(problem, null);
      const csv = await download(page, `CSV: ${title}`);
      assert.ok(csv.text.split("\n").length > 2, title);
    }
    await done(page);
  });

  test("light and dark", async () => {
    for (const [scheme, ground] of [["light", "rgb(255, 255, 255)"], ["dark", "rgb(20, 23, 28)"]]) {
      const page = await open("bench.html", { colorScheme: scheme });
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(await background(), ground);
      await page.getByRole("region", { name: "Algorithms" }).getByRole("button", { name: "Algorithm", exact: true }).click();
      await press(page, "Colours", scheme === "light" ? "dark" : "light");
      assert.notEqual(await background(), ground);
      assert.equal(await page.locator("th[aria-sort=ascending]").count(), 1); // the order of a table stays
      await done(page);
    }
  });

  for (const name of KINDS) test(`print of ${name}: every chart is drawn, every row and column is on the paper`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(name, { colorScheme });
      await page.evaluate(() => window.addEventListener("beforeprint", () => { // after the page's own listener
        const marks = (figure) => figure.querySelectorAll("svg :is(path, rect, circle, line)").length;
        window.paper = {
          marks: [...document.querySelectorAll("figure:has(.plot)")].map((f) => [f.querySelector("h3").textContent, marks(f)]),
          rows: [...document.querySelectorAll(".table")].map((t) => [t.querySelector("h3").textContent, t.querySelectorAll(".paper tbody tr").length >= t.querySelectorAll(".scroll tbody tr").length && t.querySelector(".more").hidden]),
          theme: document.documentElement.dataset.theme,
        };
      }));
      const pdf = await page.pdf({ format: "A4" });
      const paper = await page.evaluate(() => window.paper);
      assert.ok(paper.marks.length >= 2, name);
      assert.deepEqual(paper.marks.filter(([, n]) => n < 5), [], name);
      assert.deepEqual(paper.rows.filter(([, whole]) => !whole), [], name);
      assert.equal(paper.theme, "light");
      assert.ok(pdf.length > 10000);
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 680, height: 900 });
      for (const control of ["button", "input", "select"]) assert.equal(await page.locator(`main ${control}:visible, header ${control}:visible`).count(), 0, control);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 680);
      await done(page);
    }
  });

  test("print: a table that is wider and longer than paper", async () => {
    run("report", "--with", file("mine.csv"), "-o", file("wide.html"));
    const page = await open("wide.html");
    await page.evaluate(() => window.addEventListener("beforeprint", () => {
      window.paper = [...document.querySelectorAll(".table")].map((t) => {
        const parts = [...t.querySelectorAll(".paper table")];
        return { rows: parts[0].querySelectorAll("tbody tr").length, columns: parts.reduce((n, x) => n + x.querySelectorAll("thead th").length - 1, 1), of: t.querySelectorAll(".scroll thead th").length };
      });
    }));
    await page.pdf({ format: "A4" });
    const tables = await page.evaluate(() => window.paper);
    assert.ok(tables.every((t) => t.columns === t.of) && tables.some((t) => t.of > 60) && tables.some((t) => t.rows === 720), JSON.stringify(tables));
    await done(page);
  });

  test("what follows from an answer: no feasible point, a price, many names", async () => {
    writeFileSync(file("tank.lua"), `return { name = "tank", unit = "EUR", variables = { { "width", 0, 10, unit = "m" }, { "height", 0, 10, unit = "m" } },
      constraints = { { "volume", at_least = 120, unit = "m3" }, { "surface", at_most = 10, unit = "m2" } }, evaluate = function(a, b) return 100 * (a + b), a * b, a + 2 * b end }`);
    assert.throws(() => run("solve", file("tank.lua"), "--evals", "2000", "--quiet", "--json", "-o", file("tank.json"), "--report", file("tank.html")), (e) => e.status === 3);
    const tank = json("tank.json");
    let page = await open("tank.html");
    const text = await page.locator(".next").textContent();
    for (const c of tank.conflict.constraints) assert.ok(text.includes(`${c.name} relaxed by`) || text.includes(`${c.name[0].toUpperCase()}${c.name.slice(1)} relaxed by`), text);
    assert.ok(text.includes(`${Number(tank.conflict.constraints[0].relaxation.toPrecision(4))}`.slice(0, 4)), text);
    await done(page);
    page = await open("slices.html"); // its limits have prices
    assert.match(await page.locator(".next code").textContent(), /^heco solve \S*cooler\.lua --sweep heat=144:176:5$/);
    await done(page);
    const names = (from, to, name, more) => Array.from({ length: to - from + 1 }, (_, i) => `{ "${name} ${i + from}", ${more} }`).join(", ");
    writeFileSync(file("plates.lua"), `return { variables = { ${names(1, 30, "thickness of the plate", '0.5, 12, unit = "mm"')} }, constraints = { ${names(1, 12, "stress in the load case", 'at_most = 250, unit = "MPa"')} },
      evaluate = function(...) local x, f, g = { ... }, 0, {}
        if x[1] > 11 then error("mesh") end
        for i = 1, 30 do f = f + x[i] end
        for i = 1, 12 do g[i] = 1200 / x[i] + 300 / x[i + 12] end
        return x[2] > 11.5 and 1/0 or f, table.unpack(g) end }`);
    run("solve", file("plates.lua"), "--algorithm", "heco-de", "--evals", "1500", "--quiet", "--report", file("plates.html"));
    page = await open("plates.html", { viewport: { width: 1440, height: 900 } });
    await drawn(page);
    const data = JSON.parse(await page.locator("#heco-data").textContent()), reasons = await cells(page, /^Reasons of/);
    assert.equal(reasons.reduce((sum, r) => sum + Number(r[1]), 0), data.failed); // all of them, not only those of the list
    assert.ok(data.failed > data.failures.length && reasons.length === 2, `${reasons}`);
    for (const chart of ["Which constraint blocked, and until when", "All variables"]) {
      const labels = await page.getByRole("figure", { name: chart }).locator("[data-mark$='axis tick label'] text").allTextContents(), short = labels.filter((t) => t.startsWith("\u2026"));
      assert.ok(short.length >= 10 && new Set(labels).size === labels.length, `${labels}`); // shortened, and told apart
    }
    for (const box of await page.locator("#result .fit").all()) assert.ok(await box.evaluate((b) => b.scrollWidth <= b.clientWidth));
    assert.equal(await page.getByRole("group", { name: "Variables in the chart" }).isVisible(), false); // thirty buttons behind a switch
    await page.getByText("Choose up to 12 of 30 variables").click();
    await page.getByRole("group", { name: "Variables in the chart" }).getByRole("button", { name: "thickness of the plate 30" }).click();
    assert.ok(await page.getByRole("group", { name: "Variables in the chart" }).isVisible());
    await done(page);
    run("report", file("journal"), "-o", file("running.html"));
    writeFileSync(file("running.html"), readFileSync(file("running.html"), "utf8").replace('"running":0', '"running":1').replace('"max_evals":4000', '"max_evals":8000'));
    page = await open("running.html"); // a search that is not over
    assert.match(await page.locator(".next").textContent(), /^Next: wait: 50 % of the evaluations are done, and the others take about /);
    await done(page);
    page = await open("solve.html"); // a limit of 0 still has bars of slack
    const widths = await page.locator(".slack .met").evaluateAll((all) => all.map((i) => parseFloat(i.style.width)));
    assert.ok(widths.some((w) => w > 5), `${widths}`);
    await done(page);
  });

  test("labels of charts stay inside their pictures", async () => {
    for (const [name, width] of [["bench.html", 1440], ["bench.html", 390], ["solve.html", 390]]) {
      const page = await open(name, { viewport: { width, height: 900 } });
      await drawn(page);
      const out = await page.locator(".plot svg").evaluateAll((all) => all.flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll("text")].filter((t) => { const b = t.getBoundingClientRect(); return b.width > 0 && (b.left < frame.left - 1 || b.right > frame.right + 1); }).map((t) => `${svg.getAttribute("aria-label")}: ${t.textContent}`);
      }));
      assert.deepEqual(out, [], `${name} ${width}`);
      await done(page);
    }
  });

  test("by keyboard alone", async () => {
    const page = await open("bench.html");
    const reach = async (key, limit = 80) => {
      for (let i = 0; i < limit; i++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => document.activeElement?.dataset.key ?? document.activeElement?.textContent ?? "");
        if (at === key) return;
      }
      assert.fail(`${key} cannot be reached by Tab`);
    };
    await reach("Dimension:2");
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#profiles figure h3").first().textContent(), /D = 2$/);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "Dimension:2"); // the focus stays
    await reach("Rule");
    await page.keyboard.press("ArrowDown");
    await reach("chip:lshade44");
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "false");
    await reach("total");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.closest("th").getAttribute("aria-sort")), "ascending");
    await done(page);
  });

  test("on a phone nothing is wider than the screen", async () => {
    for (const name of KINDS) {
      const page = await open(name, { viewport: { width: 360, height: 740 } });
      await drawn(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, name);
      await done(page);
    }
  });

  for (const name of KINDS)
    test(`accessibility of ${name}: axe-core finds nothing, and every text and line has enough contrast`, async () => {
      for (const colorScheme of ["light", "dark"]) {
        const page = await open(name, { colorScheme });
        await drawn(page);
        const { found, seen } = await faint(page);
        assert.deepEqual(found, [], `${name} ${colorScheme}`);
        assert.ok(seen > 60, `${name}: ${seen} texts`);
        await accessible(page, colorScheme === "dark" ? ["color-contrast"] : undefined); // the other rules do not look at colours
        await done(page);
      }
    });

  test("the answer is that of the terminal, also where it was moved onto the constraints", async () => {
    const page = await open("slices.html"), data = JSON.parse(await page.locator("#heco-data").textContent()), want = json("slices.json");
    assert.deepEqual(data.best.x, want.x);
    assert.equal(data.best.f, want.f);
    assert.equal(data.best.e, want.evaluations_at_best);
    want.constraints.forEach((c, k) => assert.ok(near(data.constraints[k].value, [...want.g, ...want.h][k], 1e-9), c.name));
    for (const width of [1440, 1180, 900]) { // the tables of the first screen are not cut
      await page.setViewportSize({ width, height: 900 });
      const heights = await page.locator("#result .rows th.text").evaluateAll((all) => all.map((th) => { const r = document.createRange(); r.selectNodeContents(th.firstChild); return r.getClientRects().length; }));
      assert.ok(heights.length === 12 && heights.every((lines) => lines === 1), `${width}: ${heights}`); // short names stay in one line
      for (const box of await page.locator("#result .fit").all()) assert.ok(await box.evaluate((b) => b.scrollWidth <= b.clientWidth), `${width}`);
    }
    assert.ok((await page.locator("#whatif .verdict").textContent()).includes(String(Number(want.f.toPrecision(8)))));
    await done(page);
    const other = await open("moved.html"), moved = json("moved.json");
    await other.getByLabel("Point", { exact: true }).selectOption(String(moved.evaluations_at_best)); // the answer is one of the points
    assert.match(await other.locator(".point").textContent(), /found by \w+.*the answer/); // with the part of the search
    assert.ok((await other.locator("#whatif .verdict").textContent()).includes(String(Number(moved.f.toPrecision(8)))));
    await done(other);
  });

  test("slices: f and every constraint along each variable", async () => {
    const page = await open("slices.html"), want = json("slices.json");
    const section = page.locator("#slices");
    assert.deepEqual(await section.locator("figure h3").allTextContents(), want.names);
    const values = async (name) => (await download(page, `CSV: ${name}`)).text.trim().split("\n").slice(1).map((line) => line.split(","));
    for (const [j, name] of want.names.entries()) {
      const rows = await values(name), slice = want.slices[j];
      assert.equal(slice.name, name);
      assert.equal(rows.length, slice.x.length);
      rows.forEach((r, i) => assert.ok(near(Number(r[0]), slice.x[i]) && near(Number(r[1]), slice.f[i]), `${name} ${r}`));
      assert.ok(slice.x.some((x) => x === want.x[j]));
    }
    await done(page);
    const other = await open("slices.html");
    await other.getByLabel("Show along each variable", { exact: true }).selectOption({ label: "oil drop" });
    const got = (await download(other, "CSV: spacing")).text.trim().split("\n");
    assert.ok(got[0].includes("oil drop"));
    const k = want.constraints.findIndex((c) => c.name === "oil drop"), j = want.names.indexOf("spacing");
    got.slice(1).forEach((line, i) => assert.ok(near(Number(line.split(",")[1]), want.slices[j].constraints[k][i]), line));
    assert.match(await other.locator("#slices figure p").nth(j).textContent(), /^feasible from .*below: oil drop/);
    await done(other);
  });

  test("runs: the trust sentence, groups of answers and every run", async () => {
    const page = await open("runs.html"), want = json("runs.json");
    assert.equal((await page.locator("#runs .verdict").textContent()).toLowerCase(), `${want.summary.confidence}.`.toLowerCase());
    assert.equal((await page.locator(".sentence").textContent()).toLowerCase(), `${want.verdict}.`.toLowerCase());
    const rows = await cells(page, "Every run");
    assert.deepEqual(rows.map((r) => Number(r[0])), want.runs.map((r) => r.seed));
    assert.equal(rows.filter((r) => r[6] === "yes").length, want.summary.same_point);
    const groups = await cells(page, /^(One answer|\d+ different answers)$/);
    assert.equal(Number(groups[0][1]), want.summary.same_point);
    assert.equal(groups.reduce((sum, g) => sum + Number(g[1]), 0), want.summary.feasible);
    const data = JSON.parse(await page.locator("#heco-data").textContent());
    assert.deepEqual(data.best.x, want.x); // the search that is shown is that of the best run
    assert.equal(Number(data.seed), want.seed);
    await done(page);
  });

  test("a sweep: f against the limit", async () => {
    const page = await open("sweep.html"), want = json("sweep.json");
    const rows = (await download(page, "CSV: The best f for every limit")).text.trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
    assert.equal(rows.length, 4);
    rows.forEach((r, i) => assert.ok(near(r[0], want.rows[i].limit) && near(r[1], want.rows[i].f) && near(r[2], want.rows[i].price, 1e-5), `${r}`));
    assert.equal(await page.locator("#curve figure").first().locator("g[data-mark=dot] :is(circle, path)").count(), 4);
    assert.match(await page.locator(".sentence").textContent(), /^f goes from .* as the limit of heat goes from 150 to 180 kW\.$/);
    assert.deepEqual((await cells(page, /^Answers for 4 limits/)).map((r) => r[3]), want.rows.map((r) => r.active.join(", ")));
    assert.equal(await page.locator("pre").textContent(), "heco solve ./cooler.lua --sweep heat=150:180:4 --quiet --json");
    await done(page);
  });

  test("two journals side by side", async () => {
    const page = await open("compare.html"), data = JSON.parse(await page.locator("#heco-data").textContent());
    assert.deepEqual(data.names, ["a.journal", "b.journal"]);
    assert.match(await page.locator(".sentence").textContent(), /^A: a\.journal (is better|is feasible|and B)/);
    const variables = await cells(page, "Variables"), number = (text) => Number(text.replaceAll("\u2212", "-"));
    assert.deepEqual(variables.map((r) => r[0]), data.solves[0].variables.map((v) => v.name));
    variables.forEach((r, k) => assert.ok(near(number(r[4]), data.solves[1].best.x[k] - data.solves[0].best.x[k], 1e-3), `${r}`));
    assert.equal((await cells(page, "Constraints")).length, 6);
    assert.ok((await page.locator("#convergence figure").first().locator("g[data-mark=line] path").count()) >= 1);
    assert.ok((await cells(page, "Searches")).some((r) => r[0] === "seed" && r[1] === "1" && r[2] === "2"));
    await done(page);
  });

  test("the script of a page repeats the solve, and refuses another model", async () => {
    const page = await open("slices.html");
    const got = await download(page, "Save a script that repeats and checks it");
    assert.match(got.name, /^repeat-.*\.sh$/);
    writeFileSync(file("repeat.sh"), got.text);
    const repeat = () => execFileSync("sh", [file("repeat.sh")], { cwd: work, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HECO: heco } });
    assert.match(repeat(), /the same$/m);
    const model = readFileSync(file("cooler.lua"), "utf8");
    writeFileSync(file("cooler.lua"), `${model}-- another model\n`);
    assert.throws(repeat, (e) => e.status === 1 && /is not the file of the solve/.test(e.stderr));
    writeFileSync(file("cooler.lua"), model);
    await done(page);
  });

  test("a solve: the answer, its constraints, its command", async () => {
    const page = await open("solve.html");
    const data = JSON.parse(await page.locator("#heco-data").textContent());
    const answer = readFileSync(file("answer"), "utf8");
    assert.ok(answer.includes(String(Number(data.best.f.toPrecision(6)))));
    assert.equal((await cells(page, "Constraints at the best point")).length, 8);
    assert.equal((await cells(page, "Variables at the best point")).length, 10);
    assert.equal(await page.locator("pre").textContent(), "heco solve cec2006:g07 --evals 4000 --algorithm heco-de --quiet -o ./answer");
    assert.equal(await page.locator("#convergence figure h3").first().textContent(), "Best f so far");
    await press(page, "Over", "time");
    const box = await page.locator(".headline").boundingBox(); // the answer is on the first screen
    assert.ok(box.y + box.height < 400);
    await done(page);
  });

  test("a solve of a script: repeated, slack as in the terminal, violated and active first", async () => {
    const folder = file("a folder"), inside = { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };
    mkdirSync(folder);
    writeFileSync(join(folder, "m.lua"), `return { name = "m", variables = { { "a", 0, 10 }, { "b", 0, 10 } },
      constraints = { { "sum", equals = 4, unit = "kg" }, { "far", at_most = 100 }, { "least", at_least = 3, unit = "m" } },
      evaluate = function(a, b) return a * a + b * b, a + b, a, a end }`);
    const terminal = execFileSync(heco, ["solve", "./m.lua", "--evals", "60", "--quiet", "--report", "m.html"], inside);
    const page = await open("a folder/m.html");
    const command = await page.locator("pre").textContent();
    const again = execFileSync(heco, command.split(" ").slice(1), inside);
    assert.equal(again.replace(/time .*/, ""), terminal.replace(/time .*/, ""));
    const rows = await cells(page, "Constraints at the best point");
    assert.deepEqual(rows.map((r) => r[0]).slice(-1), ["far"]);
    const off = /off by ([-+.0-9e]+)/.exec(terminal)[1];
    assert.ok(Math.abs(Number(rows.find((r) => r[0] === "sum")[4].replace("off by ", "").replace("\u2212", "-")) - Number(off)) <= 1e-3 * Number(off) + 1e-12, `${rows} ${terminal}`);
    assert.equal((await page.locator(".sentence").textContent()).toLowerCase(), `${/m.lua: (.*)/.exec(terminal)[1]}.`.toLowerCase()); // the verdict of the terminal
    if (/^prices \(/m.test(terminal)) assert.ok((await page.locator(".price").count()) > 0);
    const shown = await page.locator("#points figure p").first().textContent();
    const [, points, evals] = /^(\d+) of (\d+) evaluations/.exec(shown);
    assert.ok(Number(points) <= Number(evals) && evals === "60", shown);
    await done(page);
  });

  test("one point: by click and by keyboard, as --start and heco eval", async () => {
    const page = await open("solve.html");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const data = JSON.parse(await page.locator("#heco-data").textContent());
    await page.getByLabel("Point", { exact: true }).selectOption(String(data.best.e));
    assert.match(await page.locator(".point").textContent(), /feasible.*the answer/);
    await page.getByRole("button", { name: "Copy as a file for --start" }).click();
    const csv = await page.evaluate(() => navigator.clipboard.readText());
    writeFileSync(file("start.csv"), csv);
    const line = run("eval", "cec2006:g07", "--points", file("start.csv")).trim().split("\n")[1].split(",");
    assert.equal(Number(line[0]), data.best.f);
    await page.getByRole("button", { name: "Copy as Python" }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^x = \{/);
    const svg = page.locator("#points figure svg").first(), dot = svg.locator("g[data-mark=dot]").first().locator("path").nth(20);
    await svg.scrollIntoViewIfNeeded();
    const at = await dot.boundingBox();
    await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
    assert.match(await page.locator(".point h3").first().textContent(), /^Evaluation/);
    await page.locator("#points figure svg").first().scrollIntoViewIfNeeded();
    const frame = await page.locator("#points figure svg").first().boundingBox();
    await page.mouse.move(frame.x + 70, frame.y + 30);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height - 60, { steps: 4 });
    await page.mouse.up();
    assert.match(await page.locator("#points p[role=status]").textContent(), /points selected/);
    await done(page);
  });

  test("a limit is moved: the evaluated points are ranked again", async () => {
    writeFileSync(file("w.lua"), 'return { variables = { { "a", 0, 10 }, { "b", 0, 10 } }, constraints = { { "area", at_least = 4 } }, evaluate = function(a, b) return a + b, a * b end }');
    run("solve", file("w.lua"), "--algorithm", "heco-de", "--evals", "2000", "--quiet", "--report", file("w.html"));
    const page = await open("w.html");
    const data = JSON.parse(await page.locator("#heco-data").textContent());
    const f = async () => Number(/f = ([-0-9.e]+)/.exec((await page.locator("#whatif .verdict").textContent()).replaceAll("\u2212", "-"))[1]);
    assert.ok(Math.abs((await f()) - data.best.f) < 1e-6);
    await page.getByLabel("Limit of area", { exact: true }).fill("-100"); // from 4 to 3
    const rows = [...data.points, ...data.improvements], want = Math.min(...rows.filter((r) => r[3] * r[4] >= 3).map((r) => r[1]));
    assert.ok(want < data.best.f - 0.01, "some point is better under the looser limit");
    assert.ok(Math.abs((await f()) - want) <= 1e-6, `${await f()} ${want}`);
    assert.match(await page.locator("#whatif .verdict").textContent(), /not optimised/);
    await page.getByLabel("Limit of area", { exact: true }).fill("200"); // from 4 to 6
    assert.ok((await f()) >= Math.sqrt(24) - 1e-6);
    await done(page);
  });

  test("no axis repeats a number, and integers have whole numbers", async () => {
    for (const name of [...KINDS, "met.html"]) {
      const page = await open(name);
      const axes = await page.locator(".plot svg").evaluateAll((all) => all.flatMap((svg) => [...svg.querySelectorAll("[data-mark$='axis tick label']")]
        .map((g) => ({ chart: svg.getAttribute("aria-label"), axis: g.dataset.mark[0], texts: [...g.querySelectorAll("text")].map((t) => t.textContent).filter(Boolean) }))));
      assert.ok(axes.length > 2 && axes.some((a) => a.texts.length > 2), name);
      for (const { chart, texts } of axes) assert.equal(new Set(texts).size, texts.length, `${name}, ${chart}: ${texts}`);
      // A point at a bound is not cut by the frame: the ring of the answer has room.
      const ring = name === "met.html" ? await page.locator("#points .plot svg").first().evaluate((svg) => {
        const clip = svg.querySelector("clipPath rect"), [left, width] = ["x", "width"].map((k) => Number(clip.getAttribute(k)));
        return [...svg.querySelectorAll("circle")].map((c) => ["cx", "r"].map((k) => Number(c.getAttribute(k)))).filter(([, r]) => r >= 7)
          .map(([x, r]) => Math.min(left + width - x - r, x - r - left));
      }) : [1];
      assert.ok(ring.length > 0 && ring.every((room) => room >= 0), `${ring}`);
      for (const { texts } of axes.filter((a) => a.chart === "tubes" && a.axis === "x")) assert.ok(texts.every((t) => Number.isInteger(Number(t))), `${name}: ${texts}`);
      await done(page);
    }
  });

  test("on a telephone both bounds of a variable are beside its track", async () => {
    const page = await open("met.html", { viewport: { width: 390, height: 800 } });
    const apart = await page.locator(".rows tbody tr:has(.low)").evaluateAll((all) => all.map((tr) => {
      const middle = (css) => { const b = tr.querySelector(css).getBoundingClientRect(); return b.top + b.height / 2; };
      return Math.max(Math.abs(middle(".low") - middle(".gauge")), Math.abs(middle(".high") - middle(".gauge")));
    }));
    assert.ok(apart.length === 13 && apart.every((d) => d < 8), `${apart}`);
    await done(page);
  });

  test("names with HTML in them stay names", async () => {
    const rows = ["algorithm,dim,function,run,obj,vio,c1,c2,c3"];
    for (const algorithm of ["A", EVIL, '=HYPERLINK("x")']) for (const run of [1, 2, 3]) rows.push(`"${algorithm.replaceAll('"', '""')}",10,C01,${run},${run},0,0,0,0`);
    writeFileSync(file("evil.csv"), rows.join("\n") + "\n");
    run("report", "--with", file("evil.csv"), "-o", file("evil.html"));
    const page = await open("evil.html");
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.ok((await cells(page, "Algorithms")).some((r) => r[0] === EVIL));
    assert.equal(await page.locator("img").count(), 0);
    assert.match((await download(page, "CSV: Algorithms")).text, /^"'=HYPERLINK\(""x""\)"/m); // no formula for a spreadsheet
    await done(page);
  });

  test("odd input: a page that says what there is", async () => {
    run("bench", "--suite", "cec2006", "--problems", "g01", "--algorithms", "heco-de", "--runs", "1", "--evals", "300", "--trace", "none", "--quiet", "--db", file("one.db"));
    run("report", "--db", file("one.db"), "-o", file("one.html"));
    let page = await open("one.html");
    assert.ok(await page.getByText("stored without traces").isVisible());
    await done(page);
    writeFileSync(file("half.csv"), "algorithm,dim,function,run,obj,vio,c1,c2,c3\nA,10,C01,1,1,0,0,0,0\nB,10,C02,1,1,2,1,0,0\n");
    run("report", "--with", file("half.csv"), "-o", file("half.html"));
    page = await open("half.html");
    assert.ok(await page.getByText("have no runs yet").isVisible());
    await done(page);
    const whole = readFileSync(file("bench.html"), "utf8");
    writeFileSync(file("torn.html"), whole.replace('"kind":"bench"', '"kind":"ben'));
    page = await open("torn.html");
    assert.ok(await page.getByText("cannot be read").isVisible());
    await done(page);
  });
});
