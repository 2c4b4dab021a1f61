/**
 * WebKitGTK: its MiniBrowser in a virtual display, driven by plain WebDriver over HTTP
 * (https://www.w3.org/TR/webdriver2/).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import type { Browser, Key, Tab } from "./driver";

const KEYS: Readonly<Record<Exclude<Key, "Shift+Tab">, string>> = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  PageDown: "\uE00F",
};
const SHIFT = "\uE008";
const START_TIMEOUT_MS = 15_000;

type Command = (method: string, path: string, body?: unknown) => Promise<unknown>;

function start(command: string, args: readonly string[], env = process.env): ChildProcess {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  // What is left behind by a run that is broken off would stay for ever.
  process.once("exit", () => child.kill());
  return child;
}

/** Its server chooses a display that is free, says which, and ends with its last window. */
async function startDisplay(): Promise<{ child: ChildProcess; name: string }> {
  const child = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24", "-terminate"]);
  const number = await new Promise((resolve, reject) => {
    child.stdout?.once("data", resolve);
    child.once("error", reject);
    child.once("exit", () => reject(new Error("Xvfb ended at once")));
  });
  return { child, name: `:${String(number).trim()}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

function commandsAt(base: string): Command {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
}

async function untilReady(command: Command): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await command("GET", "/status");
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const keyActions = (keys: readonly string[]) => [
  {
    type: "key",
    id: "keyboard",
    actions: [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ],
  },
];

const clickActions = (x: number, y: number) => [
  {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

const wheelActions = (x: number, y: number) => [
  {
    type: "wheel",
    id: "wheel",
    actions: [
      { type: "scroll", x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: 400, duration: 0 },
    ],
  },
];

function tabOf(command: Command, handle: string): Tab {
  /** Commands go to the tab that was switched to last. */
  const here: Command = async (...parameters) => {
    await command("POST", "/window", { handle });
    return command(...parameters);
  };
  const act = async (actions: unknown) => void (await here("POST", "/actions", { actions }));
  return {
    open: async (url) => void (await here("POST", "/url", { url })),
    reload: async () => void (await here("POST", "/refresh")),
    evaluate: (expression) =>
      here("POST", "/execute/sync", { script: `return (${expression})`, args: [] }),
    click: (x, y) => act(clickActions(x, y)),
    wheel: (x, y) => act(wheelActions(x, y)),
    press: (key) => act(keyActions(key === "Shift+Tab" ? [SHIFT, KEYS.Tab] : [KEYS[key]])),
    async type(text) {
      for (const letter of text) await act(keyActions([letter]));
    },
    screenshot: async () => Buffer.from(String(await here("GET", "/screenshot")), "base64"),
    close: async () => void (await here("DELETE", "/window")),
  };
}

/** @param driver Path of WebKitWebDriver, which finds its MiniBrowser by itself. */
export async function launchWithWebDriver(driver: string): Promise<Browser> {
  const display = await startDisplay();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display.name, GDK_BACKEND: "x11" };
  const child = start(driver, [`--port=${port}`], env);
  const root = `http://127.0.0.1:${port}`;
  await untilReady(commandsAt(root));
  const session = await commandsAt(root)("POST", "/session", { capabilities: {} });
  const { sessionId, capabilities } = Object(session);
  const command = commandsAt(`${root}/session/${sessionId}`);
  // Stays open, so that there is always a tab to open others from.
  const first = await command("GET", "/window");
  return {
    version: capabilities.browserVersion,
    async newTab() {
      await command("POST", "/window", { handle: first });
      // One in a tab would stay in the background, where no input arrives.
      const { handle } = Object(await command("POST", "/window/new", { type: "window" }));
      return tabOf(command, handle);
    },
    async close() {
      await command("DELETE", "");
      child.kill();
      display.child.kill();
    },
  };
}
