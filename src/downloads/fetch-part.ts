import { CallError, OFFLINE } from '../api/call.ts';
import { fetchInTime, piecesOf } from './fetch-timeout.ts';

interface Part {
  readonly url: string;
  /** Of the part in the file, in bytes. */
  readonly start: number;
  readonly size: number;
  /** Whose copy of what it is, and the hash it must have. */
  readonly key: string;
  /** Told what has come of it so far, in bytes. */
  onProgress?(got: number): void;
}

/**
 * The beginning of the part that was on its way at the last stop or break: gone on from while the page lives. In memory
 * alone, so that what is stored is always verified, and sealed as a whole.
 */
let begun: { readonly key: string; readonly body: Uint8Array<ArrayBuffer>; readonly got: number } | null = null;

/** All bytes of a part, going on from what came of it before; null where the link no longer opens. What they are is not looked at. */
export async function fetchPart({ url, start, size, key, onProgress }: Part, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const before = begun?.key === key ? begun : null;
  begun = null;
  const body = before?.body ?? new Uint8Array(size);
  let got = before?.got ?? 0;
  if (got === size) return body.buffer;
  try {
    const response = await fetchInTime(url, { headers: { range: `bytes=${start + got}-${start + size - 1}` }, cache: 'no-store' }, signal);
    if (response.status !== 206 || !response.body) {
      begun = before;
      return null;
    }
    for await (const piece of piecesOf(response.body, signal)) {
      // More than was asked for is not this part.
      if (got + piece.length > size) return new ArrayBuffer(0);
      body.set(piece, got);
      got += piece.length;
      onProgress?.(got);
    }
    return got === size ? body.buffer : body.buffer.slice(0, got);
  } catch (error) {
    if (got > 0) begun = { key, body, got };
    if (signal.aborted || error instanceof CallError) throw error;
    throw new CallError(OFFLINE, '网络已断开');
  }
}
