/** Warns when the page's Content-Security-Policy stops something of ours, and says what the policy lacks. */
import { findAll, HOST, safeUrl } from "../../placements/index";
import type { Core } from "../core";

/** Elements that name what we load. */
const LOADERS = `script[data-playbook],[data-service-slot],${HOST}`;

/** Warns once for each directive and origin, and never about the page's own requests. */
export function watchPolicyViolations(
  { options: { endpointOverrides }, wire, warn, listen }: Core,
  { document }: Pick<Window, "document">,
): void {
  const ours = () => [
    wire?.endpoint,
    ...Object.values(endpointOverrides ?? {}),
    ...findAll(LOADERS).flatMap(({ dataset, shadowRoot }) => [
      dataset.playbook,
      ...[...(shadowRoot?.querySelectorAll("img") ?? [])].map(({ src }) => src),
    ]),
  ];
  listen(document, "securitypolicyviolation", (event) => {
    const { blockedURI, effectiveDirective, disposition }: SecurityPolicyViolationEvent =
      Object(event);
    const isOurs = (url: unknown) => blockedURI.startsWith(safeUrl(url) ?? "#");
    if (disposition === "enforce" && ours().some(isOurs)) {
      const { origin } = new globalThis.URL(blockedURI);
      warn(`the page's Content-Security-Policy lacks: ${effectiveDirective} ${origin}`);
    }
  });
}
