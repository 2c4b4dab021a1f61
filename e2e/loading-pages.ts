/** Documents that bring the SDK onto themselves, each in its own way. */
import type { Page } from "@playwright/test";
import { localConfig, placement, playbook } from "./playbooks";
import type { Site } from "./site";

export const BOOK = playbook({ placements: [placement("top")] });
export const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
export const inline = (code: string) => `<script>${code}</script>`;
export const setConfig = (config: unknown) =>
  inline(`window.ServiceConfig = ${JSON.stringify(config)}`);
export const CONFIG = setConfig(localConfig(BOOK));
export const TAG = '<script src="/dist/service.js"></script>';
/** A whole document, which brings its own scripts. */
export const documentOf = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Test</title>${head}</head><body>${body}</body></html>`;

export async function openWith(site: Site, head: string, body: string): Promise<Page> {
  return site.open({ html: documentOf(head, body) });
}
