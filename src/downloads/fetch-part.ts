import { CallError, OFFLINE } from '../api/call.ts';
import { fetchInTime, piecesOf } from './fetch-timeout.ts';

interface Part {
  readonly url: string;
  /** Position of the part in the file, in bytes. */
  readonly start: number;
  readonly size: number;
  /** Identifies the user, the file and the required hash. */
  readonly key: string;
  /** Called with the number of bytes received so far. */
  onProgress?(got: number): void;
}

/**
 * The received beginning of a part at the last stop or break; resumed while the page is open. Only in memory,
 * so that stored data is always verified and encrypted as a whole.
 */
let begun: { readonly key: string; readonly body: Uint8Array<ArrayBuffer>; readonly got: number } | null = null;

/** Returns all bytes of a part, resuming an earlier beginning; null if the link has expired. The content is not verified here. */
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
      // More bytes than requested: this is not the part.
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
