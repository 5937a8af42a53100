// The choices of the page in the fragment of its address, so that a link shows what its sender saw.
let written = "";

export const readAddress = (): URLSearchParams => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");

export function writeAddress(choices: Record<string, string>): void {
  written = `#${new URLSearchParams(choices).toString()}`;
  if (location.hash === written) return;
  try { history.replaceState(null, "", written); } catch { /* a browser may refuse this for local files */ }
}

/** Calls `follow` when the reader changes the address. */
export function onAddress(follow: () => void): void {
  window.addEventListener("hashchange", () => { if (location.hash.includes("=") && location.hash !== written) follow(); });
}
