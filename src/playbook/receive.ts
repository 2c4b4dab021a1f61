/** Reads a response's bytes, and stops at the limit: a wrong `Content-Length`, or none, mustn't fill the memory. */
import { LIMIT_BYTES } from "./verify";

/** Rejects with the reason when the response is refused; the service gives it a code. */
export async function receive(response: Response) {
  const { ok, status, headers, body } = response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  const announced = Number(headers.get("content-length"));
  let arrived = 0;
  while (reader) {
    if (announced > LIMIT_BYTES || arrived > LIMIT_BYTES) {
      reader.cancel().catch(() => {});
      throw new Error("is larger than 5 MiB");
    }
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value);
    arrived += value.length;
  }
  // A `fetch` that a page has put in place may know no streams: then all of it is read.
  const received = body ? new Blob(chunks) : response;
  if (!ok) {
    const [, code] = /"code": *"([a-z_]{1,40})"/.exec(await received.text()) ?? [];
    throw new Error(`answered ${status}${code ? ` ${code}` : ""}`);
  }
  return new Uint8Array(await received.arrayBuffer());
}
