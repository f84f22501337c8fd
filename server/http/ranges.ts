/** Returns one inclusive byte range; null for a form that is not supported or that ends before it begins (RFC 9110 §14.1.1). */
export function rangeOf(header: string, size: number): { start: number; end: number } | 'outside' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const start = found[1] === '' ? Math.max(0, size - Number(found[2])) : Number(found[1]);
  const end = found[1] === '' || found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1);
  if (found[1] !== '' && found[2] !== '' && Number(found[2]) < start) return null;
  return start >= size || start > end ? 'outside' : { start, end };
}
