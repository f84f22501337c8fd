// Reads amounts. Apart from `money.ts`, because the first visit to the site writes amounts and reads none.

export const AMOUNT_WORDS = '金额须为不小于0、精确到分的数';

/** Reads 1234, 1234.5 or 1234.50 as fen; null for anything else: signs, exponents, other digits, more than two decimals, more than 2^53. */
export function fenOf(text: string): number | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const fen = BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
  return fen <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(fen) : null;
}

/** A number of yuan from a number field, as fen: the field has at most two decimals. */
export const fenOfNumber = (value: number): number => fenOf(value.toFixed(2)) ?? 0;
