/** Types of identity documents of a real-name check. */
export const ID_TYPES = ['idCard', 'passport', 'other'] as const;
export type IdType = (typeof ID_TYPES)[number];
export const ID_TYPE_NAMES: Readonly<Record<IdType, string>> = { idCard: '居民身份证', passport: '护照', other: '其他证件' };

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK = '10X98765432';
const FIRST_YEAR = 1850;

/** The number as it is compared and stored: half-width, upper case, without blanks. */
export const identityNumber = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase();

/** Whether a text is a number of GB 11643: 17 digits with a date of birth, and the check character of ISO 7064 MOD 11-2. */
export function isIdCard(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(6, 10)), Number(text.slice(10, 12)), Number(text.slice(12, 14))];
  const born = new Date(Date.UTC(year, month - 1, day));
  if (year < FIRST_YEAR || born.getUTCMonth() !== month - 1 || born.getUTCDate() !== day || born.getTime() > Date.now()) return false;
  const sum = WEIGHTS.reduce((all, weight, index) => all + weight * Number(text[index]), 0);
  return CHECK[sum % 11] === text[17];
}

/** What is wrong with the number of a document; empty when nothing is. */
export function identityNumberFault(type: IdType, text: string): string {
  const number = identityNumber(text);
  if (number === '') return '请填写证件号码';
  if (type === 'idCard') return isIdCard(number) ? '' : '身份证号码不正确，请核对18位号码';
  return /^[A-Z0-9-]{5,20}$/.test(number) ? '' : '证件号码应为5至20位字母或数字';
}
