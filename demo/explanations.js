/** How the demo writes what `Service.explain` says. */
export const words = (code) => code.replaceAll("_", " ");

/** Builds an element; text is text, never markup. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Values of these gates are moments. */
const TIMES = ["schedule", "remind_later", "cooldown"];

function write(value) {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  if (Array.isArray(value)) return value.map(write).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value);
  return entries.map(([key, one]) => (key === "type" ? one : `${key} ${write(one)}`)).join(", ");
}

/** What a gate was given. */
export function actualOf({ gate, actual }) {
  if (!TIMES.includes(gate) || typeof actual === "string") return write(actual);
  return Number.isFinite(actual) ? new Date(actual).toISOString().slice(0, 16) : "never";
}
/** What was authored. */
export const expectedOf = ({ expected }) => write(expected);
