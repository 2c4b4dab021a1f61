// @ts-check
/**
 * Preact from its own sources, less what no surface uses. The cuts are made for the sources of one
 * version; another one fails the build instead of a page, until somebody has read what changed.
 */
import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ROOT } from "./steps.mjs";

/** Where esbuild finds them too, which follows links: `node_modules` may be one. */
const SOURCES = realpathSync(join(ROOT, "node_modules", "preact", "src"));
const END = "\0";

/** The hash of the files below, concatenated. */
const SHA256 = "7aafce75a70ead976bc82df3d4bd299ab280b763e85f0a1362625626eab97d3f";

/** Arguments, each on a line of its own, that nothing uses after the cuts. */
const ARGUMENTS =
  /^\t+(globalContext|excessDomChildren|commitQueue|oldDom|isHydrating|refQueue),?\n/gm;

/** What stands from one text of the source up to another is cut out, and replaced by `instead`. */
/** @typedef {readonly [from: string, upTo: string, instead?: string]} Cut */

/**
 * What is left draws elements, SVG and text, whose children keep their places. Left out are
 * components, fragments, keys and refs; context, hydration, Suspense, portals and error boundaries
 * (what throws is caught where `render` is called); the hooks of `options`; inner HTML, MathML,
 * form controls, style objects and listeners other than an element's own.
 * @type {Readonly<Record<string, readonly Cut[]>>}
 */
const CUTS = {
  "index.js": [
    [", hydrate }", " from './render'", " }"],
    ["\tFragment,", "} from './create-element'"],
    ["export { BaseComponent", END],
  ],
  "create-element.js": [
    ["import options", "import { NULL"],
    ["/**\n * Clones", "/**\n * Create a VNode"],
    ["\tlet normalizedProps = {},", "\t\ti,", "\tlet normalizedProps = {},\n"],
    ["\t\tif (i == 'key')", "normalizedProps[i]"],
    [", key, ref, NULL)", ";", ")"],
    [", key, ref, original)", " {\n\t// V8", ")"],
    ["\t\tkey,\n", "\t\t_children"],
    ["\t\t_parent", "\t\t_dom"],
    ["\t\t_component", "\t\tconstructor"],
    ["\t\t_original", "\t\t_flags"],
    ["\t// Only invoke", "\treturn vnode;"],
  ],
  "render.js": [
    [
      "import { commitRoot, diff } from './diff/index'",
      ";",
      "import { diffChildren } from './diff/children'",
    ],
    ["import options", "import { slice }"],
    ["\tif (options._root)", "\tlet oldVNode"],
    ["isHydrating ? NULL : ", "parentDom._children;"],
    ["createVNode(Fragment", ";", "createVNode()"],
    ["\t// List of effects", "\t\tparentDom,", "\tdiffChildren(\n"],
    ["\t\t// Determine", "\t\tparentDom._children,", "\t\t[vnode],\n"],
    ["\t\tEMPTY_OBJ,\n", "\t\tparentDom.namespaceURI"],
    ["\t\toldVNode\n", "\t);"],
    ["\t// Flush", "}"],
  ],
  "diff/children.js": [
    ["diff, unmount, applyRef", " }", "diff"],
    ["isArray }", " from '../util'", "isArray, removeNode }"],
    ["import { getDomSibling }", "/**"],
    ["\t\tfirstChildDom;", "\t// This is", "\t\toldDom;\n"],
    ["oldDom = constructNew", "Children", "constructNew"],
    [
      "newChildrenLength\n\t);",
      "\n\n\tfor",
      "newChildrenLength\n\t);\n\toldDom = parentDom.firstChild;",
    ],
    ["(~childVNode._index", ";", "childVNode._flags ? EMPTY_OBJ : oldChildren[i]"],
    ["\t\t// Update childVNode._index", "\t\t// Morph"],
    [
      "\t\t// A ref detached",
      "\t\t} else if (newDom)",
      "\t\tif (newDom && childVNode._flags) {\n\t\t\tparentDom.insertBefore(newDom, oldDom);\n",
    ],
    ["\t\t// Clear placement", "\t}\n\n\tnewParentVNode"],
    ["\tnewParentVNode._dom", "}\n\n/**"],
    [",\n\t\tremainingOldChildren =", ";"],
    [" ||\n\t\t\ttypeof childVNode == 'function'", "\n\t\t) {"],
    [" ||\n\t\t\tchildVNode.constructor === String", "\n\t\t) {"],
    [" else if (isArray(", " else {\n\t\t\tnewChildren[i] = childVNode"],
    [
      "\t\tconst skewedIndex",
      "\t// Remove remaining",
      `
\t\toldVNode = oldChildren[i];
\t\tif (oldVNode && oldVNode.type == childVNode.type) oldVNode._flags = MATCHED;
\t\telse childVNode._flags = INSERT_VNODE;
\t}
`,
    ],
    ["if (remainingOldChildren)", " {", "if (oldChildrenLength)"],
    ["\t\t\t\tif (oldVNode._dom ==", "\n\t\t\t}\n", "\t\t\t\tremoveNode(oldVNode._dom);"],
    ["\n\treturn oldDom;\n}\n\n/**\n * @param {VNode} parentVNode", END, "}"],
  ],
  "diff/index.js": [
    ["import { BaseComponent", "import {\n\tCOMPONENT_DIRTY"],
    ["import options", "import { assign"],
    ["\t// If the previous diff", "newVNode._dom = diffElementNodes"],
    ["\t}\n\n\tif ((tmp = options.diffed))", "}\n\n/**\n * Find"],
    ["/**\n * Find the closing", "/**\n * Diff two virtual nodes representing"],
    ["\telse if (nodeType == 'math')", "\tif (!dom) {"],
    ["parentDom.ownerDocument ||", " document"],
    [",\n\t\t\tnewProps.is ?", "\n\t\t);"],
    ["\t\t// we are creating", "\t}\n\n\tif (!nodeType) {"],
    [" && (!isHydrating || dom.data", ") {\n\t\t\tdom.data", ""],
    ["\t\t// A <template>", "\t\tfor (i in oldProps)"],
    ["\t\t\tif (i == 'dangerously", "\t\t\t\ti != 'children'", "\t\t\tif (\n"],
    [" &&\n\t\t\t\t!(i == 'value'", "\n\t\t\t) {"],
    ["(i == 'dangerously", "oldProps[i] !==", "("],
    ["\t\t// If the new vnode", "\t\t\tdiffChildren("],
    ["\t\t\t\tparentDom,\n", "\t\t\t\tisArray", "\t\t\t\tdom,\n"],
    ["\t\t\t\texcessDomChildren\n\t\t\t\t\t?", "\t\t\t);"],
    ["\t\t\t// Remove children", "\treturn dom;", "\t}\n"],
    ["/**\n * Invoke or update", END],
  ],
  "diff/props.js": [
    ["import options", "/**\n * Set"],
    ["if (name == 'style')", "if (name[0] == 'o'"],
    [
      "\t\tif (typeof value != 'function') value = NULL;",
      "\t} else {\n\t\tif (namespace",
      "\t\tdom[name.toLowerCase()] = value;\n",
    ],
    ["\t\tif (namespace", "name in dom", "\t\tif (\n\t\t\tnamespace != SVG_NAMESPACE && "],
    ["\t\t\ttry {", "\t\t\t\tdom[name]"],
    ["\t\t\t} catch (e) {}", "\t\t}\n\n\t\t// aria-"],
    ["\t\t// Never serialize", "\t\tif (value != NULL &&"],
    ["name == 'popover'", "value);", ""],
    ["/**\n * Create an event proxy", END],
  ],
};

