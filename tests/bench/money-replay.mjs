// `npm run bench:money-replay -- [events] [events end to end] [seed]`: random sales, returns, own sales, refunds, advances, splits, reversals and
// settlements by the rules of the server, and a smaller number through its services in a new database, against an independent calculation. Every amount
// of every line is equal to the fen. A difference prints its seed and the smallest case that still has it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sum } from '../../contract/money.ts';
import { deductions, monthBefore } from '../../server/earnings/deduction.rule.ts';
import { monthsOf } from '../../server/earnings/period.rule.ts';
import { digitalShare, royaltyLines, splitByShare, topUp } from '../../server/earnings/royalty.rule.ts';
import { taxNow } from '../../server/earnings/tax.rule.ts';
import { caseFrom, eventsIn, smallest } from './money-case.mjs';
import { linesOfModel } from './money-model.mjs';
import { linesOfServices } from './money-services.mjs';

const EVENTS = Number(process.argv[2] ?? 100_000);
const END_TO_END = Number(process.argv[3] ?? 300);
const SEED = Number(process.argv[4] ?? 49);
const RESERVE_MONTHS = 12;
const AMOUNTS = ['gross', 'carry', 'held', 'released', 'recouped', 'payable', 'tax', 'net'];

/** The lines of a case by the rules of the server. */
function linesOfRules({ terms, listFen, authors, months }) {
  const held = authors.map(() => ({ carryFen: 0, advanceFen: 0, reserves: [] }));
  const taxed = new Map();
  const lines = [];
  const shares = authors.map(({ share }) => share);
  function settle(at, source, period, taxMonth, gross) {
    const own = held[at];
    const parts =
      source === 'advance'
        ? { carryFen: 0, heldFen: 0, taken: [], recoupedFen: 0, payableFen: gross }
        : deductions(gross, period, own, { ...terms, reserveMonths: RESERVE_MONTHS });
    own.carryFen -= parts.carryFen;
    own.advanceFen += source === 'advance' ? gross : -parts.recoupedFen;
    const left = new Map(own.reserves.map((one) => [one.period, one.fen]));
    for (const { period: from, fen } of parts.taken) left.set(from, left.get(from) - fen);
    if (parts.heldFen > 0) left.set(period, (left.get(period) ?? 0) + parts.heldFen);
    own.reserves = [...left].map(([from, fen]) => ({ period: from, fen }));
    const key = `${at} ${taxMonth}`;
    const before = taxed.get(key) ?? { incomeFen: 0, taxFen: 0 };
    const incomeFen = before.incomeFen + parts.payableFen;
    const tax = taxNow(authors[at].category, authors[at].residence, period, incomeFen, before.taxFen).fen;
    taxed.set(key, { incomeFen, taxFen: before.taxFen + tax });
    const released = sum(parts.taken.map(({ fen }) => fen));
    const { carryFen: carry, heldFen, recoupedFen: recouped, payableFen: payable } = parts;
    lines.push({ at, source, period, gross, carry, held: heldFen, released, recouped, payable, tax, net: payable - tax });
  }
  for (const [index, { period, taxMonth, advance, reverse }] of months.entries()) {
    const due = new Set(monthsOf(period, terms.period));
    const now = months.slice(0, index + 1).filter((month) => due.has(month.period));
    const sales = now.flatMap((month) => month.sales);
    const amounts = [];
    const paper = sales.filter(({ form }) => form === 'paper');
    if (due.size > 0 && terms.paperTiers.length > 0 && paper.length > 0) {
      const earlier = months
        .slice(0, index + 1)
        .flatMap((month) => (due.has(month.period) ? [] : month.sales.filter(({ form }) => form === 'paper')));
      const before = sum(earlier.map(({ copies }) => copies));
      const laid = royaltyLines(terms.paperTiers, before, paper);
      amounts.push(...laid.lines.map(({ fen }) => fen));
      const more = topUp(terms.paperTiers, terms.leastCopies, earlier.length > 0 ? before : null, laid.after, listFen);
      if (more !== 0) amounts.push(more);
    }
    for (const form of ['ebook', 'audio']) {
      const bp = terms[`${form}ShareBp`];
      if (bp === 0) continue;
      const laid = sales.filter((sale) => sale.form === form);
      const returned = -sum(laid.filter(({ copies }) => copies < 0).map(({ copies }) => copies));
      amounts.push(...royaltyLines([{ fromCopies: 1, bp }], returned, laid).lines.map(({ fen }) => fen));
      amounts.push(
        ...now.flatMap((month) => month.own.flatMap((one) => (one.form === form && one.payFen !== 0 ? [digitalShare(one.payFen, bp)] : []))),
      );
    }
    const last = monthBefore(period, RESERVE_MONTHS);
    const isDue = due.size > 0 && held.some(({ reserves }) => reserves.some((one) => one.fen > 0 && one.period <= last));
    if (amounts.length > 0 || isDue)
      for (const [at, fen] of splitByShare(sum(amounts), shares).entries()) settle(at, 'royalty', period, taxMonth, fen);
    if (advance) for (const [at, fen] of splitByShare(terms.advanceFen, shares).entries()) settle(at, 'advance', period, taxMonth, fen);
    for (const { line, into } of reverse) {
      const of = lines[line];
      if (of?.source !== 'royalty') continue;
      settle(of.at, 'reversal', into, taxMonth, 0 - of.gross);
    }
  }
  return lines;
}

