/** A Content-Security-Policy that stops something of ours: the browser's own line says neither whose it was nor what to do. */
import { safeUrl } from "../placements/index";
import type { Core } from "./core";

/** Where it can be read what is ours to load. */
const SOURCES = "script[data-playbook],[data-service-slot],service-host";

/** Told once for each directive and origin; what the page itself asked for is not. */
export function watchPolicy(
  { options: { endpointOverrides }, wire, warn, listen }: Core,
  { document }: Pick<Window, "document">,
): void {
  const ours = () => [
    wire?.endpoint,
    ...Object.values(endpointOverrides ?? {}),
    ...[...document.querySelectorAll<HTMLElement>(SOURCES)].flatMap(({ dataset, shadowRoot }) => [
      dataset.playbook,
      ...[...(shadowRoot?.querySelectorAll("img") ?? [])].map(({ src }) => src),
    ]),
  ];
  listen(document, "securitypolicyviolation", (event) => {
    if (!(event instanceof SecurityPolicyViolationEvent)) return;
    const { blockedURI, effectiveDirective: directive, disposition } = event;
    const isOurs = (url = "#") => blockedURI.startsWith(safeUrl(url) ?? "#");
    if (disposition === "enforce" && ours().some(isOurs)) {
      const { origin } = new URL(blockedURI);
      warn(`the page's Content-Security-Policy lacks: ${directive} ${origin}`);
    }
  });
}
