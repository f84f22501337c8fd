import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import type { applicationDraft, ApplyForLog, ApplyStatus } from '../../contract/structure/apply-for-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { scopeOf, within } from '../crud/data-scope.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { nextNumber } from '../db/sequence.ts';
import { samePerson } from '../db/same-person.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, invalid, missing, AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { assertPersonInScope } from '../identity/staff.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { fileOf } from '../system/file/file.service.ts';
import { applyMachine } from '../../contract/structure/apply-for-log.machine.ts';
import type { EventOf } from '../../contract/state-machine.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { transition } from '../state-machine/transition.ts';
import { APPLY_CODES, REAPPLY_MS, SUPPLEMENT_MS } from './apply-rules.ts';
import {
  applicationById,
  applicationPage,
  applicationsOf,
  claimantsOf,
  claimedPages,
  filesOf,
  heldRoles,
  storePrivate,
  lastRejection,
  modeByKey,
  openApplication,
  openModes,
  rolesByIds,
  wasRevoked,
  type ApplicationFilter,
  type ApplicationRow,
  type Limit,
} from './apply-for-log.queries.ts';
import { giveOpenRole, giveRole, openNothing, takeRole } from './role-grant.service.ts';
import { ownsPage, sentApplication } from './apply-for-log.policy.ts';

type Draft = z.output<typeof applicationDraft>;
type ApplyEvent = EventOf<typeof applyMachine>;
interface Material {
  readonly label: string;
  readonly accept?: string;
}

const APPLICATIONS: RateLimit = { name: 'apply', points: 20, windowMs: DAY_MS, message: '您今天申请的次数过多，请明天再试' };
const AUDIT = 'structure:applyForLog:audit';
const DOCUMENT = 'structure:applyForLog:document';
const SEEN = { dept: 'user.deptId', user: 'user.id' };
const NO_APPLICATION = '申请不存在或已被删除，请刷新后重试';

const list = <T>(json: string): T[] => JSON.parse(json) as T[];

function wire(row: ApplicationRow): ApplyForLog {
  const { id: applyId, applyNo, userId, userName, nickName, targetMode, modeName, realName, unit, reason, status } = row;
  return {
    applyId,
    applyNo,
    userId,
    userName,
    nickName,
    targetMode,
    modeName: modeName ?? targetMode,
    realName,
    unit,
    reason,
    materials: list(row.materials),
    scholarId: row.scholarId,
    scholarName: row.scholarName ?? '',
    status: status as ApplyStatus,
    firstAuditBy: row.firstAuditName ?? '',
    auditBy: row.auditBy,
    auditTime: wireTime(row.auditTime),
    auditOpinion: row.auditOpinion,
    createTime: wireTime(row.createTime),
    expireAt: wireTime(row.expireAt),
  };
}

export async function applications(context: AppContext, currentUser: CurrentUser, query: ApplicationFilter & { pageNum: number; pageSize: number }) {
  const limit = within(await scopeOf(context.db, currentUser, 'structure:applyForLog:list'), SEEN, currentUser) as Limit;
  const { rows, total } = await applicationPage(context.db, query, query, limit);
  return { rows: rows.map(wire), total };
}

/**
 * Returns a file of an application: it must belong to the applicant and be listed in the application. Every access is logged in the
 * operation log.
 */
export async function materialOf(caller: RequestCaller, applyId: number, fileId: number) {
  const { context, currentUser } = caller;
  return withOperationLog(caller, { title: '查看申请材料', business: 'other' }, async (tx) => {
    const row = await applicationById(tx, applyId);
    if (!row || !list<{ fileId: number }>(row.materials).some((one) => one.fileId === fileId)) throw missing('材料不存在，请刷新后重试');
    await assertPersonInScope(tx, currentUser, row.userId, DOCUMENT);
    return { applyNo: row.applyNo, userId: row.userId };
  }).then(({ userId }) => fileOf(context, userId, fileId));
}

export async function mine(context: AppContext, currentUser: CurrentUser) {
  const held = new Set((await heldRoles(context.db, currentUser.userId)).map((row) => row.roleId));
  const modes = (await openModes(context.db)).map((mode) => {
    const roleIds = list<number>(mode.defaultRoleIds);
    return {
      modeKey: mode.modeKey,
      modeName: mode.modeName,
      needAudit: mode.needAudit === '1',
      requiredMaterials: list<Material>(mode.requiredMaterials).map((one) => one.label),
      held: roleIds.length > 0 && roleIds.every((id) => held.has(id)),
    };
  });
  // The reviewer's name stays internal, because it is a sign-in name.
  return {
    modes,
    applications: (await applicationsOf(context.db, currentUser.userId)).map((row) => ({ ...wire(row), auditBy: '', firstAuditBy: '' })),
  };
}

