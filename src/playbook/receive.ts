/** Reads a response's bytes and stops at the limit, whatever its `Content-Length` says. */
import { LIMIT_BYTES, must } from "./verify";

/** Rejects with the reason when the response is refused. */
export async function receive({ ok, status, headers, body }: Response) {
  must(ok, `answered ${status}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  let bytes = Number(headers.get("content-length"));
  for (let arrived = 0; reader; bytes = arrived) {
    if (bytes > LIMIT_BYTES) {
      reader.cancel().catch(() => {});
      throw new Error("is larger than 5 MiB");
    }
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value);
    arrived += value.length;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
