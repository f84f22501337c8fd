import { times, timesBp, timesRatio, yuan } from '../../contract/money.ts';
import { NO_TAX_VERSION, TAX_CATEGORIES, TAX_RESIDENCES, type TaxCategory, type TaxResidence } from '../../contract/earnings/earning-limits.ts';

/** How the tax of one category is calculated; amounts are fen. */
interface TaxRule {
  /** Income up to this is reduced by `deductFen`, above by `deductBp` of it. */
  readonly limitFen: number;
  readonly deductFen: number;
  readonly deductBp: number;
  /** The part of the reduced income that counts. */
  readonly countBp: number;
  /** Up to `toFen` of what counts: rate and quick deduction. */
  readonly rates: readonly { readonly toFen: number; readonly bp: number; readonly quickFen: number }[];
}
interface TaxVersion {
  readonly version: string;
  /** The first month in which it holds, yyyy-MM. */
  readonly from: string;
  readonly rules: Readonly<Record<string, TaxRule>>;
}

const ALL = Number.MAX_SAFE_INTEGER;
const ordinary = { limitFen: 400_000, deductFen: 80_000, deductBp: 2_000 };
const monthly = [
  { toFen: 300_000, bp: 300, quickFen: 0 },
  { toFen: 1_200_000, bp: 1_000, quickFen: 21_000 },
  { toFen: 2_500_000, bp: 2_000, quickFen: 141_000 },
  { toFen: 3_500_000, bp: 2_500, quickFen: 266_000 },
  { toFen: 5_500_000, bp: 3_000, quickFen: 441_000 },
  { toFen: 8_000_000, bp: 3_500, quickFen: 716_000 },
  { toFen: ALL, bp: 4_500, quickFen: 1_516_000 },
];
const flat = [{ toFen: ALL, bp: 2_000, quickFen: 0 }];
const always = { limitFen: 0, deductFen: 0, deductBp: 2_000 };

/** Newest last; a change of the law adds a version with its month. */
export const TAX_VERSIONS: readonly TaxVersion[] = [
  {
    version: '2019-01',
    from: '2019-01',
    rules: {
      'resident.author': { ...ordinary, countBp: 7_000, rates: flat },
      'resident.labour': {
        ...ordinary,
        countBp: 10_000,
        rates: [
          { toFen: 2_000_000, bp: 2_000, quickFen: 0 },
          { toFen: 5_000_000, bp: 3_000, quickFen: 200_000 },
          { toFen: ALL, bp: 4_000, quickFen: 700_000 },
        ],
      },
      'resident.prize': { limitFen: 0, deductFen: 0, deductBp: 0, countBp: 10_000, rates: flat },
      'foreign.author': { ...always, countBp: 7_000, rates: monthly },
      'foreign.labour': { ...always, countBp: 10_000, rates: monthly },
      'foreign.prize': { limitFen: 0, deductFen: 0, deductBp: 0, countBp: 10_000, rates: flat },
    },
  },
];

export interface Tax {
  readonly fen: number;
  readonly version: string;
  /** The calculation in words. */
  readonly steps: string;
  /** What is deducted from the income, what is taxed, and by which rate and quick deduction. */
  readonly deductionFen: number;
  readonly taxableFen: number;
  readonly rateBp: number;
  readonly quickFen: number;
}
const NONE = { fen: 0, steps: '不计税', deductionFen: 0, taxableFen: 0, rateBp: 0, quickFen: 0 };

/** The version of lines of organisations: they give an invoice, and nothing is withheld. */
export const NO_TAX: Tax = { ...NONE, version: NO_TAX_VERSION, steps: '单位收款，由对方开具发票，不代扣个税' };

export const residenceIn = (text: string): TaxResidence => (text in TAX_RESIDENCES ? (text as TaxResidence) : 'resident');
export const categoryIn = (text: string): TaxCategory => (text in TAX_CATEGORIES ? (text as TaxCategory) : 'author');

const percent = (bp: number): string => `${bp / 100}%`;

/** F4, F5, F6 and the table of foreign payees: the tax on the income of one month and item. */
export function taxOn(category: TaxCategory, residence: TaxResidence, incomeFen: number, month: string): Tax {
  const version = TAX_VERSIONS.findLast(({ from }) => from <= month) ?? TAX_VERSIONS[0];
  const rule = version?.rules[`${residence}.${category}`];
  if (!version || !rule || incomeFen <= 0) return { ...NONE, version: version?.version ?? '' };
  const small = incomeFen <= rule.limitFen;
  const reduced = small ? Math.max(0, incomeFen - rule.deductFen) : 0;
  const keptBp = 10_000 - rule.deductBp;
  // One fraction for deduction, part and rate, so that the result is rounded once.
  const [base, numerator] = small ? [reduced, 10_000] : [incomeFen, keptBp];
  const reducedFen = small ? reduced : timesBp(incomeFen, keptBp);
  const taxable = timesRatio(base, times(numerator, rule.countBp), 100_000_000);
  const rate = rule.rates.find(({ toFen }) => taxable <= toFen) ?? rule.rates[0];
  const { bp = 0, quickFen = 0 } = rate ?? {};
  const fen = Math.max(0, timesRatio(base, times(times(numerator, rule.countBp), bp), 1_000_000_000_000) - quickFen);
  const steps = `应纳税所得额${yuan(taxable)}元×${percent(bp)}${quickFen > 0 ? `−速算扣除${yuan(quickFen)}元` : ''}`;
  return { fen, version: version.version, steps, deductionFen: incomeFen - reducedFen, taxableFen: taxable, rateBp: bp, quickFen };
}

/** F7: what is withheld now for an item of a month; tax that was withheld is never returned here. */
export function taxNow(category: TaxCategory, residence: TaxResidence, month: string, sumFen: number, withheldFen: number): Tax {
  const whole = taxOn(category, residence, sumFen, month);
  return { ...whole, fen: Math.max(0, whole.fen - withheldFen) };
}
