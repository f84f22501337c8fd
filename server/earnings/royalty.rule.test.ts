import { expect, test } from 'vitest';
import { sum } from '../../contract/money.ts';
import { isBankAccount } from '../../contract/earnings/earning-limits.ts';
import { deductions, monthBefore } from './deduction.rule.ts';
import { baseFee, digitalShare, journalFee, poemWords, printRunFee, royaltyLines, splitByShare, topUp } from './royalty.rule.ts';
import { taxNow, taxOn } from './tax.rule.ts';

const FLAT = [{ fromCopies: 1, bp: 800 }];
const TIERS = [
  { fromCopies: 1, bp: 800 },
  { fromCopies: 5001, bp: 1000 },
  { fromCopies: 10_001, bp: 1200 },
];
const sale = (id: number, copies: number, priceFen = 5800, date = '2026-05-01') => ({ id, date, channel: '书店', copies, priceFen });
const total = (lines: readonly { fen: number }[]) => sum(lines.map(({ fen }) => fen));
const NOTHING = { carryFen: 0, reserves: [], advanceFen: 0 };
const TERMS = { reserveBp: 0, recoup: true, reserveMonths: 12 };

test('F1 royalties with the least copies of the first settlement', () => {
  const period = (before: number | null, copies: number) => {
    const { lines, after } = royaltyLines(FLAT, before ?? 0, [sale(1, copies)]);
    return total(lines) + topUp(FLAT, 1000, before, after, 5800);
  };
  expect([period(null, 8000), period(null, 600), period(600, 900)]).toEqual([3_712_000, 464_000, 232_000]);
  // Returns below the least take nothing.
  expect(period(900, -200)).toBe(0);
  expect(period(1200, -300)).toBe(-92_800);
});

test('F1b tiers, and returns that go back down the same scale', () => {
  const { lines, after } = royaltyLines(TIERS, 0, [sale(1, 12_000)]);
  expect(lines.map(({ fen }) => fen)).toEqual([2_320_000, 2_900_000, 1_392_000]);
  expect([total(lines), after]).toEqual([6_612_000, 12_000]);
  const back = royaltyLines(TIERS, 12_000, [sale(2, -2500)]);
  expect(back.lines.map(({ bp, copies, fen }) => [bp, copies, fen])).toEqual([
    [1000, -500, -290_000],
    [1200, -2000, -1_392_000],
  ]);
  expect(total(royaltyLines(TIERS, 0, [sale(1, 12_000), sale(2, -2500, 5800, '2026-05-09')]).lines)).toBe(6_612_000 - 1_682_000);
});

test('#49.2 a return that is dated before the sale of its copies is set off by it', () => {
  const dipped = royaltyLines(TIERS, 0, [sale(1, 10, 5800, '2026-05-06'), sale(2, -4, 5800, '2026-05-03')]);
  expect([total(dipped.lines), dipped.after]).toEqual([6 * 464, 6]);
});

test('#49.2 royalties do not depend on how the sales of one day are cut into rows', () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 200; round += 1) {
    const copies = 1 + random(20_000);
    const before = random(12_000);
    const cut: number[] = [];
    for (let left = copies; left > 0; left -= cut.at(-1) ?? left) cut.push(Math.min(left, 1 + random(3000)));
    const whole = royaltyLines(TIERS, before, [sale(1, copies, 1 + random(99_999))]);
    const price = whole.lines[0]?.priceFen ?? 0;
    const parts = royaltyLines(
      TIERS,
      before,
      cut.map((one, at) => sale(at, one, price)),
    );
    expect(parts).toEqual(whole);
    const back = royaltyLines(TIERS, whole.after, [sale(1, -copies, price)]);
    expect(total(back.lines)).toBe(-total(whole.lines));
  }
});

test('F1c the split by shares, and the mirror of it', () => {
  const shares = [3334, 3333, 3333];
  expect(splitByShare(6_612_000, shares)).toEqual([2_204_441, 2_203_780, 2_203_779]);
  expect(splitByShare(-6_612_000, shares)).toEqual([-2_204_441, -2_203_780, -2_203_779]);
});

test('F2, F3, F20 base fee, print-run fee, journal fee and digital share', () => {
  expect([baseFee(245_300, 10_000), printRunFee(2_460_000, 8000), printRunFee(2_460_000, 3500), poemWords(23)]).toEqual([
    2_460_000, 196_800, 98_400, 3000,
  ]);
  expect([journalFee(4300, 10_000), journalFee(4600, 10_000), journalFee(300, 10_000)]).toEqual([45_000, 50_000, 5000]);
  expect([digitalShare(3900, 5000), digitalShare(5800, 5000), digitalShare(-3900, 5000)]).toEqual([1778, 2643, -1778]);
});

