import { type EncryptedFile, sizeOf } from './download-encryption.ts';

/** For a book's files from any source: no scripts, and no requests to other origins. */
const POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** Returns one part of a file that is stored in parts, zero-based. */
export type PartOf = (index: number) => Promise<ArrayBuffer>;

/** Serves a decrypted stored file, completely or as the one requested range (206), or reports that the range is outside (416). */
export function rangeAnswer(file: EncryptedFile, range: string | null, partOf?: PartOf): Response {
  const size = sizeOf(file);
  const head = {
    'content-type': file.type,
    'accept-ranges': 'bytes',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  const asked = range === null ? null : rangeOf(range, size);
  if (asked === 'outside') return new Response(null, { status: 416, headers: { ...head, 'content-range': `bytes */${size}` } });
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  const body = file.parts ? partsFrom(file.parts.each, start, end, partOf) : asked ? file.body.slice(start, end + 1) : file.body;
  const headers = { ...head, 'content-length': String(end - start + 1) };
  return asked
    ? new Response(body, { status: 206, headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` } })
    : new Response(body, { headers });
}

/** Streams a file in parts, one part at a time on demand: of 500 MB at most one part is in memory. */
function partsFrom(each: number, start: number, end: number, partOf: PartOf | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = start;
  return new ReadableStream(
    {
      async pull(controller) {
        if (at > end) return controller.close();
        const index = Math.floor(at / each);
        const part = partOf && (await partOf(index));
        if (!part) throw new Error('a part is missing');
        const piece = new Uint8Array(part).subarray(at - index * each, Math.min(each, end + 1 - index * each));
        at += piece.length;
        if (piece.length === 0) throw new Error('a part is cut short');
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Parses one range, both ends inclusive; returns null for a form that is answered with the complete file. */
export function rangeOf(header: string, size: number): { start: number; end: number } | 'outside' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  return start >= size || start > end ? 'outside' : { start, end };
}