/** Returns whether the mode needs a review, and the stored materials: only files that the applicant uploaded. */
async function checked(tx: Tx, userId: number, draft: Draft) {
  const mode = await modeByKey(tx, draft.targetMode);
  if (!mode || mode.modeKey === 'regular') throw failed('这个身份现在不能申请，请刷新后重新选择');
  if (draft.scholarId !== null && mode.modeKey !== 'scholar') throw failed('只有申请学者身份时才能认领学者主页');
  if (draft.scholarId !== null) await assertFreePage(tx, draft.scholarId, userId);
  const lacking = list<Material>(mode.requiredMaterials).slice(draft.materials.length);
  if (lacking.length > 0) throw new AppError(APPLY_CODES.materials, `请上传${lacking.map((one) => one.label).join('、')}`);
  const fileIds = [...new Set(draft.materials.map((one) => one.fileId))];
  const files = new Map((await filesOf(tx, userId, fileIds)).map((file) => [file.fileId, file]));
  const materials = fileIds.map((id) => files.get(id)).filter((file) => file !== undefined);
  if (materials.length < draft.materials.length) throw new AppError(APPLY_CODES.materials, '有的材料不是您上传的文件，请移除后重新上传');
  await storePrivate(tx, userId, fileIds);
  return { needAudit: mode.needAudit === '1', materials: JSON.stringify(materials) };
}

/** Throws when the page of a scholar cannot be claimed by this user. */
async function assertFreePage(tx: Tx, scholarId: number, userId: number): Promise<void> {
  const pages = await claimedPages(tx, scholarId, userId);
  const page = pages.find((one) => one.id === scholarId);
  if (!page || page.status !== 'published' || page.mergedInto !== null) throw missing('学者主页不存在或已关闭，请回到学者馆重新选择');
  if (ownsPage(page, { userId })) throw new AppError(APPLY_CODES.claimed, '这个主页已经是您的了');
  if (page.userId !== null) throw new AppError(APPLY_CODES.claimed, `“${page.scholarName}”的主页已有人认领，如有疑问请提交意见反馈`);
  const own = pages.find((one) => ownsPage(one, { userId }));
  if (own) throw new AppError(APPLY_CODES.claimed, `您已有学者主页“${own.scholarName}”；两个主页是同一人时请联系工作人员合并`);
}

/** Applies for a mode. Without a review it is granted at once, but not to a user from whom it was revoked. */
export async function applyFor(context: AppContext, currentUser: CurrentUser, draft: Draft): Promise<ApplyForLog> {
  const now = Date.now();
  // A withdrawn application may be repeated, but each one adds a row and costs a review.
  await rateLimit(context, APPLICATIONS, currentUser.userId);
  return context.db.transaction().execute(async (tx) => {
    // Taken first: the lock on the number row serializes concurrent applications.
    const number = String(await nextNumber(tx, 'apply')).padStart(5, '0');
    const { needAudit, materials } = await checked(tx, currentUser.userId, draft);
    if (await openApplication(tx, currentUser.userId, draft.targetMode)) throw new AppError(APPLY_CODES.open, '已有审核中的申请');
    const rejected = await lastRejection(tx, currentUser.userId, draft.targetMode);
    if (rejected && now - (rejected.auditTime ?? 0) < REAPPLY_MS) throw new AppError(APPLY_CODES.early, '驳回后7天内不能重复申请');
    const { id } = await tx
      .insertInto('applyForLog')
      .values({
        applyNo: `SQ${wireTime(now).slice(0, 10).replaceAll('-', '')}${number}`,
        userId: currentUser.userId,
        ...draft,
        materials,
        status: 'pending',
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logTransition(tx, currentUser, {
      entityType: 'applyForLog',
      entityId: id,
      event: 'apply',
      fromStatus: '',
      toStatus: 'pending',
      note: draft.reason,
    });
    const row = await existing(tx, id);
    // Nobody reviews this case: a mode whose role has any permission waits for a reviewer who has that permission.
    const free = !needAudit && draft.scholarId === null && (await openNothing(tx, list<number>(row.defaultRoleIds ?? '[]')));
    if (free && !(await wasRevoked(tx, currentUser.userId, draft.targetMode))) await step(tx, null, row, 'approve', '自动通过');
    return wire(await existing(tx, id));
  });
}

/** The applicant sends the requested supplement or withdraws the application. */
export async function answerMine(
  context: AppContext,
  currentUser: CurrentUser,
  event: ApplyEvent,
  id: number,
  draft: Draft | null | undefined,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await existing(tx, id);
    if (!sentApplication(row, currentUser)) throw missing(NO_APPLICATION);
    if (event === 'resend') {
      if (row.expireAt !== null && row.expireAt < Date.now()) throw failed('补正期限已过，请重新申请');
      if (!draft) throw invalid('请按审核意见补充后再提交');
      const { materials } = await checked(tx, currentUser.userId, { ...draft, targetMode: row.targetMode });
      const { realName, unit, reason } = draft;
      await tx.updateTable('applyForLog').set({ realName, unit, reason, materials }).where('id', '=', id).execute();
    }
    await step(tx, currentUser, row, event);
  });
}

