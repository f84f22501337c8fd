import type { FastifyReply } from 'fastify';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns one inclusive byte range; null for a form that is not supported or that ends before it begins (RFC 9110 §14.1.1). */
export function rangeOf(header: string, size: number): Range | 'outside' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  if (found[1] !== '' && found[2] !== '' && Number(found[2]) < start) return null;
  return start >= size || start > end ? 'outside' : { start, end };
}

/**
 * Sets the status and headers of an answer to the `Range` header of a request. Returns the bytes to send, or null for all of them; `outside`: the answer
 * is complete and has no body.
 */
export function answerRange(reply: FastifyReply, header: string | undefined, size: number): Range | 'outside' | null {
  const range = header === undefined ? null : rangeOf(header, size);
  if (range === 'outside') reply.status(416).header('content-range', `bytes */${size}`);
  else if (range) {
    // A range refers to the uncompressed bytes.
    reply.request.headers['x-no-compression'] = '1';
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  }
  return range;
}