/** The first difference between two lists of lines in words; empty when all amounts are equal. */
function difference(expected, found) {
  for (let at = 0; at < Math.max(expected.length, found.length); at += 1) {
    const [one, other] = [expected[at], found[at]];
    if (!one || !other) return `line ${at + 1} of ${expected.length} expected and ${found.length} found: ${one ? 'missing' : 'not expected'}`;
    if (one.at !== other.at || one.source !== other.source || one.period !== other.period)
      return `line ${at + 1}: ${one.source} ${one.period} of author ${one.at + 1} expected, ${other.source} ${other.period} of author ${other.at + 1} found`;
    for (const amount of AMOUNTS)
      if (one[amount] !== BigInt(other[amount]))
        return `line ${at + 1}, ${one.source} of ${one.period}, author ${one.at + 1}: ${amount} is ${other[amount]}, ${one[amount]} expected`;
  }
  return '';
}

const counted = { cases: 0, events: 0, lines: 0, splits: 0 };
const shown = [];
function fault(one, words, fails) {
  shown.push(one.seed);
  if (shown.length > 3) return;
  console.log(`✗ seed ${one.seed}: ${words}`);
  if (fails) console.log(`  smallest case: ${JSON.stringify(smallest(one, fails))}`);
}

const from = performance.now();
for (let seed = SEED; counted.events + counted.lines + counted.splits < EVENTS; seed += 1) {
  const one = caseFrom(seed, { months: 1 + (seed % 40), perMonth: 1 + (seed % 7) });
  const words = (of) => difference(linesOfModel(of), linesOfRules(of));
  const lines = linesOfModel(one);
  counted.cases += 1;
  counted.events += eventsIn(one);
  counted.lines += lines.length;
  counted.splits += lines.length / one.authors.length;
  const found = words(one);
  if (found) fault(one, found, (smaller) => words(smaller) !== '');
}
const seconds = (performance.now() - from) / 1000;
console.log(
  `rules: ${counted.cases} agreements, ${counted.events} sales, returns, refunds, advances and reversals, ${counted.lines} settled lines in ${seconds.toFixed(1)} s`,
);

const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-replay-'));
const real = [];
for (let seed = SEED; sum(real.map(eventsIn)) < END_TO_END; seed += 1)
  real.push(caseFrom(seed, { months: 26, perMonth: 2, real: { into: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7) } }));
const start = performance.now();
const { lines, faults } = await linesOfServices(dataDir, real);
for (const [at, one] of real.entries()) {
  const found = difference(linesOfModel(one), lines[at]);
  if (found) fault(one, `end to end: ${found}`, null);
}
for (const line of faults) console.log(`✗ the books: ${line}`);
console.log(
  `services: ${real.length} agreements, ${sum(real.map(eventsIn))} events, ${sum(lines.map((all) => all.length))} settled lines in ${((performance.now() - start) / 1000).toFixed(1)} s`,
);
rmSync(dataDir, { recursive: true, force: true });
const good = shown.length === 0 && faults.length === 0;
console.log(good ? '✓ 0 fen apart' : `✗ failed: ${shown.length} agreements differ, ${faults.length} faults of the books`);
process.exit(good ? 0 : 1);
