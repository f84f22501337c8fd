import { DAY_MS } from '../../contract/clock.ts';
import { deadlineMoment } from '../../contract/deadline.ts';
import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { usersOfRole } from './press-user.queries.ts';

/** A piece of work on a manuscript that somebody must have done by a date. */
export interface Duty {
  readonly id: number;
  /** What is due, with the name of the manuscript: 《桥上的灯》的编辑加工. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly userId: number;
  /** Path that opens the work. */
  readonly link: string;
  /** The title of a reminder; `name` with the date unless given. `date` is empty when it is over. */
  readonly title?: (date: string) => string;
  /** Who else hears of it at the last reminder: everybody with a role, with these words. */
  readonly lateAlso?: { readonly roleKey: string; readonly content: string };
}

/** The open duties of one kind. An area lists its sources in its manifest. */
export interface DutySource {
  /** Name of the kind in the table of sent reminders; never changed. */
  readonly kind: string;
  /** How long before the date the first reminder is sent. */
  readonly aheadDays: number;
  /** Open duties that are due before a time; those of manuscripts on hold are left out. */
  readonly due: (db: Database, before: number) => Promise<readonly Duty[]>;
}

const sources: DutySource[] = [];
export const registerDuties = (list: readonly DutySource[]): void => void sources.push(...list);
/** The kinds of work with a due date. */
export const dutyKinds = (): string[] => sources.map(({ kind }) => kind);

/** After this time a late duty is reminded of once more. */
const LATE_MS = 3 * DAY_MS;
/** Late for longer than this, a duty was late before it had reminders, or is forgotten on purpose. */
const FORGOTTEN_MS = 30 * DAY_MS;

type NoticeStep = 'ahead' | 'due' | 'late';
const stepOf = (dueAt: number, now: number): NoticeStep => (now < dueAt ? 'ahead' : now < dueAt + LATE_MS ? 'due' : 'late');

const titleOf = ({ name, title }: Duty, step: NoticeStep, date: string): string =>
  title?.(step === 'ahead' ? date : '') ?? (step === 'ahead' ? `${name}将于${date}到期` : `${name}已过期限`);

/** Claims a reminder: of several servers one sends it. */
async function claim(tx: Tx, kind: string, { id: rowId, dueAt }: Duty, step: NoticeStep, at: number): Promise<boolean> {
  const made = await tx
    .insertInto('dutyNotice')
    .values({ kind, rowId, dueAt, step, at })
    .onConflict((conflict) => conflict.columns(['kind', 'rowId', 'dueAt', 'step']).doNothing())
    .executeTakeFirst();
  return Number(made.numInsertedOrUpdatedRows ?? 0) === 1;
}

const sentOf = async (db: Database, kind: string, step: NoticeStep): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.selectFrom('dutyNotice').select(['rowId', 'dueAt']).where('kind', '=', kind).where('step', '=', step).execute()).map(
      ({ rowId, dueAt }) => `${rowId} ${dueAt}`,
    ),
  );

/** Sends the next reminder of any kind: some days before the date, when it is over, and three days later. */
export async function remindNextDuty({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  for (const { kind, aheadDays, due } of sources) {
    const duties = await due(db, now + aheadDays * DAY_MS);
    for (const step of ['late', 'due', 'ahead'] as const) {
      const open = duties.filter(({ dueAt }) => stepOf(dueAt, now) === step && dueAt > now - FORGOTTEN_MS);
      if (open.length === 0) continue;
      const sent = await sentOf(db, kind, step);
      const next = open.find(({ id, dueAt }) => !sent.has(`${id} ${dueAt}`));
      if (!next) continue;
      const date = deadlineMoment(wireTime(next.dueAt));
      await db.transaction().execute(async (tx) => {
        if (!(await claim(tx, kind, next, step, now))) return;
        const message = { type: 'task', title: titleOf(next, step, date), link: next.link } as const;
        await sendMessage(tx, { ...message, userId: next.userId, content: `期限：${date}` });
        if (step !== 'late' || !next.lateAlso) return;
        for (const userId of await usersOfRole(tx, next.lateAlso.roleKey))
          await sendMessage(tx, { ...message, userId, content: next.lateAlso.content });
      });
      return true;
    }
  }
  return false;
}

/** The person who takes over a duty with an unchanged date gets reminders of their own. */
export const resetDuty = (tx: Tx, kind: string, rowId: number) =>
  tx.deleteFrom('dutyNotice').where('kind', '=', kind).where('rowId', '=', rowId).execute();

/** Notes all reminders of a duty as sent, for data that was not made by people. */
export async function noteReminded(tx: Tx, kind: string, rowId: number, dueAt: number, at: number): Promise<void> {
  await tx
    .insertInto('dutyNotice')
    .values((['ahead', 'due', 'late'] as const).map((step) => ({ kind, rowId, dueAt, step, at })))
    .execute();
}
