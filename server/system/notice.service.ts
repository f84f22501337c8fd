import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { BACK_OFFICE_ROLES } from '../../contract/identity/session.ts';
import { notice, type Notice, type NoticeEvent, type NoticeState } from '../../contract/system/notice.ts';
import { contains } from '../db/contains.ts';
import { seenBy } from '../crud/crud-row.ts';
import { crudService, type RequestCaller, type CrudService } from '../crud/crud-service.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import type { Query, Row } from '../crud/crud-table.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { conflict, failed, missing, AppError } from '../http/app-error.ts';
import { plainText } from '../http/rich-text.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { noticeMachine } from '../../contract/system/notice.machine.ts';
import { effectsOf } from '../state-machine/effects.ts';
import type { FlowSubject } from '../state-machine/flow-subject.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { requirePermission, transition, writeState } from '../state-machine/transition.ts';
import { familyStatus, released, stateAt } from './notice-state.ts';
import { inFlow, noteRead, noticesById, readBy, readersOf, topFor, upAt } from './notice.queries.ts';

const LOG = '通知公告';
const CODES = { own: 22402, empty: 22403 } as const;
const TOP = 5;
const GONE = '公告不存在或已下线';

interface NoticeRow {
  readonly id: number;
  readonly noticeTitle: string;
  readonly noticeContent: string;
  readonly status: NoticeState;
  readonly audience: string;
  readonly publishTime: number | null;
  readonly expireTime: number | null;
  readonly submitBy: number | null;
  readonly version: number;
}

const stateOf = (row: Row): NoticeState => stateAt(row as unknown as NoticeRow, Date.now());

/** A Map, because the key is user input and a plain object has inherited properties. */
const STATE_FILTERS: ReadonlyMap<string, (query: Query, now: number) => Query> = new Map<string, (query: Query, now: number) => Query>([
  ['published', (query, now) => query.where(upAt(now))],
  ['scheduled', (query, now) => query.where('status', '=', 'scheduled').where('publishTime', '>', now)],
  [
    'offline',
    (query, now) =>
      query.where((eb: Query) =>
        eb.or([eb('status', '=', 'offline'), eb.and([eb('status', 'in', ['published', 'scheduled']), eb('expireTime', '<=', now)])]),
      ),
  ],
]);

const rows = crudService(notice, {
  table: 'notice',
  log: LOG,
  order: [['id', 'desc']],
  virtualFields: ['status'],
  removal: 'bin',
  filters: {
    state: (query, value) => (STATE_FILTERS.get(value) ?? ((one: Query) => one.where('status', '=', value)))(query, Date.now()),
    status: (query, value) => query.where('status', value === '0' ? 'in' : 'not in', ['pending', 'scheduled', 'published']),
  },
  show: async (_db, found) =>
    found.map((row) => {
      const state = stateOf(row);
      return { state, status: familyStatus(state), isRead: false };
    }),
  // A user who changes a pending notice becomes its submitter, so another user must approve it.
  columnsOf: ({ before, currentUser }) => (before ? (stateOf(before) === 'pending' ? { submitBy: currentUser.userId } : {}) : { status: 'draft' }),
  async afterSave(tx, { id, draft, before, currentUser }) {
    const state = before ? stateOf(before) : 'draft';
    const [now] = (await noticesById(tx, [id])) as unknown as NoticeRow[];
    if (!now) return;
    if (before && state === 'pending') await rejectInFlow(tx, id, currentUser);
    // Approval for one audience does not cover a wider or different audience.
    const wider = before && before['audience'] !== 'all' && before['audience'] !== now.audience;
    const changed = before && (wider || before['noticeContent'] !== now.noticeContent || before['noticeTitle'] !== now.noticeTitle);
    // An approved notice that is changed needs approval by another user again, even when its writer may approve other notices:
    // at once, or, for an offline notice, before it is published.
    if (changed && state !== 'pending' && state !== 'draft' && (await audited(tx))) {
      const waits = familyStatus(state) === '0' || draft.status === '0';
      return waits
        ? sendBack(tx, currentUser, now, 'submit', state, 'pending', currentUser.userId)
        : sendBack(tx, currentUser, now, 'edit', state, 'draft', null);
    }
    if (draft.status === '0' && state === 'draft') await step(tx, currentUser, now, 'submit', '', 'checked');
    else if (draft.status === '0' && state === 'offline') await step(tx, currentUser, now, 'publish', '', 'checked');
    else if (draft.status === '1' && (state === 'published' || state === 'scheduled')) await step(tx, currentUser, now, 'offline', '', 'checked');
  },
});

