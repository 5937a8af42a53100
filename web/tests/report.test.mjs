// Real reports of real runs in headless Chromium. HECO names the command, CHROMIUM the browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

const heco = process.env.HECO ?? new URL("../../build/release/heco", import.meta.url).pathname;
const browserPath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => p && existsSync(p));
const work = mkdtempSync(join(tmpdir(), "heco-report-"));
const run = (...words) => execFileSync(heco, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
const file = (name) => join(work, name);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EVIL = 'x"><img src=x onerror="window.hurt=1"><script>window.hurt=1<\/script>';
let browser, complaints;

async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  complaints = [];
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") complaints.push(m.text()); });
  page.on("pageerror", (e) => complaints.push(e.message));
  page.on("request", (r) => { if (!/^(file|blob|data):/.test(r.url())) complaints.push(`network: ${r.url()}`); });
  await page.goto(`file://${file(name)}`);
  await page.waitForSelector(".plot svg, .warn, table");
  return page;
}
async function done(page) {
  assert.deepEqual(complaints, []);
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
async function accessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const bad = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  assert.deepEqual(bad.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`), []);
}

describe("report", { skip: !browserPath ? "no Chromium here" : !existsSync(heco) ? `no ${heco}` : false }, () => {
  before(async () => {
    const { chromium } = await import("playwright-core");
    browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
    run("bench", "--suite", "cec2017", "--instance", "7", "--dims", "2,10", "--problems", "C01-C06", "--runs", "5", "--evals", "3000", "--trace", "coarse", "--quiet",
      "--algorithms", `heco-de,lshade44,gamma0:heco-de[gamma=0]`, "--db", file("runs.db"));
    run("report", "--db", file("runs.db"), "-o", file("bench.html"));
    run("solve", "cec2006:g07", "--evals", "4000", "--algorithm", "heco-de", "--quiet", "--journal", file("journal"), "-o", file("answer"), "--report", file("solve.html"));
  });
  after(async () => {
    await browser?.close();
    rmSync(work, { recursive: true, force: true });
  });

  test("totals and problems equal heco rank, for every rule and dimension", async () => {
    for (const rule of ["cec2017", "u-score", "u-score-2024", "friedman"]) {
      const page = await open("bench.html");
      await page.getByLabel("Rule", { exact: true }).selectOption({ label: rule });
      const rank = JSON.parse(run("rank", "--db", file("runs.db"), "--rule", rule, "--format", "json", "--quiet")).rows;
      const key = { "cec2017": "total", "friedman": "mean_rank" }[rule] ?? "score";
      for (const dim of ["2", "10", "all"]) {
        await press(page, "Dimension", dim);
        const want = rank.filter((r) => String(r.dim) === dim).map((r) => r.algorithm).sort();
        if (want.length === 0) continue;
        const table = page.locator("#ranking .table").first();
        const head = (await table.locator("thead th").allTextContents()).map((t) => t.trim());
        const rows = await table.locator("tbody tr").evaluateAll((list) => list.map((row) => [...row.children].map((c) => c.textContent.replace(" (best)", "").replace("\u2212", "-"))));
        assert.deepEqual(rows.map((r) => r[0]).sort(), want, `${rule} ${dim}`);
        const csv = await (async () => {
          const [got] = await Promise.all([page.waitForEvent("download"), table.getByRole("button", { name: /^CSV/ }).click()]);
          return readFileSync(await got.path(), "utf8").trim().split("\n").map((line) => line.split(","));
        })();
        const [a, k] = [csv[0].indexOf("algorithm"), csv[0].indexOf(key)];
        assert.ok(k > 0, `${rule}: ${key} in ${csv[0]}`);
        assert.deepEqual(csv.slice(1).map((r) => [r[a], Number(r[k])]).sort(), rank.filter((r) => String(r.dim) === dim).map((r) => [r.algorithm, r[key]]).sort(), `${rule} ${dim}`);
        assert.ok(head.length >= 3);
      }
      await done(page);
    }
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
      for (const [k, name] of [[2, "effect"], [3, "p_rank_sum"], [4, "p_holm"]])
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

  test("light, dark and print", async () => {
    for (const [scheme, ground] of [["light", "rgb(255, 255, 255)"], ["dark", "rgb(20, 23, 28)"]]) {
      const page = await open("bench.html", { colorScheme: scheme });
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(await background(), ground);
      await press(page, "Colours", scheme === "light" ? "dark" : "light");
      assert.notEqual(await background(), ground);
      await page.waitForSelector(".plot svg");
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".bar").isVisible(), false);
      assert.ok((await page.pdf({ format: "A4" })).length > 10000);
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
    for (const name of ["bench.html", "solve.html"]) {
      const page = await open(name, { viewport: { width: 360, height: 740 } });
      await page.waitForTimeout(300);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
      await done(page);
    }
  });

  test("accessibility: nothing serious", async () => {
    for (const name of ["bench.html", "solve.html"])
      for (const colorScheme of ["light", "dark"]) {
        const page = await open(name, { colorScheme });
        await page.waitForTimeout(300);
        await accessible(page);
        await done(page);
      }
  });

  test("a solve: the answer, its constraints, its command", async () => {
    const page = await open("solve.html");
    const data = JSON.parse(await page.locator("#heco-data").textContent());
    const answer = readFileSync(file("answer"), "utf8");
    assert.ok(answer.includes(String(Number(data.best.f.toPrecision(6)))));
    assert.equal((await cells(page, "Constraints at the best point")).length, 8);
    assert.equal((await cells(page, "Variables at the best point")).length, 10);
    assert.equal(await page.locator("pre").textContent(), "heco solve cec2006:g07 --evals 4000 --algorithm heco-de --quiet -o answer");
    await press(page, "Show", "f itself");
    assert.equal(await page.locator("#convergence figure h3").first().textContent(), "Best f");
    await press(page, "Over", "time");
    await done(page);
  });

  test("names with HTML in them stay names", async () => {
    const rows = ["algorithm,dim,function,run,obj,vio,c1,c2,c3"];
    for (const algorithm of ["A", EVIL]) for (const run of [1, 2, 3]) rows.push(`"${algorithm.replaceAll('"', '""')}",10,C01,${run},${run},0,0,0,0`);
    writeFileSync(file("evil.csv"), rows.join("\n") + "\n");
    run("report", "--with", file("evil.csv"), "-o", file("evil.html"));
    const page = await open("evil.html");
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    assert.ok((await cells(page, "Algorithms")).some((r) => r[0] === EVIL));
    assert.equal(await page.locator("img").count(), 0);
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
