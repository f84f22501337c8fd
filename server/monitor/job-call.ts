/** A literal in a call; `10L` is an integer, `1.5D` is a decimal. */
export type Literal = { readonly kind: 'text'; readonly value: string } | { readonly kind: 'yes'; readonly value: boolean } | Numeral;
interface Numeral {
  readonly kind: 'whole' | 'decimal';
  readonly value: number;
}

export interface JobCall {
  readonly name: string;
  readonly args: readonly Literal[];
}

const CALL = /^([a-z][A-Za-z]*\.[a-z][A-Za-z]*)\((.*)\)$/s;
const LITERAL = /\s*(?:'([^'\\\r\n]*)'|"([^"\\\r\n]*)"|(true|false)|(-?\d{1,15})[Ll]?|(-?\d{1,15}(?:\.\d{1,9})?)[Dd])\s*(,|$)/y;

/** Parses `name.verb(literal, …)`; returns null for anything else. Nothing is ever evaluated. */
export function readCall(text: string): JobCall | null {
  const found = CALL.exec(text.trim());
  if (!found) return null;
  const [, name = '', inside = ''] = found;
  const args: Literal[] = [];
  for (let at = 0, more = inside.trim() !== ''; more; ) {
    LITERAL.lastIndex = at;
    const one = LITERAL.exec(inside);
    if (!one) return null;
    const [whole, single, double, yes, int, decimal, after] = one;
    if (single !== undefined || double !== undefined) args.push({ kind: 'text', value: single ?? double ?? '' });
    else if (yes !== undefined) args.push({ kind: 'yes', value: yes === 'true' });
    else args.push(int === undefined ? { kind: 'decimal', value: Number(decimal) } : { kind: 'whole', value: Number(int) });
    at += whole.length;
    more = after === ',';
  }
  return { name, args };
}
