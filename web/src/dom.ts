// Makes elements without a framework. Text is inserted as text, never as HTML.
type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | EventListener | undefined>;

export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.replace(/^on/, ""), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return node;
}

export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "heco";

let ids = 0;
export const newId = (): string => `h${++ids}`;

/** Makes a labelled choice; `options` are pairs [value, text]. */
export function select(label: string, options: [string, string][], value: string, change: (value: string) => void): HTMLLabelElement {
  const box = el("select", { "data-key": label, "aria-label": label, onchange: () => change(box.value) }, ...options.map(([v, t]) => el("option", { value: v, selected: v === value }, t)));
  return el("label", { class: "field" }, el("span", {}, label), box);
}

/** Makes a row of buttons of which one is pressed. */
export function choice(label: string, options: [string, string][], value: string, change: (value: string) => void): HTMLElement {
  return el("div", { class: "field", role: "group", "aria-label": label }, el("span", {}, label),
    el("span", { class: "choice" }, ...options.map(([v, t]) =>
      el("button", { type: "button", "aria-pressed": v === value ? "true" : "false", "data-key": `${label}:${v}`, onclick: () => change(v) }, t))));
}

/** A link to a section that leaves the address alone: it holds the choices of the page. */
export const jump = (to: HTMLElement): HTMLElement => el("a", { href: `#${to.id}`, onclick: (event) => {
  event.preventDefault();
  to.scrollIntoView();
  to.querySelector<HTMLElement>("h2")?.setAttribute("tabindex", "-1");
  to.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
} }, to.querySelector("h2")!.textContent ?? "");

export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return el("section", { id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), ...children);
}

/** Redraws and returns the focus to the control that caused it. */
export function keepFocus(draw: () => void): void {
  const key = (document.activeElement as HTMLElement | null)?.dataset?.key;
  draw();
  if (!key || (document.activeElement as HTMLElement | null)?.dataset?.key === key) return;
  document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}
