import { sum } from '../../../contract/money.ts';
import type { Tx } from '../../db/database.ts';
import { calculatedSources, calculatePeriod } from '../calculation.service.ts';
import type { Calculated } from '../earning-line.rule.ts';
import { addEarning, earningIn, transitionEarning } from '../earning-step.service.ts';
import { transitionSettlement } from '../settlement.service.ts';
import { sourceKey } from '../source/due-lines.rule.ts';
import { lockedSettlement } from './month-lock.service.ts';
import { inParts, part, type Running } from './settle-run-part.service.ts';
import { linesOf, type LineOf } from './settle-run.queries.ts';

const PAGE = 500;

/** The calculated lines of a month that are stored. */
async function storedLines({ db, run, rest }: Running): Promise<LineOf[]> {
  const calculated = calculatedSources();
  const found: LineOf[] = [];
  for (let after = 0; ; ) {
    const page = await linesOf(db, run.period, after, PAGE);
    found.push(...page.filter(({ sourceType }) => calculated.has(sourceType)));
    const last = page.at(-1);
    if (!last) return found;
    after = last.id;
    await rest();
  }
}

/**
 * Calculates a month and writes its lines: a pending line that was not edited gets the new amount, or is voided without one; other lines stay. The same
 * input gives the same lines, so a run that was cut off calculates again and finds what it has written. The month is calculated with the last part.
 */
export async function calculateMonth(running: Running): Promise<void> {
  const { db, run, currentUser, rest } = running;
  const { period } = run;
  const { lines, unpaid } = await calculatePeriod(db, period, rest);
  const before = await storedLines(running);
  // A line that only a calculation has made void comes back as a new one; one that a person made void does not.
  const found = new Map(before.filter(({ status, editedBy }) => status !== 'void' || editedBy !== null).map((row) => [sourceKey(row), row]));
  const times = new Map<string, number>();
  for (const row of before) times.set(sourceKey(row), (times.get(sourceKey(row)) ?? 0) + 1);
  const changes: ((tx: Tx) => Promise<unknown>)[] = [];
  for (const line of lines) {
    const key = sourceKey(line);
    const known = found.get(key);
    found.delete(key);
    if (!known) changes.push((tx) => addEarning(tx, currentUser, { ...line, period, seq: times.get(key) ?? 0, reverses: null }, Date.now()));
    else if (isUntouched(known) && changed(known, line)) changes.push((tx) => rewrite(tx, known, line));
  }
  for (const row of found.values()) if (isUntouched(row)) changes.push((tx) => takeBack(tx, row.id));
  const same = sum([lines.length, found.size]) - changes.length;
  const totalRows = same + changes.length;
  await inParts(
    running,
    changes,
    async (tx, change) => void (await change(tx)),
    (done) => ({ totalRows, doneRows: same + done }),
  );
  await part(running, async (tx) => {
    await transitionSettlement(tx, currentUser, await lockedSettlement(tx, period, currentUser.userName), 'calculate', run.reason);
    await tx
      .updateTable('settlement')
      .set({ unpaid: JSON.stringify(unpaid) })
      .where('period', '=', period)
      .execute();
    return { totalRows, doneRows: totalRows, error: '', finishedAt: Date.now() };
  });
}

const isUntouched = ({ status, editedBy }: { readonly status: string; readonly editedBy: number | null }): boolean =>
  status === 'pending' && editedBy === null;

const changed = (row: LineOf, line: Calculated): boolean => row.grossFen !== line.grossFen || row.basis !== JSON.stringify(line.basis);

/** A line that somebody has edited since stays as it is. */
const rewrite = (tx: Tx, row: LineOf, line: Calculated) =>
  tx
    .updateTable('earning')
    .set({ grossFen: line.grossFen, basis: JSON.stringify(line.basis), title: line.title, updateTime: Date.now(), version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .execute();

async function takeBack(tx: Tx, id: number): Promise<void> {
  const row = await earningIn(tx, id);
  if (isUntouched(row)) await transitionEarning(tx, null, row, 'void', '重新计算后没有这笔收益', 'checked');
}
