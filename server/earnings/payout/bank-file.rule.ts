import { PAYOUT_COLUMNS, PAYOUT_FORMATS, type PayoutFormat } from '../../../contract/earnings/payout.ts';

export type BankColumn = (typeof PAYOUT_COLUMNS)[number];

/** The columns that the configuration names; all of them when it names none. An unknown name is null. */
export function columnsIn(text: string): BankColumn[] | null {
  const names = text
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return [...PAYOUT_COLUMNS];
  const known = names.filter((name): name is BankColumn => (PAYOUT_COLUMNS as readonly string[]).includes(name));
  return known.length === names.length ? known : null;
}

export const formatIn = (text: string): PayoutFormat | null => PAYOUT_FORMATS.find((format) => format === (text.trim() || 'xlsx')) ?? null;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const csvOf = (lines: readonly (readonly string[])[]): string => lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');

let codes: Map<string, number> | null = null;

/** Bytes of each character of GBK, read from the decoder; null when the text has a character outside of it. */
export function gbkBytes(text: string): Buffer | null {
  if (codes === null) {
    codes = new Map();
    const decoder = new TextDecoder('gbk');
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1) {
        const character = decoder.decode(Uint8Array.of(high, low));
        if ([...character].length === 1 && character !== '�' && !codes.has(character)) codes.set(character, high * 256 + low);
      }
  }
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const code = codes.get(character);
    if (point < 0x80) bytes.push(point);
    else if (code === undefined) return null;
    else bytes.push(code >> 8, code & 255);
  }
  return Buffer.from(bytes);
}
