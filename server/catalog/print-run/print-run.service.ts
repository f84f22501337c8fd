import type { z } from 'zod';
import { reprintPublication, type printRuns } from '../../../contract/catalog/publication.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { once } from '../../http/once.ts';
import { CODES } from '../publication-codes.ts';
import { existingPublication, heldPublication } from '../publication-hold.ts';
import { stepPublication } from '../publication.service.ts';
import { addRun, runsBetween, runsOf } from './print-run.queries.ts';

type PrintRuns = DataOf<typeof printRuns>;

/** The impression of the first reprint: the first one is the print run with which the work was released. */
const FIRST_REPRINT = 2;

async function wire(db: Database | Tx, publishId: number): Promise<PrintRuns> {
  const runs = await runsOf(db, publishId);
  return {
    copies: runs.reduce((sum, { copies }) => sum + copies, 0),
    runs: runs.map((row) => ({
      printRunId: row.id,
      impression: row.impression,
      copies: row.copies,
      printedOn: row.printedOn,
      listPriceFen: row.listPriceFen,
      operatorName: row.nickName ?? '',
      createTime: wireTime(row.createTime),
    })),
  };
}

export async function printRunsOf({ db }: AppContext, publishId: number): Promise<PrintRuns> {
  await existingPublication(db, publishId);
  return wire(db, publishId);
}

/** The print runs of a range of days (yyyy-MM-dd, both included), for the sales and royalties of printed copies. */
export const printRunsBetween = (db: Database | Tx, from: string, to: string) => runsBetween(db, from, to);

/** Registers one reprint of a printed work. */
export async function reprint(
  context: AppContext,
  currentUser: CurrentUser,
  publishId: number,
  { requestId, ...body }: z.output<typeof reprintPublication.body>,
  write: Write,
): Promise<PrintRuns> {
  const call = reprintPublication.key.replace('{publishId}', String(publishId));
  return once<PrintRuns>(context.db, { userId: currentUser.userId, kind: 'reprint', key: requestId, call, body, keptMs: null }, (finish) =>
    write(async (tx) => {
      const row = await heldPublication(tx, publishId);
      if (row.kind !== 'book' && row.kind !== 'textbook') throw new AppError(CODES.notPrinted, '只有图书和教材可以登记重印');
      if (body.printedOn > wireDate(Date.now())) throw failed('重印日期不能晚于今天');
      const before = (await runsOf(tx, publishId)).at(-1);
      if (before && body.printedOn < before.printedOn) throw failed(`重印日期不能早于上一次重印（${before.printedOn}）`);
      const impression = before ? before.impression + 1 : FIRST_REPRINT;
      await stepPublication(tx, currentUser, row, 'reprint', `第${impression}次印刷，${body.copies}册，${body.printedOn}`);
      await addRun(tx, { publishId, impression, ...body, listPriceFen: row.listPriceFen, operatorId: currentUser.userId, createTime: Date.now() });
      return finish(tx, await wire(tx, publishId));
    }),
  );
}
