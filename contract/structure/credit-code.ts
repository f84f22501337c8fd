const LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const MODULUS = 31;

/** Returns true when the last of the 18 characters is the check character of the others (GB 32100-2015, weights 3^i mod 31). */
export function isCreditCode(code: string): boolean {
  if (code.length !== 18) return false;
  let sum = 0;
  let weight = 1;
  for (const letter of code.slice(0, -1)) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return false;
    sum += value * weight;
    weight = (weight * 3) % MODULUS;
  }
  return LETTERS[(MODULUS - (sum % MODULUS)) % MODULUS] === code.at(-1);
}