/**
 * @param {Readonly<Record<string, string>>} sources By their path below `src`.
 * @returns {Readonly<Record<string, string>>} The same, less what is left out.
 */
export function lessOf(sources) {
  const all = Object.keys(CUTS).map((file) => sources[file]);
  if (createHash("sha256").update(all.join("")).digest("hex") !== SHA256) {
    throw new Error("Preact is another than scripts/preact.mjs was written for: see to its cuts.");
  }
  return Object.fromEntries(
    Object.entries(CUTS).map(([file, cuts]) => {
      let code = `${sources[file]}${END}`;
      for (const [from, upTo, instead = ""] of cuts) {
        const [before = "", after = "", ...more] = code.split(from);
        const end = after.indexOf(upTo);
        if (end < 0 || more.length) throw new Error(`No such place in ${file}: ${from}`);
        code = before + instead + after.slice(end);
      }
      return [file, code.replace(END, "").replace(ARGUMENTS, "")];
    }),
  );
}

/** @returns {Readonly<Record<string, string>>} As they are installed. */
export const preactSources = () =>
  Object.fromEntries(
    Object.keys(CUTS).map((file) => [file, readFileSync(join(SOURCES, file), "utf8")]),
  );

/** @type {import("esbuild").Plugin} */
export const lessPreact = {
  name: "less-preact",
  setup({ onResolve, onLoad }) {
    const less = lessOf(preactSources());
    onResolve({ filter: /^preact$/ }, () => ({ path: join(SOURCES, "index.js") }));
    onLoad({ filter: /[\\/]preact[\\/]src[\\/]/ }, ({ path }) => {
      const contents = less[relative(SOURCES, path).replaceAll(sep, "/")];
      return contents === undefined ? undefined : { contents };
    });
  },
};
