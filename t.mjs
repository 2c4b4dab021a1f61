import { PGlite } from "@electric-sql/pglite";
let t=performance.now();
const db = await PGlite.create(); console.log("fresh", performance.now()-t|0);
t=performance.now(); const dump = await db.dumpDataDir("none"); console.log("dump", performance.now()-t|0, dump.size/1e6);
await db.close();
t=performance.now(); const d2 = await PGlite.create({loadDataDir: dump}); console.log("loaded", performance.now()-t|0);
await d2.query("select 1"); console.log(performance.now()-t|0, process.memoryUsage().rss/1e6|0);
t=performance.now(); const d3 = await PGlite.create({loadDataDir: dump}); console.log("loaded again", performance.now()-t|0);
