import { CODE, FOREIGN_ANSWER } from '../../contract/error.ts';
import { isForeignPage } from '../reader-engine/frame/foreign-page.ts';
import { CallError, GarbledAnswer, OFFLINE, throwIfBetween } from '../api/call.ts';

/** Without data for this long, the connection is dead; a browser would wait for ever. */
export const STALL_MS = 30_000;

const cut = (): CallError => new CallError(OFFLINE, '网络已断开');

/** Returns the next data of a connection. Throws `CallError` if no data arrives in time, or the error of `signal`. */
export async function withTimeout<T>(coming: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const dead = new Promise<never>((_resolve, reject) => (timer = setTimeout(() => reject(cut()), STALL_MS)));
  try {
    return await Promise.race([coming, dead]);
  } catch (error) {
    if (signal.aborted) throw error;
    throw cut();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Like `fetch`. Throws `CallError` and aborts the request if the answer does not start in time, or if a proxy answers instead of the
 * server.
 */
export async function fetchInTime(address: string, options: RequestInit, signal: AbortSignal): Promise<Response> {
  const stopping = new AbortController();
  try {
    const response = await withTimeout(fetch(address, { ...options, signal: AbortSignal.any([signal, stopping.signal]) }), signal);
    throwIfBetween(response);
    if (isForeignPage(response)) throw new GarbledAnswer(CODE.failed, FOREIGN_ANSWER);
    return response;
  } catch (error) {
    stopping.abort();
    throw error;
  }
}

/** Yields the chunks of an answer as they arrive. If the caller stops reading, the request is aborted. */
export async function* piecesOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Returns the complete answer. */
export async function wholeOf(response: Response, signal: AbortSignal): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  if (response.body) for await (const piece of piecesOf(response.body, signal)) pieces.push(piece as Uint8Array<ArrayBuffer>);
  return new Blob(pieces).arrayBuffer();
}