const audited = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('config').select('configValue').where('configKey', '=', 'cms.content.audit').executeTakeFirst())?.configValue !== 'false';

/** A changed notice is approved again: it returns to 待审核, or to a draft when it was not to be published. */
async function sendBack(
  tx: Tx,
  currentUser: CurrentUser,
  row: NoticeRow,
  event: 'submit' | 'edit',
  from: NoticeState,
  to: NoticeState,
  submitBy: number | null,
): Promise<void> {
  await writeState(tx, 'notice', row, { status: to, submitBy, updateBy: currentUser.userName, updateTime: Date.now() });
  const reason = '内容有改动';
  await logTransition(tx, currentUser, { entityType: 'notice', entityId: row.id, event, fromStatus: from, toStatus: to, note: reason });
  const accepted = { tx, currentUser, entityId: row.id, event, from, to, reason, now: Date.now() };
  for (const effect of effectsOf('notice')) await effect(accepted);
}

/** A notice in a flow is decided by the flow, and keeps the text that its people read. */
async function rejectInFlow(tx: Tx, id: number, currentUser: CurrentUser | null): Promise<void> {
  if (currentUser && (await inFlow(tx, id))) throw failed('公告正在审批流程中，请在“待办任务”里办理；要修改请先由提交人取消流程');
}

/** The flow that approves notices at the top of the home page, when one is deployed. */
const FLOW_KEY = 'noticeApproval';
/** Characters of the notice that the people of the flow read in its form. */
const FLOW_TEXT = 5_000;

export const noticeFlow: FlowSubject = {
  entity: 'notice',
  async starts({ tx, entityId, event, to }) {
    if (event !== 'submit' || to !== 'pending') return null;
    const [row] = await noticesById(tx, [entityId]);
    if (row?.topFlag !== '1') return null;
    const { noticeTitle, noticeType, audience, noticeContent } = row;
    const noticeText = plainText(noticeContent).slice(0, FLOW_TEXT);
    return { flowKey: FLOW_KEY, title: noticeTitle, variables: { noticeTitle, noticeType, audience, noticeText } };
  },
  async ended(tx, { entityId, status }) {
    const [row] = (await noticesById(tx, [entityId])) as unknown as NoticeRow[];
    // Removed, or decided in another way while the flow was suspended.
    if (!row || row.status !== 'pending') return;
    await step(tx, null, row, status === 'completed' ? 'approve' : 'reject', status === 'completed' ? '审批流程通过' : '审批流程未通过或已取消');
  },
};

/** The form of a notice takes steps with the permission to add or edit, which its endpoint has checked. */
const step = transition<NoticeState, NoticeEvent, NoticeRow>(noticeMachine, {
  table: 'notice',
  stateOf: stateAt,
  subject: (row) => `公告${inTitleMarks(row.noticeTitle)}`,
  guards: {
    submit({ row }) {
      if (plainText(row.noticeContent) === '' && !row.noticeContent.includes('<img')) throw new AppError(CODES.empty, '请先填写公告内容再提交');
    },
    async reject({ tx, row, currentUser }) {
      await rejectInFlow(tx, row.id, currentUser);
    },
    async approve({ tx, row, currentUser }) {
      await rejectInFlow(tx, row.id, currentUser);
      if (row.submitBy === currentUser?.userId) throw new AppError(CODES.own, '不能审核本人发布的内容');
    },
  },
  target: async ({ tx, event, row, now }) => (event === 'submit' && (await audited(tx)) ? 'pending' : released(row.publishTime, now)),
  columns({ row, event, to, now, currentUser }) {
    const up = to === 'published' && (row.publishTime === null || row.publishTime > now || event === 'publish');
    return {
      submitBy: event === 'submit' ? (currentUser?.userId ?? null) : row.submitBy,
      ...(up ? { publishTime: now } : {}),
      // An end that has passed no longer applies to a notice that is published again.
      ...(to === 'published' && row.expireTime !== null && row.expireTime <= now ? { expireTime: null } : {}),
    };
  },
});

