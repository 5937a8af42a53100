// A point as text for other programs.
import { el } from "./dom";
import { exact } from "./format";

export interface Named { name: string; value: number }

const quoted = (text: string): string => JSON.stringify(text);

/** Formats the point; CSV is a file for --start and --points. */
export function formats(x: Named[], f: number | null): [string, string][] {
  const values = x.map((v) => String(v.value));
  return [
    ["CSV", `${x.map((v) => exact(v.name)).join(",")}\n${values.join(",")}\n`],
    ["Lua", `x = { -- f = ${f}\n${x.map((v) => `  [${quoted(v.name)}] = ${v.value},`).join("\n")}\n}\n`],
    ["C", `double x[${x.length}] = { /* f = ${f} */\n${x.map((v, k) => `    ${values[k]}, /* ${v.name.replace(/\*\//g, "* /")} */`).join("\n")}\n};\n`],
    ["Python", `x = {  # f = ${f}\n${x.map((v) => `    ${quoted(v.name)}: ${v.value},`).join("\n")}\n}\n`],
  ];
}

/** Copies a text. If the browser refuses, the text is shown to be copied by hand. */
export function copyButton(label: string, aria: string, text: () => string): HTMLElement {
  const status = el("span", { class: "sr", role: "status" });
  const box = el("span", { class: "copy" });
  const show = (): void => {
    const area = el("textarea", { readonly: true, rows: 4, "aria-label": aria });
    area.value = text();
    box.append(area);
    area.select();
  };
  const button = el("button", { type: "button", "aria-label": aria, onclick: () => {
    const done = (): void => {
      button.textContent = "copied";
      status.textContent = `${aria}: copied`;
      setTimeout(() => { button.textContent = label; status.textContent = ""; }, 1500);
    };
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard) clipboard.writeText(text()).then(done, show);
    else show();
  } }, label);
  box.append(button, status);
  return box;
}