/** Staff decide about an application. Nobody decides about their own one. */
export async function audit(caller: RequestCaller, event: ApplyEvent, id: number, opinion: string): Promise<void> {
  await withOperationLog(caller, { title: '申请记录', business: event === 'approve' || event === 'revoke' ? 'grant' : 'edit' }, async (tx) => {
    const row = await existing(tx, id);
    await assertPersonInScope(tx, caller.currentUser, row.userId, AUDIT);
    const { userId } = caller.currentUser;
    if (await samePerson(tx, row.userId, userId)) throw new AppError(APPLY_CODES.own, '不能审核本人的申请');
    if (row.scholarId !== null && (await claimantsOf(tx, row.scholarId)).includes(userId))
      throw new AppError(APPLY_CODES.own, '您也申请认领这个主页，或这个主页是您的，请由另一位同事审核');
    await step(tx, caller.currentUser, row, event, opinion);
  });
}

async function existing(tx: Tx, id: number): Promise<ApplicationRow> {
  const row = await applicationById(tx, id);
  if (!row) throw missing(NO_APPLICATION);
  return row;
}

const DECISIONS = new Set<ApplyEvent>(['approve', 'reject', 'supplement', 'revoke']);

/** The roles that the mode of an application gives. */
const rolesOf = async (tx: Tx, row: ApplicationRow): Promise<string[]> =>
  (await rolesByIds(tx, list<number>(row.defaultRoleIds ?? '[]'))).map(({ roleKey }) => roleKey);

/** A page without a dynasty belongs to a living scholar. */
const claimsLiving = (row: ApplicationRow): boolean => row.scholarId !== null && row.dynasty === '';

const step = transition<ApplyStatus, ApplyEvent, ApplicationRow>(applyMachine, {
  table: 'applyForLog',
  stateOf: (row) => row.status as ApplyStatus,
  ownerOf: (row) => row.userId,
  notOwner: () => missing(NO_APPLICATION),
  on: {
    approve: {
      async guard({ tx, row, from, currentUser }) {
        if (row.scholarId !== null) await assertFreePage(tx, row.scholarId, row.userId);
        if (from === 'confirming' && currentUser && row.firstAuditBy !== null && (await samePerson(tx, row.firstAuditBy, currentUser.userId)))
          throw new AppError(APPLY_CODES.second, '认领在世学者的主页须由两位同事审核，请由另一位同事复核');
      },
      target: ({ from, row }) => (from === 'pending' && claimsLiving(row) ? 'confirming' : 'approved'),
      async after({ tx, row, to, currentUser }) {
        // The second approval gives the roles.
        if (to === 'confirming') return;
        for (const roleKey of await rolesOf(tx, row))
          await (currentUser ? giveRole(tx, { currentUser, permission: AUDIT }, row.userId, roleKey) : giveOpenRole(tx, row.userId, roleKey));
      },
    },
    supplement: { columns: ({ now }) => ({ expireAt: now + SUPPLEMENT_MS }) },
    revoke: {
      async after({ tx, row, currentUser }) {
        if (!currentUser) return;
        for (const roleKey of await rolesOf(tx, row)) await takeRole(tx, { currentUser, permission: AUDIT }, row.userId, roleKey);
      },
    },
  },
  target: () => 'approved',
  columns: ({ event, to, row, currentUser, reason, now }) => ({
    // The name of the user who decided; empty where the program decides.
    ...(DECISIONS.has(event) ? { auditBy: currentUser?.userName ?? '', auditTime: now, auditOpinion: reason } : {}),
    firstAuditBy: to === 'confirming' ? (currentUser?.userId ?? null) : to === 'pending' ? null : row.firstAuditBy,
    expireAt: null,
  }),
  async after({ tx, row, event, to, reason }) {
    // Not decided yet: the applicant hears of it after the second approval.
    if (to === 'confirming' || !DECISIONS.has(event)) return;
    await sendMessage(tx, {
      userId: row.userId,
      type: 'audit',
      title: `您申请的「${row.modeName ?? row.targetMode}」${row.scholarName ? `（认领“${row.scholarName}”的主页）` : ''}${applyMachine.states[to].label}`,
      content: reason,
      link: '/personalCenter/profile',
    });
  },
});
