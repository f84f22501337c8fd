const PUBLISHER_RANGES: readonly [number, number, number][] = [
  [2, 0, 9],
  [3, 100, 499],
  [4, 5000, 7999],
  [5, 80_000, 89_999],
  [6, 900_000, 999_999],
];

/** Signs that people and programs write between the groups: hyphens, dashes, minus, dots and spaces of any kind. */
const BETWEEN = /[\p{Pd}\u2212\u00AD\u00B7.\s\u200B-\u200D\u2060\uFEFF]/gu;
const LABEL = /^(?:e-?)?ISBN(?:[-\s]?1[03])?[:\s]*/i;

/** The characters of a number as it is usually written: with its label, full-width digits, and any dash or space. */
const digitsIn = (text: string): string => text.normalize('NFKC').trim().replace(LABEL, '').replace(BETWEEN, '').toUpperCase();

/**
 * Returns an ISBN-13 of GB/T 5795, or an ISBN-10 converted to one, with hyphens for the 978-7 group. Returns null when the
 * check digit, the length or the publisher's range is wrong.
 */
export function isbn13(text: string): string | null {
  const digits = digitsIn(text);
  if (/^\d{9}[\dX]$/.test(digits)) {
    const sum = [...digits].reduce((total, char, index) => total + (char === 'X' ? 10 : Number(char)) * (10 - index), 0);
    if (sum % 11 !== 0) return null;
    const body = `978${digits.slice(0, 9)}`;
    return hyphenated(body + checkDigit(body));
  }
  if (!/^97[89]\d{10}$/.test(digits) || checkDigit(digits.slice(0, 12)) !== digits[12]) return null;
  return hyphenated(digits);
}

function checkDigit(twelve: string): string {
  const sum = [...twelve].reduce((total, char, index) => total + Number(char) * (index % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

function hyphenated(digits: string): string | null {
  if (!digits.startsWith('9787')) return digits;
  const rest = digits.slice(4, 12);
  const range = PUBLISHER_RANGES.find(([length, low, high]) => Number(rest.slice(0, length)) >= low && Number(rest.slice(0, length)) <= high);
  if (!range) return null;
  return `978-7-${rest.slice(0, range[0])}-${rest.slice(range[0])}-${digits[12]}`;
}
