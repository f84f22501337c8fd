import type { OwnValues } from '../../../contract/catalog/program-field.ts';
import type { EntryDraft, OwnEntry, StaffEntry, StaffEntryRow } from '../../../contract/contest/contest-submit.ts';
import { contestSubmitMachine, STAFF_SUBMIT_EVENTS, SUBMIT_EVENTS, type SubmitState } from '../../../contract/contest/contest-submit.machine.ts';
import { RETURN_HOURS } from '../../../contract/contest/contest-limits.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../../contract/state-machine.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import type { RequestCaller } from '../../crud/crud-service.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { nextNumber } from '../../db/sequence.ts';
import { AppError, failed, invalid } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { transitionsOf } from '../../manuscript/manuscript-log.service.ts';
import { requirePermission, writeState } from '../../state-machine/transition.ts';
import { revokeCertificates } from '../certificate.service.ts';
import { checkedValues } from '../../catalog/program-field.service.ts';
import { CODES } from '../contest-codes.ts';
import { contestFieldsOf, everyFieldOf, staffValues } from '../contest-field.service.ts';
import { assertNotEntrant, assertNotInvolved } from '../contest-person.service.ts';
import { contestGone, contestIn, stringsOf, subjectOf } from '../contest-rows.ts';
import { contestById, type ContestRow } from '../contest.queries.ts';
import {
  certificatesOf,
  commentsOn,
  countOwn,
  filesOfEntries,
  ownById,
  ownPage,
  staffById,
  staffPage,
  type EntryRow,
  type OwnRow,
  type StaffRow,
} from '../contest-submit.queries.ts';
import { entryGone, entryIn, transitionEntry } from '../contest-submit-step.ts';
import { isEditable, wireFile } from './entry-file.service.ts';
import { writePlaces } from '../places.service.ts';
import { isEntrant } from './entry.policy.ts';

const LOG = '参赛作品';
const HOUR_MS = 3_600_000;
const MINE = '/personalCenter/contests';

/** From the publicity on a contestant sees score, rank and comments. */
const announced = (contestStatus: string): boolean => contestStatus === 'publicity' || contestStatus === 'finished';

async function wireOwn(db: Database | Tx, rows: readonly OwnRow[]): Promise<OwnEntry[]> {
  const ids = rows.map(({ id }) => id);
  const files = await filesOfEntries(db, ids);
  const shown = rows.filter(({ contestStatus }) => announced(contestStatus)).map(({ id }) => id);
  const comments = await commentsOn(db, shown);
  const certificates = new Map((await certificatesOf(db, shown)).map((one) => [one.submitId, one.certificateNo]));
  const now = Date.now();
  return rows.map((row) => {
    const open = announced(row.contestStatus);
    const editable = isEditable(row, { status: row.contestStatus, submitEnd: row.submitEnd }, now);
    const withdraws = (row.status === 'draft' || row.status === 'submitted' || row.status === 'returned') && (row.submitEnd ?? 0) > now;
    return {
      submitId: row.id,
      submitNo: row.submitNo,
      contestId: row.contestId,
      contestTitle: row.contestTitle,
      contestStatus: row.contestStatus,
      submitEnd: wireTime(row.submitEnd),
      // The announcement shows in which round an entry was eliminated; before it the round stays hidden.
      status: row.status === 'eliminated' && !open ? (row.preliminaryPassed === '1' ? 'in_review' : 'in_preliminary') : row.status,
      returnReason: row.status === 'returned' ? row.returnReason : '',
      returnUntil: row.status === 'returned' ? wireTime(row.returnUntil) : '',
      group: row.groupName,
      title: row.title,
      intro: row.intro,
      team: JSON.parse(row.team) as EntryDraft['team'],
      instructor: row.instructor,
      avoid: row.avoid,
      promise: row.promise === '1',
      ext: valuesOf(row),
      files: files.filter(({ submitId }) => submitId === row.id).map(wireFile),
      score: open ? row.finalScore : null,
      rank: open ? row.rank : 0,
      awardName: row.status === 'awarded' || (open && row.awardName) ? row.awardName : '',
      certificateNo: certificates.get(row.id) ?? '',
      feedback: comments.filter(({ submitId }) => submitId === row.id).map(({ roundType, comment }) => ({ roundType, comment })),
      can: [
        ...(editable ? (['edit'] as const) : []),
        ...(editable && row.status !== 'submitted' ? (['submit'] as const) : []),
        ...(withdraws ? (['withdraw'] as const) : []),
      ],
      updateTime: wireTime(row.updateTime),
      version: row.version,
    };
  });
}

