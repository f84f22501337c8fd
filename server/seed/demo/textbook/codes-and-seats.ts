import { DAY_MS } from '../../../../contract/clock.ts';
import { addSeatPool } from '../../../../contract/commerce/seat-pool.ts';
import { accessBatch } from '../../../../contract/textbook/access-code.ts';
import { printedCode } from '../../../../contract/textbook/access-code-text.ts';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import { liveRights } from '../../../commerce/entitlement.service.ts';
import { makePool } from '../../../commerce/seat/seat-pool.service.ts';
import type { AppContext } from '../../../context.ts';
import { wireDate } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { give } from '../../../teaching/course/class-seat.service.ts';
import { membersFor } from '../../../teaching/course/class-member.service.ts';
import { batches, makeCodes, transitionBatch } from '../../../textbook/access-code/access-batch.service.ts';
import { redeem } from '../../../textbook/access-code/access-code.service.ts';
import { batchById } from '../../../textbook/access-code/access-code.queries.ts';

const BOOK = '渡口英语听说';
const COUNT = 20;
const USED = 6;
const SHOWN = 3;
const SEATS = 30;
const GIVEN = 12;

interface Hands {
  readonly editor: CurrentUser;
  readonly approver: CurrentUser;
  readonly teacher: CurrentUser;
  readonly person: (userName: string) => Promise<CurrentUser>;
}

/** A batch that one person makes and another one issues; returns its id. */
async function addIssued(context: AppContext, { editor, approver }: Hands, publishId: number, name: string): Promise<number> {
  const batchId = await context.db
    .transaction()
    .execute((tx) => batches.write(tx, editor, accessBatch.draft.parse({ publishId, name, count: COUNT, rightDays: 365 }), null));
  await step(context, approver, batchId, 'issue', '');
  return batchId;
}

const step = ({ db }: AppContext, by: CurrentUser, batchId: number, event: 'issue' | 'freeze' | 'close', reason: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await batchById(tx, batchId);
    if (row) await transitionBatch(tx, by, row, event, reason);
  });

/** Readers who cannot read a work yet, the last of the list first. */
async function readersWithout(context: AppContext, { person }: Hands, publishId: number, count: number): Promise<CurrentUser[]> {
  const rows = await context.db.selectFrom('user').select(['id', 'userName']).where('userName', 'like', 'reader%').orderBy('id', 'desc').execute();
  const found: CurrentUser[] = [];
  for (const { id, userName } of rows) {
    if (found.length === count) break;
    if ((await liveRights(context.db, id, publishId, Date.now())).length === 0) found.push(await person(userName));
  }
  return found;
}

/**
 * The demo batches of access codes and the pool of seats of the demo class, when there are none. Returns codes that nobody has used, as they are printed:
 * they are stored nowhere, so that only this run can show them.
 */
export async function addCodesAndSeats(context: AppContext, hands: Hands): Promise<string[]> {
  const { db } = context;
  const work = await db.selectFrom('publication').select('id').where('title', '=', BOOK).where('status', '=', 'listed').executeTakeFirst();
  if (!work || (await db.selectFrom('accessBatch').select('id').limit(1).executeTakeFirst())) return [];
  await addSeats(context, hands, work.id);
  for (const [name, event, reason] of [
    ['第一版 春季', 'close', '第一版不再销售'],
    ['第二版 试印', 'freeze', '印厂样张外传，先停用'],
  ] as const) {
    const batchId = await addIssued(context, hands, work.id, name);
    await makeCodes(context, hands.editor, batchId, unloggedWrite(context));
    await step(context, hands.approver, batchId, event, reason);
  }
  const batchId = await addIssued(context, hands, work.id, '第二版 秋季');
  const codes = [...(await makeCodes(context, hands.editor, batchId, unloggedWrite(context))).values()];
  for (const [at, reader] of (await readersWithout(context, hands, work.id, USED)).entries())
    await redeem(context, reader, '127.0.0.1', { code: codes[at] ?? '', captcha: '', uuid: '' });
  return codes.slice(USED, USED + SHOWN).map(printedCode);
}

/** Seats for the class of the demo course; most of its members have one. */
async function addSeats(context: AppContext, { teacher }: Hands, publishId: number): Promise<void> {
  const group = await context.db.selectFrom('courseClass').select('id').where('className', '=', '英语听说1班').executeTakeFirst();
  if (!group) return;
  const endDate = wireDate(Date.now() + 120 * DAY_MS);
  const { poolId } = await makePool(unloggedWrite(context), addSeatPool.body.parse({ publishId, userName: teacher.userName, n: SEATS, endDate }));
  const members = (await membersFor(context, teacher, group.id)).filter(({ status, claimed }) => status === 'active' && claimed);
  await give(context, teacher, group.id, { poolId, memberIds: members.slice(0, GIVEN).map(({ memberId }) => memberId) });
}
