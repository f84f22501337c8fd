import { expect, test } from 'vitest';
import { randomOf } from '../../../tests/support/flow-tree.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import { sum } from '../../../contract/money.ts';
import { dayNumber, salesByDay, type BuyerDay } from './sales-by-day.rule.ts';

const on = (date: string, userId: number, copies = 1, fen = 1000): BuyerDay => ({
  day: dayNumber(Date.parse(`${date}T12:00:00+08:00`)),
  userId,
  copies,
  fen,
});

test('#48 a day with three buyers is a row, and the other days are the rest of their week, Monday to Sunday', () => {
  const rows = [on('2026-05-06', 1), on('2026-05-06', 2), on('2026-05-06', 3), on('2026-05-04', 1), on('2026-05-10', 4), on('2026-05-11', 1)];
  expect(salesByDay(rows)).toEqual([
    { kind: 'week', from: '2026-05-11', to: '2026-05-17', copies: 1, payFen: 1000 },
    { kind: 'day', from: '2026-05-06', to: '2026-05-06', copies: 3, payFen: 3000 },
    { kind: 'week', from: '2026-05-04', to: '2026-05-10', copies: 2, payFen: 2000 },
  ]);
  // Five copies of one buyer are still one buyer.
  expect(salesByDay([on('2026-05-06', 1, 5), on('2026-05-06', 2)]).map(({ kind }) => kind)).toEqual(['week']);
  expect(salesByDay([])).toEqual([]);
});

test('#48 the rows add up to all sales, and no row of a day has fewer than three buyers', () => {
  const next = randomOf(48);
  for (let round = 0; round < 500; round += 1) {
    const rows = Array.from({ length: Math.floor(next() * 40) }, () => ({
      day: 20_000 + Math.floor(next() * 31),
      userId: Math.floor(next() * 6),
      copies: 1 + Math.floor(next() * 3),
      fen: Math.floor(next() * 9000),
    }));
    const found = salesByDay(rows);
    expect(sum(found.map(({ payFen }) => payFen))).toBe(sum(rows.map(({ fen }) => fen)));
    expect(found.reduce((all, { copies }) => all + copies, 0)).toBe(rows.reduce((all, { copies }) => all + copies, 0));
    for (const { kind, from } of found) {
      if (kind !== 'day') continue;
      const buyers = new Set(rows.filter(({ day }) => new Date(day * DAY_MS).toISOString().startsWith(from)).map(({ userId }) => userId));
      expect(buyers.size).toBeGreaterThanOrEqual(3);
    }
  }
});
