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
 * @typedef {(sql: string, values?: readonly unknown[]) => Promise<Row[]>} Query
 * @typedef {object} Database
 * @property {Query} query
 * @property {(work: (query: Query) => Promise<void>) => Promise<void>} transaction All that the
 *   work asks by its own `query`, or nothing, where it throws.
 * @property {() => Promise<void>} close
 */

/** Exact, so that an image is never opened by another version. */
const VERSION = createRequire(import.meta.url)("../../package.json").devDependencies[
  "@electric-sql/pglite"
];
const IMAGE = fileURLToPath(
  new URL(`../../node_modules/.cache/control-plane/pglite-${VERSION}.tar`, import.meta.url),
);

/** Of this program, among the locks of a server: two of it that start at once make tables in turn. */
const LOCK = 7_236_101;

/** @param {pg.Pool | pg.PoolClient} source @returns {Query} */
const queryOf =
  (source) =>
  async (sql, values = []) =>
    (await source.query(sql, [...values])).rows;

/** @param {pg.Pool} pool @param {(query: Query) => Promise<void>} work */
async function transact(pool, work) {
  const client = await pool.connect();
  const ignore = () => undefined;
  // A lost connection fails the query under way, too; the event alone would end the process.
  client.on("error", ignore);
  let isUsable = true;
  try {
    await client.query("BEGIN");
    await work(queryOf(client));
    await client.query("COMMIT");
  } catch (error) {
    isUsable = await client.query("ROLLBACK").then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.removeListener("error", ignore);
    client.release(!isUsable);
  }
}

/** @param {string} url @returns {Promise<Database>} */
async function connect(url) {
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  // A lost idle connection is replaced by the pool; the next query tells if it can't be.
  pool.on("error", () => undefined);
  try {
    // Without values, so it is one transaction, and the lock lasts as long.
    await pool.query(`SELECT pg_advisory_xact_lock(${LOCK}); ${SCHEMA}`);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    query: queryOf(pool),
    transaction: (work) => transact(pool, work),
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
  /** @param {Pick<PGlite, "query">} source @returns {Query} */
  const from =
    (source) =>
    async (sql, values = []) => {
      /** @type {import("@electric-sql/pglite").Results<Row>} */
      const { rows } = await source.query(sql, [...values]);
      return rows;
    };
  return {
    query: from(database),
    transaction: (work) => database.transaction((part) => work(from(part))),
    close: () => database.close(),
  };
}