interface Asked {
  readonly contestId?: number | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

export async function ownEntries({ db }: AppContext, currentUser: CurrentUser, asked: Asked): Promise<{ rows: OwnEntry[]; total: number }> {
  const { rows, total } = await ownPage(db, currentUser.userId, asked.contestId, asked.pageSize, () => (asked.pageNum - 1) * asked.pageSize);
  return { total, rows: await wireOwn(db, rows) };
}

async function ownEntry(db: Database | Tx, currentUser: CurrentUser, submitId: number): Promise<OwnEntry> {
  const row = await ownById(db, currentUser.userId, submitId);
  if (!row) throw entryGone();
  const [one] = await wireOwn(db, [row]);
  if (!one) throw entryGone();
  return one;
}

const valuesOf = (row: { readonly ext: string }): OwnValues => JSON.parse(row.ext) as OwnValues;

/** The columns of an entry; what the contest does not allow is refused with the reason. */
async function columnsOf(tx: Tx, contest: ContestRow, draft: EntryDraft, before: EntryRow | null) {
  const groups = stringsOf(contest.groups);
  if (draft.group !== '' && !groups.includes(draft.group)) throw invalid(`请选择组别：${groups.join('、')}`);
  if (draft.team.length > 0 && contest.allowTeam !== '1') throw failed('本届大赛只接受个人参赛，请去掉队员');
  if (draft.team.length + 1 > Math.max(1, contest.teamMax)) throw failed(`团队最多${contest.teamMax}人（含您本人）`);
  return {
    groupName: draft.group,
    title: draft.title,
    intro: draft.intro,
    team: JSON.stringify(draft.team),
    instructor: draft.instructor,
    avoid: draft.avoid,
    promise: draft.promise ? ('1' as const) : ('0' as const),
    ext: JSON.stringify(
      checkedValues(await contestFieldsOf(tx, contest.id), draft.ext, before ? valuesOf(before) : {}, { draft: before?.status !== 'submitted' }),
    ),
  };
}

const closedCollecting = () => new AppError(CODES.notCollecting, '不在征稿时间内');

export async function addEntryFor({ db }: AppContext, currentUser: CurrentUser, body: EntryDraft & { contestId: number }): Promise<OwnEntry> {
  return db.transaction().execute(async (tx) => {
    const contest = await contestById(tx, body.contestId);
    if (!contest || contest.status === 'draft') throw contestGone();
    const now = Date.now();
    if (contest.status !== 'collecting' || (contest.submitEnd ?? 0) <= now) throw closedCollecting();
    if ((await countOwn(tx, currentUser.userId, contest.id, 0)) >= contest.maxPerUser) throw new AppError(CODES.tooMany, '超过参赛件数上限');
    const user = await tx.selectFrom('user').select('collegeId').where('id', '=', currentUser.userId).executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('contestSubmit')
      .values({
        ...(await columnsOf(tx, contest, body, null)),
        contestId: contest.id,
        userId: currentUser.userId,
        collegeId: user.collegeId,
        finalScore: null,
        returnUntil: null,
        submittedAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return ownEntry(tx, currentUser, id);
  });
}

export async function editEntryFor(
  { db }: AppContext,
  currentUser: CurrentUser,
  body: EntryDraft & { submitId: number; version: number },
): Promise<OwnEntry> {
  return db.transaction().execute(async (tx) => {
    const row = await ownRow(tx, currentUser, body.submitId);
    const contest = await contestIn(tx, row.contestId);
    if (!isEditable(row, contest, Date.now())) throw closedCollecting();
    const columns = await columnsOf(tx, contest, body, row);
    if (row.status === 'submitted') {
      if (columns.groupName === '' || columns.promise !== '1') throw new AppError(CODES.noPromise, '请选择组别并勾选承诺');
      await transitionEntry(tx, currentUser, { ...row, version: body.version }, 'edit', { columns });
    } else
      await writeState(
        tx,
        'contestSubmit',
        { id: row.id, version: body.version },
        { ...columns, updateBy: currentUser.userName, updateTime: Date.now() },
      );
    return ownEntry(tx, currentUser, row.id);
  });
}

async function ownRow(tx: Tx, currentUser: CurrentUser, id: number): Promise<EntryRow> {
  const row = await entryIn(tx, id);
  if (!isEntrant(row, currentUser)) throw entryGone();
  return row;
}

export async function submitEntryFor(context: AppContext, currentUser: CurrentUser, submitId: number): Promise<OwnEntry> {
  const made = await context.db.transaction().execute(async (tx) => {
    const row = await ownRow(tx, currentUser, submitId);
    const contest = await contestIn(tx, row.contestId);
    const now = Date.now();
    await transitionEntry(tx, currentUser, row, 'submit', {
      guard: async () => {
        if (!isEditable(row, contest, now)) throw closedCollecting();
        if ((await countOwn(tx, currentUser.userId, contest.id, row.id)) >= contest.maxPerUser) throw new AppError(CODES.tooMany, '超过参赛件数上限');
        if (row.groupName === '') throw invalid('请选择组别');
        checkedValues(await contestFieldsOf(tx, contest.id), valuesOf(row), {});
        if ((await filesOfEntries(tx, [row.id])).length === 0) throw new AppError(CODES.noFiles, '请先上传作品文件');
        if (row.promise !== '1') throw new AppError(CODES.noPromise, '请勾选原创与授权承诺');
      },
      columns: {
        submittedAt: row.submittedAt ?? now,
        returnReason: '',
        returnUntil: null,
        submitNo: row.submitNo || (await numberOf(tx, contest, row)),
      },
    });
    return ownEntry(tx, currentUser, row.id);
  });
  context.jobs.wake();
  return made;
}

/** F18: `DS{contestId}-{组}-0001`. */
async function numberOf(tx: Tx, contest: ContestRow, row: EntryRow): Promise<string> {
  const prefix = `DS${contest.id}-${row.groupName}`;
  return `${prefix}-${String(await nextNumber(tx, prefix)).padStart(4, '0')}`;
}

interface StaffStep {
  readonly tx: Tx;
  readonly row: EntryRow;
  readonly contest: ContestRow;
  readonly reason: string;
  /** Until when a returned entry may be completed, epoch milliseconds. */
  readonly until: number;
}

interface StaffRule {
  readonly columns?: (step: StaffStep) => Readonly<Record<string, unknown>>;
  readonly after?: (step: StaffStep) => Promise<unknown>;
  /** The message to the contestant; left out where the contestant is not notified. */
  readonly message?: (step: StaffStep) => { title: string; content: string };
}

/** What an event of the organisers does besides the state and the log. */
const STAFF_RULES: Readonly<Record<(typeof STAFF_SUBMIT_EVENTS)[number], StaffRule>> = {
  formalPass: {},
  return: {
    columns: ({ reason, until }) => ({ returnReason: reason, returnUntil: until }),
    message: ({ row, reason, until }) => ({
      title: `请补正参赛作品${subjectOf(row)}`,
      content: `${reason}\n请在${wireTime(until).slice(0, 16)}以前补正并重新提交。`,
    }),
  },
  disqualify: {
    columns: () => ({ rank: 0, awardName: '', finalScore: null }),
    after: async ({ tx, row, contest, reason }) => {
      await revokeCertificates(tx, row.id, reason);
      if (contest.status === 'publicity') await writePlaces(tx, contest);
    },
    message: ({ row, contest, reason }) => ({ title: `${subjectOf(row)}被取消参赛资格`, content: `${subjectOf(contest)}：${reason}` }),
  },
};

/** SM13 events of the contestant and of the organisers. */
export async function handleEntryEvent(
  caller: RequestCaller,
  submitId: number,
  event: (typeof SUBMIT_EVENTS)[number],
  reason: string,
): Promise<void> {
  const { currentUser } = caller;
  requirePermission(contestSubmitMachine, event, currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await entryIn(tx, submitId);
    const contest = await contestIn(tx, row.contestId);
    if (event === 'withdraw') {
      const guard = () => {
        if ((contest.submitEnd ?? 0) <= Date.now()) throw closedCollecting();
      };
      await transitionEntry(tx, currentUser, row, 'withdraw', { reason, guard });
      return;
    }
    await assertNotEntrant(tx, contest, currentUser.userId);
    const step = { tx, row, contest, reason, until: Date.now() + RETURN_HOURS * HOUR_MS };
    const { columns, after, message } = STAFF_RULES[event];
    await transitionEntry(tx, currentUser, row, event, { reason, columns: columns?.(step) ?? {} });
    await after?.(step);
    if (message) await sendMessage(tx, { userId: row.userId, type: 'task', ...message(step), link: MINE });
  });
}

const staffRow = (row: StaffRow): StaffEntryRow => ({
  submitId: row.id,
  submitNo: row.submitNo,
  contestId: row.contestId,
  title: row.title,
  group: row.groupName,
  contestantName: row.nickName,
  collegeName: row.collegeName ?? '',
  status: row.status,
  files: Number(row.files ?? 0),
  findings: Number(row.found ?? 0),
  submittedAt: wireTime(row.submittedAt),
  rank: row.rank,
  awardName: row.awardName,
});

interface StaffAsked extends Asked {
  readonly contestId: number;
  readonly status?: SubmitState | undefined;
  readonly group?: string | undefined;
  readonly findings?: '1' | undefined;
  readonly keyword?: string | undefined;
}

export async function staffEntries(
  { db }: AppContext,
  currentUser: CurrentUser,
  asked: StaffAsked,
): Promise<{ rows: StaffEntryRow[]; total: number }> {
  await assertNotInvolved(db, asked.contestId, currentUser, 'authors');
  const { rows, total } = await staffPage(db, asked, asked.pageSize, (all) => offsetOf(asked, all));
  return { total, rows: rows.map(staffRow) };
}

export async function staffEntry({ db }: AppContext, currentUser: CurrentUser, submitId: number): Promise<StaffEntry> {
  const entry = await db.selectFrom('contestSubmit').select('contestId').where('id', '=', submitId).executeTakeFirst();
  const row = entry && (await staffById(db, entry.contestId, submitId));
  if (!row) throw entryGone();
  await assertNotInvolved(db, row.contestId, currentUser, 'authors');
  const files = await filesOfEntries(db, [submitId]);
  return {
    ...staffRow(row),
    intro: row.intro,
    team: JSON.parse(row.team) as StaffEntry['team'],
    instructor: row.instructor,
    avoid: row.avoid,
    more: staffValues(await everyFieldOf(db, row.contestId), row.ext),
    fileList: files.map((file) => ({
      ...wireFile(file),
      blindName: file.blindName,
      blindState: file.blindState,
      findings: JSON.parse(file.findings) as StaffEntry['fileList'][number]['findings'],
    })),
    can: eventsFrom(contestSubmitMachine, row.status, (permission) => hasPermission(currentUser, permission)).filter(
      (event): event is (typeof STAFF_SUBMIT_EVENTS)[number] => (STAFF_SUBMIT_EVENTS as readonly string[]).includes(event),
    ),
    log: await transitionsOf(
      db,
      'contestSubmit',
      submitId,
      (event) => eventLabel(contestSubmitMachine, event),
      (state) => stateLabel(contestSubmitMachine, state),
    ),
  };
}
