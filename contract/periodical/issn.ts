/** F9: returns whether an ISSN has the form `1234-5679` and a correct check character (weights 8 to 2, modulus 11, 10 = X). */
export function isIssn(text: string): boolean {
  if (!/^\d{4}-\d{3}[\dX]$/.test(text)) return false;
  const digits = text.replace('-', '');
  let sum = 0;
  for (let index = 0; index < 7; index += 1) sum += Number(digits[index]) * (8 - index);
  const check = (11 - (sum % 11)) % 11;
  return digits.at(-1) === (check === 10 ? 'X' : String(check));
}

/** Check digit of the EAN-13 of an ISSN: 977, seven digits, and the price code 00. */
export function issnEanCheck(issn: string): number {
  const digits = `977${issn.replace('-', '').slice(0, 7)}00`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

export type CnKind = 'newspaper' | 'print' | 'online' | 'electronic';

/** F10: kind of a 国内统一刊号 by its serial number; null when it is invalid. */
export function cnKind(text: string): CnKind | null {
  const found = /^CN (\d{2})-(\d{4})(\/[A-Z]+\d*)?$/.exec(text);
  if (!found) return null;
  const serial = Number(found[2]);
  if (serial < 1) return null;
  if (serial < 1000) return 'newspaper';
  if (serial < 6000) return 'print';
  return serial < 9000 ? 'online' : 'electronic';
}
