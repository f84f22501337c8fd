import { inTitleMarks } from '../../contract/catalog/title-marks.ts';
import { BACK_OFFICE_ROLES } from '../../contract/identity/session.ts';
import { notice, type Notice } from '../../contract/system/notice.ts';
import { contains } from '../db/contains.ts';
import { seenBy } from '../crud/crud-row.ts';
import { crudService, type RequestCaller, type CrudService } from '../crud/crud-service.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { conflict, failed, missing } from '../http/app-error.ts';
import { plainText } from '../http/rich-text.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { noticeMachine } from '../../contract/system/notice.machine.ts';
import type { ReleaseEvent, ReleaseState } from '../../contract/release.ts';
import { inState, publishedAt, releaseRules, stateAt, type ReleaseRow } from '../state-machine/release.ts';
import type { FlowSubject } from '../state-machine/flow-subject.ts';
import { requirePermission } from '../state-machine/transition.ts';
import type { Tx } from '../db/database.ts';
import { inFlow, noteRead, noticesById, readBy, readersOf, topFor } from './notice.queries.ts';

const LOG = '通知公告';
const TOP = 5;
const GONE = '公告不存在或已下线';

interface NoticeRow extends ReleaseRow {
  readonly noticeTitle: string;
  readonly noticeContent: string;
  readonly audience: string;
}

const stateOf = (row: NoticeRow): ReleaseState => stateAt(row, Date.now());

/** The status of compatible clients: `0` for a notice that its writer wants to be visible. */
const familyStatus = (state: ReleaseState): '0' | '1' => (state === 'draft' || state === 'offline' ? '1' : '0');

const { step, approveAgain, columnsOf } = releaseRules<NoticeRow>({
  machine: noticeMachine,
  table: 'notice',
  subject: (row) => `公告${inTitleMarks(row.noticeTitle)}`,
  content: (row) => row.noticeContent,
  decides: (tx, row, currentUser) => rejectInFlow(tx, row.id, currentUser),
});

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
    const [row] = await noticesById(tx, [entityId]);
    // Removed, or decided in another way while the flow was suspended.
    if (!row || row.status !== 'pending') return;
    await step(tx, null, row, status === 'completed' ? 'approve' : 'reject', status === 'completed' ? '审批流程通过' : '审批流程未通过或已取消');
  },
};

const rows = crudService(notice, {
  table: 'notice',
  log: LOG,
  order: [['id', 'desc']],
  virtualFields: ['status'],
  removal: 'bin',
  filters: {
    state: (query, value) => query.where(inState(value, Date.now())),
    status: (query, value) => query.where('status', value === '0' ? 'in' : 'not in', ['pending', 'scheduled', 'published']),
  },
  show: async (_db, found) =>
    found.map((row) => {
      const state = stateOf(row);
      return { state, status: familyStatus(state), isRead: false };
    }),
  columnsOf: ({ before, currentUser }) => columnsOf(before, currentUser),
  async afterSave(tx, { id, draft, before, currentUser }) {
    const state = before ? stateOf(before) : 'draft';
    const [now] = await noticesById(tx, [id]);
    if (!now) return;
    if (before && state === 'pending') await rejectInFlow(tx, id, currentUser);
    // Approval for one audience does not cover a wider or different audience.
    const wider = before && before['audience'] !== 'all' && before['audience'] !== now.audience;
    const changed = before && (wider || before['noticeContent'] !== now.noticeContent || before['noticeTitle'] !== now.noticeTitle);
    if (changed && (await approveAgain(tx, currentUser, now, state, familyStatus(state) === '0' || draft.status === '0'))) return;
    // The form of a notice takes steps with the permission to add or edit, which its endpoint has checked.
    if (draft.status === '0' && state === 'draft') await step(tx, currentUser, now, 'submit', '', 'checked');
    else if (draft.status === '0' && state === 'offline') await step(tx, currentUser, now, 'publish', '', 'checked');
    else if (draft.status === '1' && (state === 'published' || state === 'scheduled')) await step(tx, currentUser, now, 'offline', '', 'checked');
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
export async function handleNoticeEvent(caller: RequestCaller, id: number, event: ReleaseEvent, { note, version }: Said): Promise<void> {
  requirePermission(noticeMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const [row] = await noticesById(tx, [id]);
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
  const top = await topFor(context.db, audiencesOf(currentUser), publishedAt(Date.now()), TOP);
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
  let query = readersOf(context.db, noticeId).$if(limit !== null, (readers) => (limit ? readers.where(limit) : readers));
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
