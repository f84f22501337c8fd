import type { KeptFile } from './messages.ts';

/** Of a book's files wherever they come from: nothing runs, nothing is fetched from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** Answers a kept file, whole or the one range that is asked for (206), or says that there is none (416). */
export function rangeAnswer(file: KeptFile, range: string | null): Response {
  const size = file.body instanceof Blob ? file.body.size : file.body.byteLength;
  const head = {
    'content-type': file.type,
    'accept-ranges': 'bytes',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  const asked = range === null ? null : rangeOf(range, size);
  if (asked === 'outside') return new Response(null, { status: 416, headers: { ...head, 'content-range': `bytes */${size}` } });
  if (!asked) return new Response(file.body, { headers: { ...head, 'content-length': String(size) } });
  const { start, end } = asked;
  const headers = { ...head, 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${size}` };
  return new Response(file.body.slice(start, end + 1), { status: 206, headers });
}

/** One range with its ends included; null for a form that is answered whole. */
export function rangeOf(header: string, size: number): { start: number; end: number } | 'outside' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  return start >= size || start > end ? 'outside' : { start, end };
}
