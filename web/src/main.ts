// The report page of heco. It reads the JSON block that the command put into it and draws it. If the block says "live",
// it requests the data from the server that sent the page whenever they change.
import "./style.css";
import { bench } from "./bench";
import { compare } from "./compare";
import { complete, type Report } from "./data";
import { choice, el, keepFocus } from "./dom";
import { solve } from "./solve";
import { sweep } from "./sweep";
import { forgetTheme, getMode, onTheme, setMode, startTheme, type Mode } from "./theme";

const top = document.getElementById("top")!, main = document.getElementById("main")!, foot = document.getElementById("foot")!;

function heading(report: Report, live: boolean): void {
  const title = report.kind === "solve" ? `${report.model || "A solve"}` : report.kind === "sweep" ? report.model || "A sweep" : report.kind === "compare" ? [...new Set(report.solves.map((s) => s.model || "a solve"))].join(", ") : report.kind === "bench" ? report.suites.map((s) => s.name).join(", ") || "No runs yet" : "heco";
  const about = report.kind === "solve" ? `${report.runs ? `${report.runs.count} runs` : "one solve"} with ${report.algorithm ?? "heco"}` : report.kind === "sweep" ? `f against the limit of ${report.limit.name}` : report.kind === "compare" ? `${report.solves.length} solves side by side` : "benchmark report";
  document.title = `${title} \u00b7 heco report`;
  const mode = el("div", { id: "mode" });
  const drawMode = (): void => keepFocus(() => mode.replaceChildren(choice("Colours", [["auto", "auto"], ["light", "light"], ["dark", "dark"]], getMode(), (m) => setMode(m as Mode))));
  drawMode();
  onTheme(drawMode);
  top.replaceChildren(el("div", { class: "title" }, el("div", {}, el("h1", {}, title), el("p", { class: "quiet" }, about + (live ? ", kept up to date" : ""))), mode));
  foot.replaceChildren(el("p", {}, "Made by heco ", "heco" in report ? report.heco : "", ". Violation is the mean over all constraints of what exceeds their tolerance; a run is feasible when it is 0."));
}

function show(report: Report, live = false): void {
  forgetTheme();
  heading(report, live);
  main.replaceChildren();
  if (report.kind === "bench") bench(report, top, main);
  else if (report.kind === "solve") solve(report, main, top);
  else if (report.kind === "sweep") sweep(report, main, top);
  else if (report.kind === "compare") compare(report, main, top);
}

function complain(why: string): void {
  main.replaceChildren(el("p", { class: "warn" }, why));
}

/** Redraws the page of `heco watch --serve` at each event of the server. */
async function watch(): Promise<void> {
  const load = async (): Promise<void> => {
    const answer = await fetch("data");
    if (answer.ok) show(complete((await answer.json()) as Report), true);
    else complain(`${(await answer.text()).trim()}`);
  };
  await load();
  const events = new EventSource("events");
  events.onmessage = () => { void load(); };
}

startTheme();
try {
  const report = JSON.parse(document.getElementById("heco-data")!.textContent!) as Report;
  if (report.kind === "live") watch().catch(() => complain("The server of this page has ended."));
  else show(complete(report));
} catch (error) {
  complain(`The data of this page cannot be read: ${error instanceof Error ? error.message : error}`);
}
