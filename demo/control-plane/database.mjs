// @ts-check
/** One way to ask a PostgreSQL: the server of `DATABASE_URL`, else one embedded in this process. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { SCHEMA } from "./schema.mjs";

/**
 * @typedef {Record<string, any>} Row
 * @typedef {object} Database
 * @property {(sql: string, values?: readonly unknown[]) => Promise<Row[]>} query
 * @property {() => Promise<void>} close
 */

/** Exact, so that an image is never opened by another version. */
const VERSION = createRequire(import.meta.url)("../../package.json").devDependencies[
  "@electric-sql/pglite"
];
const IMAGE = fileURLToPath(
  new URL(`../../node_modules/.cache/control-plane/pglite-${VERSION}.tar`, import.meta.url),
);

/** @param {string} url @returns {Promise<Database>} */
async function connect(url) {
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  // A lost idle connection is replaced by the pool; the next query tells if it can't be.
  pool.on("error", () => undefined);
  try {
    await pool.query(SCHEMA);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    close: () => pool.end(),
  };
}

/** Keeps an empty database, for making one takes seconds and opening one a part of a second. */
async function createImage(/** @type {PGlite} */ database) {
  const dump = await database.dumpDataDir("none");
  const draft = `${IMAGE}.${randomUUID()}`;
  await mkdir(dirname(IMAGE), { recursive: true });
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, IMAGE);
}

/** @returns {Promise<PGlite>} An empty database in memory. */
export async function openEmbedded() {
  const image = await readFile(IMAGE).catch(() => undefined);
  if (image) return PGlite.create({ loadDataDir: new Blob([new Uint8Array(image)]) });
  const database = await PGlite.create();
  // Where nothing can be written, the next start takes its seconds again.
  await createImage(database).catch(() => undefined);
  return database;
}

/** @param {string} [url] @returns {Promise<Database>} Its tables are there. */
export async function openDatabase(url) {
  if (url) return connect(url);
  const database = await openEmbedded();
  await database.exec(SCHEMA);
  return {
    query: async (sql, values = []) => {
      /** @type {import("@electric-sql/pglite").Results<Row>} */
      const { rows } = await database.query(sql, [...values]);
      return rows;
    },
    close: () => database.close(),
  };
}
