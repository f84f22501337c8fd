/** An exact number: numerator and positive denominator. */
export interface Exact {
  readonly over: bigint;
  readonly under: bigint;
}

/** Exponents beyond this are not read as numbers. */
export const MOST_EXPONENT = 400;

const tens = (exponent: number): bigint => 10n ** BigInt(exponent);

/** The number of `whole.part` × 10^exponent. */
export function exact(whole: string, part = '', exponent = 0): Exact {
  const over = BigInt(`${whole}${part}` || '0');
  const shift = exponent - part.length;
  return shift >= 0 ? { over: over * tens(shift), under: 1n } : { over, under: tens(-shift) };
}

export const negated = ({ over, under }: Exact): Exact => ({ over: -over, under });
export const plus = (a: Exact, b: Exact): Exact => ({ over: a.over * b.under + b.over * a.under, under: a.under * b.under });
export const minus = (a: Exact, b: Exact): Exact => plus(a, negated(b));
export const multiplied = (a: Exact, b: Exact): Exact => ({ over: a.over * b.over, under: a.under * b.under });
export const absolute = (a: Exact): Exact => (a.over < 0n ? negated(a) : a);
export const atMost = (a: Exact, b: Exact): boolean => a.over * b.under <= b.over * a.under;
