import { LENGTH_BYTES, PACK_FILE, type PackBody } from '../../contract/reading/pack.ts';
import { CallError, OFFLINE } from '../api/call.ts';
import { fetchInTime, withTimeout } from './fetch-timeout.ts';

const cut = (): CallError => new CallError(OFFLINE, '网络已断开');

/** Requests files of a folder in one answer. `query` is added to the address. Throws `CallError` if the network fails. */
export async function requestPack(folder: string, query: string, paths: readonly string[], signal: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ files: [...paths] } satisfies PackBody);
  return fetchInTime(folder + PACK_FILE + query, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, signal);
}

/** Yields the files of an answer as they arrive. A truncated answer is a network failure. */
export async function* filesOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<ArrayBuffer> {
  const reader = stream.getReader();
  let chunk = new Uint8Array();
  let at = 0;
  const take = async (length: number): Promise<Uint8Array<ArrayBuffer> | null> => {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      if (at === chunk.length) {
        const { done, value } = await withTimeout(reader.read(), signal);
        if (done && filled === 0) return null;
        if (done) throw cut();
        chunk = value as Uint8Array<ArrayBuffer>;
        at = 0;
      }
      const part = chunk.subarray(at, at + length - filled);
      bytes.set(part, filled);
      filled += part.length;
      at += part.length;
    }
    return bytes;
  };
  try {
    for (let head = await take(LENGTH_BYTES); head; head = await take(LENGTH_BYTES)) {
      const body = await take(new DataView(head.buffer).getUint32(0));
      if (!body) throw cut();
      yield body.buffer;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
