import { CODE_LETTERS } from '../code-letters.ts';

/** Characters of a code: 11 random ones and one that checks them. */
export const ACCESS_CODE_LENGTH = 12;
const BASE = CODE_LETTERS.length;

/** The check character: Luhn modulo 32, from the right with the factors 2, 1, … (textbooks.md §13). */
export function checkCharacter(random: string): string {
  let sum = 0;
  for (const [at, letter] of [...random].toReversed().entries()) {
    const value = CODE_LETTERS.indexOf(letter) * (at % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / BASE) + (value % BASE);
  }
  return CODE_LETTERS[(BASE - (sum % BASE)) % BASE] ?? '';
}

/** As it is printed: 7K2M-PW9X-Q4R4. */
export const printedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

/** What of a typed text belongs to a code: capitals and digits of normal width, without grouping. */
export const typedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐-―_.·]+/gu, '');

/** Returns the code that a reader typed in any case, width and grouping, or why it cannot be one. Needs no server. */
export function readAccessCode(text: string): { readonly code: string } | { readonly fault: string } {
  const code = typedCode(text);
  if (/[01IO]/.test(code)) return { fault: '激活码里没有0、1、I、O，请再看一下' };
  if (code.length !== ACCESS_CODE_LENGTH || [...code].some((letter) => !CODE_LETTERS.includes(letter)))
    return { fault: `激活码是${ACCESS_CODE_LENGTH}位字母和数字，请核对` };
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? { code } : { fault: '激活码不正确，请检查第几位抄错了' };
}
