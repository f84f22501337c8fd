import { CODE, FOREIGN_ANSWER } from '../../contract/error.ts';
import { isForeignPage } from '../reader-engine/foreign-page.ts';
import { CallError, GarbledAnswer, OFFLINE, throwIfBetween } from '../api/call.ts';

/** Nothing came for so long: the line is dead, and a browser waits for it for ever. */
export const STALL_MS = 30_000;

const cut = (): CallError => new CallError(OFFLINE, '网络已断开');

/** What a line answers next. Throws `CallError` where nothing comes any more, or `signal`'s own error. */
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

/** As `fetch`; an answer that does not begin is a `CallError`, and is asked for no longer, and so is one of what stands before the house. */
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

/** The pieces of an answer as they come; what is not read to its end is not fetched to its end. */
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

/** All of an answer. */
export async function wholeOf(response: Response, signal: AbortSignal): Promise<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  if (response.body) for await (const piece of piecesOf(response.body, signal)) pieces.push(piece as Uint8Array<ArrayBuffer>);
  return new Blob(pieces).arrayBuffer();
}
