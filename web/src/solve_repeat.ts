// How to repeat a solve: command, settings, files of the model, and a script that checks them.
import type { Cell, Solve } from "./data";
import { download, el, section, slug } from "./dom";
import { count } from "./format";
import { plain, table } from "./table";

const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;
/** One line of a comment: a text with line ends could end it. */
const line = (text: string): string => text.replace(/[\r\n]+/g, " ");

/** Returns a shell script that checks the version and the model, repeats the solve and compares f bit by bit. */
export function script(report: Solve): string {
  const sums = (report.files ?? []).filter((f) => f.sha256), version = report.version ?? report.heco;
  return [
    "#!/bin/sh",
    `# Repeats the solve of ${line(report.model ?? "a model")}: heco ${line(version)}, algorithm ${line(report.algorithm ?? "")}, seed ${report.seed ?? ""}.`,
    "# Run it in the folder of the model. HECO names the command if it is not on the PATH.",
    "set -eu",
    "heco=${HECO:-heco}",
    "answer=$(mktemp)",
    "trap 'rm -f \"$answer\"' EXIT",
    `[ "$("$heco" version | head -n 1)" = ${quoted(`heco ${version}`)} ] || echo ${quoted(`warning: the solve was made by heco ${version}`)} >&2`,
    ...sums.map((f) => `echo ${quoted(`${f.sha256}  ${f.path}`)} | sha256sum -c --quiet - || { echo ${quoted(`${f.path} is not the file of the solve`)} >&2; exit 1; }`),
    `${(report.command ?? "").replace(/^heco /, '"$heco" ')} --json -o "$answer" || [ $? -eq 3 ] # 3: no feasible point`,
    "f=$(sed -n 's/^  \"f\": \\([^,]*\\),*$/\\1/p' \"$answer\" | head -n 1)",
    `awk -v got="$f" -v want=${quoted(String(report.best?.f ?? ""))} 'BEGIN { printf "f = %s, the report has %s: %s\\n", got, want, got + 0 == want + 0 ? "the same" : "DIFFERENT"; exit got + 0 != want + 0 }'`,
    "",
  ].join("\n");
}

export function repeat(report: Solve): HTMLElement {
  const files = report.files ?? [], timed = /(^| )--time[ =]/.test(report.command ?? "");
  return section("settings", "To repeat it",
    report.command ? el("pre", { tabindex: 0, role: "region", "aria-label": "Command that repeats this solve" }, report.command) : null,
    report.command && report.best && !report.running ? el("div", { class: "copies" }, el("button", { type: "button", onclick: () => download(`repeat-${slug(report.model ?? "solve")}.sh`, "application/x-sh", script(report)) }, "Save a script that repeats and checks it"),
      el("span", { class: "quiet" }, `It checks the version${files.some((f) => f.sha256) ? " and the model" : ""}, searches again and compares f${timed ? "; --time may end the search elsewhere" : ""}.`)) : null,
    table({ caption: "Settings", filter: false, columns: [plain("name", "Setting"), plain("value", "Value")], rows: ([["model", report.model ?? ""], ["algorithm", report.algorithm ?? ""], ["options", report.set || "defaults"], ["seed", report.seed ?? ""], ["evaluations", String(report.max_evals)], ["variables", String(report.n)], ["inequalities", String(report.ng)], ["equalities", String(report.nh)], ["heco", report.version ?? ""],
      ...files.map((f): Cell[] => [`SHA-256 of ${f.path}`, `${f.sha256 ?? "changed since the search"} (${count(f.bytes)} bytes)`])] as Cell[][]) }));
}