test('F4, F5, F6 tax on manuscripts, labour and prizes', () => {
  const tax = (category: 'author' | 'labour' | 'prize', ...incomes: number[]) =>
    incomes.map((income) => taxOn(category, 'resident', income, '2026-05').fen);
  expect(tax('author', 50_000, 80_000, 80_001, 300_000, 400_000, 400_001, 500_000, 2_460_000, 3_712_000, 4_000_000)).toEqual([
    0, 0, 0, 30_800, 44_800, 44_800, 56_000, 275_520, 415_744, 448_000,
  ]);
  expect(tax('labour', 80_000, 200_000, 400_000, 500_000, 2_500_000, 3_000_000, 8_000_000)).toEqual([
    0, 24_000, 64_000, 80_000, 400_000, 520_000, 1_860_000,
  ]);
  expect(tax('prize', 1_000_000)).toEqual([200_000]);
  // Foreign payees: 80 % of 1,000,000 fen, 70 % of it, by the monthly table.
  expect(taxOn('author', 'foreign', 1_000_000, '2026-05').fen).toBe(560_000 * 0.1 - 21_000);
  expect(taxOn('labour', 'foreign', 10_000_000, '2026-05').fen).toBe(8_000_000 * 0.35 - 716_000);
});

test('F7 payments of one month for one work are one income, and the order of them changes nothing', () => {
  expect(taxNow('author', 'resident', '2026-05', 300_000, 0).fen).toBe(30_800);
  expect(taxNow('author', 'resident', '2026-05', 600_000, 30_800).fen).toBe(36_400);
  expect(taxNow('author', 'resident', '2026-05', 100, 30_800).fen).toBe(0);
  let before = 0;
  for (let income = 0; income <= 600_000; income += 997) {
    const { fen } = taxOn('author', 'resident', income, '2026-05');
    expect(fen).toBeGreaterThanOrEqual(before);
    before = fen;
  }
});

test('F1b an advance that was taxed when paid is recouped, and both taxes are the tax of the whole', () => {
  const { recoupedFen, payableFen } = deductions(6_612_000, '2026-06', { ...NOTHING, advanceFen: 2_000_000 }, TERMS);
  expect([recoupedFen, payableFen]).toEqual([2_000_000, 4_612_000]);
  const tax = (income: number) => taxOn('author', 'resident', income, '2026-06').fen;
  expect([tax(2_000_000), tax(4_612_000), tax(6_612_000)]).toEqual([224_000, 516_544, 740_544]);
});

test('#49.2 a return is carried, and the next income pays the rest', () => {
  const back = deductions(-2643, '2026-06', NOTHING, TERMS);
  expect(back).toMatchObject({ carryFen: -2643, payableFen: 0 });
  expect(deductions(10_000, '2026-07', { ...NOTHING, carryFen: 2643 }, TERMS)).toMatchObject({ carryFen: 2643, payableFen: 7357 });
});

test('#49.2 a reserve is held, used for returns from the oldest, and released after twelve months', () => {
  const terms = { ...TERMS, reserveBp: 1000 };
  expect(deductions(10_000, '2026-05', NOTHING, terms)).toMatchObject({ heldFen: 1000, payableFen: 9000 });
  const reserves = [
    { period: '2026-02', fen: 300 },
    { period: '2026-01', fen: 500 },
  ];
  const back = deductions(-700, '2026-05', { ...NOTHING, reserves }, terms);
  expect(back).toMatchObject({
    taken: [
      { period: '2026-01', fen: 500 },
      { period: '2026-02', fen: 200 },
    ],
    carryFen: 0,
    payableFen: 0,
  });
  expect(deductions(0, '2027-01', { ...NOTHING, reserves }, terms)).toMatchObject({ taken: [{ period: '2026-01', fen: 500 }], payableFen: 500 });
  expect([monthBefore('2026-05', 12), monthBefore('2026-01', 1)]).toEqual(['2025-05', '2025-12']);
});

test('#49.2 every deduction adds up to the share', () => {
  let seed = 11;
  const random = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 2000; round += 1) {
    const gross = random(2_000_000) - 800_000;
    const held = {
      carryFen: random(3) * random(400_000),
      advanceFen: random(2) * random(900_000),
      reserves: [{ period: '2025-01', fen: random(90_000) }],
    };
    const one = deductions(gross, '2026-05', held, { reserveBp: random(3000), recoup: random(2) === 1, reserveMonths: 12 });
    expect(gross - one.carryFen - one.heldFen + sum(one.taken.map(({ fen }) => fen)) - one.recoupedFen - one.payableFen).toBe(0);
    expect(
      Math.min(one.payableFen, one.heldFen, one.recoupedFen, held.carryFen - one.carryFen, held.advanceFen - one.recoupedFen),
    ).toBeGreaterThanOrEqual(0);
  }
});

test('F10b the check digit of a bank account', () => {
  expect([isBankAccount('6228480000000000000'), isBankAccount('6228480000000000001'), isBankAccount('62284')]).toEqual([true, false, false]);
});
