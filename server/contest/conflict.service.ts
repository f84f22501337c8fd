import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { checkConflicts, ConflictRow } from '../../contract/contest/contest-round.ts';
import type { ConflictKind } from '../../contract/contest/contest-limits.ts';
import type { TeamMember } from '../../contract/contest/contest-submit.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { isSamePerson } from '../db/same-person.ts';
import { failed, missing } from '../http/app-error.ts';
import { judgesWithNames, peopleKeys, type PersonKeys } from './contest.queries.ts';
import { contestIn } from './contest-rows.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { assertNotEntrant, assertNotInterested } from './contest-person.service.ts';
import { conflictPage, worksInState, type WorkRow } from './judging/contest-round.queries.ts';

const LOG = '大赛回避';
/** Rows of one insert. */
const BATCH = 200;

type Found = { readonly userId: number; readonly submitId: number; readonly kind: ConflictKind; readonly note: string };

const nameOf = ({ realName, nickName }: Pick<PersonKeys, 'realName' | 'nickName'>): string => realName || nickName;
/** Names are compared without blanks; a name of one character says too little. */
const bare = (name: string): string => name.replace(/\s/g, '');
const sameName = (a: string, b: string): boolean => bare(a).length > 1 && bare(a) === bare(b);

/** Every conflict between one judge and one entry. `contestant` is the account of the entry. */
export function conflictsBetween(judge: PersonKeys, work: WorkRow, contestant: PersonKeys | undefined): Found[] {
  const base = { userId: judge.id, submitId: work.id };
  const found: Found[] = [];
  const team = JSON.parse(work.team) as TeamMember[];
  const own = contestant !== undefined && isSamePerson(judge, contestant);
  const member = team.find(
    ({ name, phone }) => (phone !== '' && phone === judge.phonenumber) || sameName(name, nameOf(judge)) || sameName(name, judge.nickName),
  );
  if (own || member) found.push({ ...base, kind: 'team', note: own ? '参赛者本人' : `队员${member?.name ?? ''}` });
  if (judge.collegeId !== null && (judge.collegeId === work.collegeId || judge.collegeId === contestant?.collegeId))
    found.push({ ...base, kind: 'college', note: '' });
  if (work.instructor && (sameName(work.instructor, nameOf(judge)) || sameName(work.instructor, judge.nickName)))
    found.push({ ...base, kind: 'instructor', note: work.instructor });
  const asked = bare(work.avoid);
  if (asked && [nameOf(judge), judge.nickName].some((name) => bare(name).length > 1 && asked.includes(bare(name))))
    found.push({ ...base, kind: 'contestant', note: work.avoid });
  return found;
}

/** Computes the conflicts of a contest again; declared ones stay. By person, not by account. */
export async function computeConflicts(tx: Tx, contestId: number): Promise<{ found: number; judges: number; submits: number }> {
  const judges = await judgesWithNames(tx, contestId);
  const works = await worksInState(tx, contestId, contestSubmitMachine.groups.running);
  const people = await peopleKeys(
    tx,
    judges.map(({ userId }) => userId),
  );
  const contestants = new Map<number, PersonKeys>();
  const ids = [...new Set(works.map(({ userId }) => userId))];
  for (let at = 0; at < ids.length; at += BATCH) for (const one of await peopleKeys(tx, ids.slice(at, at + BATCH))) contestants.set(one.id, one);
  const found = works.flatMap((work) => people.flatMap((judge) => conflictsBetween(judge, work, contestants.get(work.userId))));
  await tx.deleteFrom('contestConflict').where('contestId', '=', contestId).where('computed', '=', '1').execute();
  const now = Date.now();
  for (let at = 0; at < found.length; at += BATCH)
    await tx
      .insertInto('contestConflict')
      .values(found.slice(at, at + BATCH).map((one) => ({ ...one, contestId, computed: '1' as const, createTime: now })))
      .onConflict((oc) => oc.columns(['contestId', 'userId', 'submitId', 'kind']).doNothing())
      .execute();
  return { found: found.length, judges: judges.length, submits: works.length };
}

export async function checkFor(caller: RequestCaller, contestId: number): Promise<DataOf<typeof checkConflicts>> {
  return withOperationLog(caller, { title: LOG }, async (tx) => {
    await assertNotEntrant(tx, await contestIn(tx, contestId), caller.currentUser.userId);
    return computeConflicts(tx, contestId);
  });
}

interface Asked {
  readonly contestId: number;
  readonly kind?: ConflictKind | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

export async function conflictsFor({ db }: AppContext, currentUser: CurrentUser, asked: Asked): Promise<{ rows: ConflictRow[]; total: number }> {
  await contestIn(db, asked.contestId);
  await assertNotInterested(db, asked.contestId, currentUser);
  const { rows, total } = await conflictPage(db, asked.contestId, asked.kind, asked.pageSize, (all) => offsetOf(asked, all));
  return {
    total,
    rows: rows.map((row) => ({
      conflictId: row.id,
      userId: row.userId,
      judgeName: row.nickName,
      submitId: row.submitId,
      submitNo: row.submitNo,
      title: row.title,
      kind: row.kind,
      note: row.note,
      computed: row.computed === '1',
    })),
  };
}

/** Registers a conflict that somebody declared. */
export async function declareConflict(
  db: Database | Tx,
  conflict: { contestId: number; userId: number; submitId: number; kind: ConflictKind; note: string },
): Promise<void> {
  await db
    .insertInto('contestConflict')
    .values({ ...conflict, computed: '0', createTime: Date.now() })
    .onConflict((oc) => oc.columns(['contestId', 'userId', 'submitId', 'kind']).doUpdateSet({ computed: '0', note: conflict.note }))
    .execute();
}

export async function addFor(caller: RequestCaller, body: { contestId: number; userId: number; submitId: number; note: string }): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    await assertNotEntrant(tx, await contestIn(tx, body.contestId), caller.currentUser.userId);
    const work = await tx
      .selectFrom('contestSubmit')
      .select('id')
      .where('id', '=', body.submitId)
      .where('contestId', '=', body.contestId)
      .where('delFlag', '=', '0')
      .executeTakeFirst();
    if (!work) throw missing('作品不在这个大赛里，请刷新后重试');
    const judges = await judgesWithNames(tx, body.contestId);
    if (!judges.some(({ userId }) => userId === body.userId)) throw failed('这个人不是本届评委');
    await declareConflict(tx, { ...body, kind: 'organiser' });
  });
}

export async function removeFor(caller: RequestCaller, conflictId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'remove' }, async (tx) => {
    const row = await tx.selectFrom('contestConflict').select(['id', 'contestId', 'computed']).where('id', '=', conflictId).executeTakeFirst();
    if (!row) throw missing('回避关系不存在，请刷新后重试');
    await assertNotEntrant(tx, await contestIn(tx, row.contestId), caller.currentUser.userId);
    if (row.computed === '1') throw failed('系统查出的回避关系不能删除');
    await tx.deleteFrom('contestConflict').where('id', '=', conflictId).execute();
  });
}
