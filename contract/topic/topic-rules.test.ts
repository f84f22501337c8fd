import { expect, test } from 'vitest';
import { breakEven, isApproved, plannedIncome, quorumOf, votesNeeded } from './topic-rules.ts';

test('F17 computes the copies that cover the fixed costs', () => {
  const book = { costFen: 4_500_000, planPriceFen: 5800, discountBp: 6000, unitCostFen: 1200, royaltyBp: 800 };
  expect(breakEven(book)).toBe(2478);
  expect(breakEven({ ...book, unitCostFen: 3016 })).toBeNull();
  expect(breakEven({ ...book, costFen: 0 })).toBeNull();
  expect(plannedIncome({ planPriceFen: 5800, discountBp: 6000, planPrintRun: 5000 })).toBe(17_400_000);
});

test('F14 approves with more than half of those present, and needs two thirds of the attendees', () => {
  expect(isApproved({ for: 4, against: 3 }, 7)).toBe(true);
  expect(isApproved({ for: 4, against: 0 }, 8)).toBe(false);
  expect([quorumOf(10), quorumOf(3), votesNeeded(7), votesNeeded(8)]).toEqual([7, 2, 4, 5]);
});
