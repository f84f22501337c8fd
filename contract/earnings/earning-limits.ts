/** Limits, names and codes of earnings that both sides use. Amounts are fen. */
export const WITHDRAW = { leastFen: 10_000, mostFen: 5_000_000, holdHours: 48 } as const;
export const EARNING = { leastCopies: 1000, disputeDays: 7, reserveMonths: 12, mostReserveBp: 3000 } as const;

export const TAX_CATEGORIES = { author: '稿酬', labour: '劳务报酬', prize: '偶然所得' } as const;
export type TaxCategory = keyof typeof TAX_CATEGORIES;
export const TAX_RESIDENCES = { resident: '居民个人', foreign: '非居民个人' } as const;
export type TaxResidence = keyof typeof TAX_RESIDENCES;

/** The version of tax rules of lines that are paid to organisations: nothing is withheld. */
export const NO_TAX_VERSION = 'organisation';

/** Where the lines of earnings come from. */
export const EARNING_SOURCES = {
  royalty: '版税与数字分成',
  advance: '预付款',
  baseFee: '基本稿酬',
  printRun: '印数稿酬',
  article: '期刊稿酬',
  prize: '大赛奖金',
  tutor: '辅导费',
  commission: '推广佣金',
  review: '审稿费',
  judge: '评审费',
  lump: '一次性稿酬',
  other: '其他',
  opening: '期初未付',
  reversal: '冲正',
} as const;
export type EarningSource = keyof typeof EARNING_SOURCES;
/** What finance adds by a sheet with evidence. */
export const FEE_SOURCES = ['review', 'judge', 'lump', 'other'] as const;

export const EARNING_CODES = {
  open: 22102,
  noRealName: 22103,
  samePerson: 22105,
  declared: 22104,
  frozen: 22106,
  residence: 22107,
  noInvoice: 22108,
  unsettled: 22902,
} as const;
export const PAYOUT_CODES = { inBatch: 23002, exported: 23003 } as const;
export const WITHDRAW_CODES = {
  noRealName: 21702,
  balance: 21703,
  open: 21704,
  ownAudit: 21705,
  samePayer: 21706,
  changed: 21707,
  shared: 21708,
  noAccount: 21709,
} as const;

export const PERIOD_PATTERN = /^20\d\d-(0[1-9]|1[0-2])$/;
/** 2026年5月 */
export const periodName = (period: string): string => `${period.slice(0, 4)}年${Number(period.slice(5))}月`;

/** Luhn: whether the check digit of a bank card number of 12 to 19 digits is right. */
export function isBankAccount(text: string): boolean {
  if (!/^\d{12,19}$/.test(text)) return false;
  const digits = [...text].toReversed().map(Number);
  const total = digits.reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return total % 10 === 0;
}