interface Said {
  readonly note?: string | null | undefined;
  readonly version?: number | null | undefined;
}

/**
 * Takes a step on a notice. With `version`, the call fails when the notice was changed since that version, so a user approves only what
 * they read.
 */
export async function fireNotice(caller: RequestCaller, id: number, event: NoticeEvent, { note, version }: Said): Promise<void> {
  requirePermission(noticeMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const [row] = (await noticesById(tx, [id])) as unknown as NoticeRow[];
    if (!row) throw missing('公告不存在或已被删除，请刷新后重试');
    if (version != null && version !== row.version) throw conflict();
    await step(tx, caller.currentUser, row, event, note ?? '');
  });
}

/** Audiences of notices that the user belongs to. */
const audiencesOf = (currentUser: CurrentUser): string[] => [
  'all',
  ...(currentUser.roles.has('author') ? ['author'] : []),
  ...(BACK_OFFICE_ROLES.some((role) => currentUser.roles.has(role)) ? ['staff'] : []),
];

const withRead = async (context: AppContext, currentUser: CurrentUser, found: Notice[]): Promise<Notice[]> => {
  const read = await readBy(
    context.db,
    currentUser.userId,
    found.map((row) => row.noticeId),
  );
  return found.map((row) => ({ ...row, isRead: read.has(row.noticeId) }));
};

export const notices: CrudService<typeof notice> = {
  ...rows,
  async list(context, currentUser, asked) {
    const page = await rows.list(context, currentUser, asked);
    return { ...page, rows: await withRead(context, currentUser, page.rows) };
  },
  /** Staff see every notice. Other users see published notices for their audience. */
  async get(context, currentUser, id) {
    const row = await rows.get(context, currentUser, id).catch(() => null);
    const seen =
      row !== null &&
      (hasPermission(currentUser, 'system:notice:query') || (row.state === 'published' && audiencesOf(currentUser).includes(row.audience)));
    if (!row || !seen) throw missing(GONE);
    const [one] = await withRead(context, currentUser, [row]);
    return seenBy(currentUser, 'system:notice:query', one ?? row);
  },
};

export async function newest(context: AppContext, currentUser: CurrentUser) {
  const top = await topFor(context.db, audiencesOf(currentUser), Date.now(), TOP);
  const wired = await Promise.all(top.map((row) => rows.get(context, currentUser, row.id)));
  const data = (await withRead(context, currentUser, wired)).map((row) => seenBy(currentUser, 'system:notice:query', row));
  return { data, unreadCount: data.filter((row) => !row.isRead).length };
}

/** Marks notices as read. Repeated calls have no further effect; notices not meant for the caller are skipped. */
export async function readNotices(context: AppContext, currentUser: CurrentUser, ids: readonly number[]): Promise<void> {
  const mine = audiencesOf(currentUser);
  const known = (await noticesById(context.db, ids)).filter((row) => mine.includes(row.audience) && stateAt(row, Date.now()) === 'published');
  if (known.length > 0)
    await noteRead(
      context.db,
      currentUser.userId,
      known.map((row) => row.id),
      Date.now(),
    );
}

interface Asked {
  readonly noticeId: number;
  readonly searchValue?: string | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Returns the users who have read a notice, within the data scope. */
export async function noticeReaders(context: AppContext, currentUser: CurrentUser, { noticeId, searchValue = '', pageNum, pageSize }: Asked) {
  const limit = within(await scopeOf(context.db, currentUser, 'system:notice:list'), { dept: 'user.deptId', user: 'user.id' }, currentUser);
  let query = readersOf(context.db, noticeId).$if(limit !== null, (readers) => readers.where(limit as never));
  if (searchValue !== '') query = query.where((eb) => eb.or([contains('user.userName', searchValue), contains('user.nickName', searchValue)]));
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await query
    .select(['user.id as userId', 'user.userName', 'user.nickName', 'dept.deptName', 'user.phonenumber', 'noticeRead.readTime'])
    .orderBy('noticeRead.readTime', 'desc')
    .limit(pageSize)
    .offset(offsetOf({ pageNum, pageSize }, Number(total)))
    .execute();
  return {
    rows: found.map((row) => ({ ...row, deptName: row.deptName ?? '', readTime: wireTime(row.readTime) })),
    total: Number(total),
  };
}
