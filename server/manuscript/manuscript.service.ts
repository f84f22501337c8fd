import type { z } from 'zod';
import type { manuscriptEvent } from '../../contract/manuscript/manuscript.ts';
import type { ManuscriptDetail } from '../../contract/manuscript/manuscript.ts';
import { authorWord, manuscriptMachine, NEXT_STEP, STAFF_EVENTS, TURN_NAMES } from '../../contract/manuscript/manuscript.machine.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, invalid } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { assignEditor } from './edit-task.service.ts';
import { beginHold, endHold } from './hold/hold.service.ts';
import { lettersOf, queueLetter, takeBack, undoOf } from './letter/letter.service.ts';
import { countPendingDecisions } from './letter/pending-decision.service.ts';
import { CODES } from './manuscript-codes.ts';
import {
  assertNotAuthor,
  authorsOf,
  manuscriptGone,
  manuscriptIn,
  transitionManuscript,
  subjectOf,
  type ManuscriptRow,
} from './manuscript-step.service.ts';
import { transitionsOf } from './manuscript-log.service.ts';
import { authorUsers, isAuthor, isOwner, isWho, seesManuscript } from './manuscript.policy.ts';
import { manuscriptById } from './manuscript.queries.ts';
import { closeRevision } from './version/revision.service.ts';

const LOG = '稿件管理';
type StaffEvent = (typeof STAFF_EVENTS)[number];
type Body = NonNullable<z.output<NonNullable<typeof manuscriptEvent.body>>>;

/** Columns that a step of SM01 writes. */
const STEP_COLUMNS = ['status', 'prevStatus', 'turn', 'turnUserId', 'turnOutside', 'stageSince', 'dueAt', 'editorId'] as const;
export const undoManuscript = (row: ManuscriptRow) => undoOf('manuscript', row, STEP_COLUMNS);

type TurnRow = Pick<ManuscriptRow, 'turn' | 'ownerId' | 'authors'> & { readonly handlerName: string | null };
/** Whose turn it is, for a user. */
export const turnNameOf = (row: TurnRow, user: Pick<CurrentUser, 'accounts'>): string =>
  row.handlerName === null || (row.turn === 'reviewer' && isAuthor(row, user)) ? TURN_NAMES[row.turn] : row.handlerName;

/** Steps that a user may take directly. */
export const canOf = (row: ManuscriptRow, currentUser: CurrentUser): StaffEvent[] =>
  isAuthor(row, currentUser)
    ? []
    : eventsFrom(
        manuscriptMachine,
        row.status,
        (permission) => hasPermission(currentUser, permission),
        (who) => isWho(row, who, currentUser),
      ).filter((event): event is StaffEvent => (STAFF_EVENTS as readonly string[]).includes(event));

const logRowsOf = (db: Database | Tx, archiveId: number) =>
  transitionsOf(
    db,
    'manuscript',
    archiveId,
    (event) => OTHER_STEPS[event] ?? eventLabel(manuscriptMachine, event),
    (state) => stateLabel(manuscriptMachine, state),
  );
const OTHER_STEPS: Readonly<Record<string, string>> = { takeBack: '撤回决定', create: '建稿' };

/** The columns that staff and author see alike. */
export function factsOf(row: ManuscriptRow) {
  const word = authorWord(row.status, row.turn, row.prevStatus);
  return {
    archiveId: row.id,
    archiveNo: row.archiveNo,
    title: row.title,
    subtitle: row.subtitle,
    kind: row.kind as ManuscriptDetail['kind'],
    language: row.language,
    originality: row.originality,
    typeName: row.typeName ?? '',
    clcCode: row.clcCode,
    keywords: JSON.parse(row.keywords) as string[],
    summary: row.summary,
    authors: authorsOf(row) as ManuscriptDetail['authors'],
    wordCount: row.wordCount,
    planWordCount: row.planWordCount,
    currentVersion: row.currentVersion,
    status: row.status,
    version: row.version,
    authorWord: word,
    nextStep: NEXT_STEP[word],
    restoreAsked: row.restoreAskedAt !== null,
    stageSince: wireTime(row.stageSince),
  };
}

async function detailOf(db: Database | Tx, row: ManuscriptRow, currentUser: CurrentUser): Promise<ManuscriptDetail> {
  const blind = isAuthor(row, currentUser);
  const log = await logRowsOf(db, row.id);
  return {
    ...factsOf(row),
    ownerId: row.ownerId,
    ownerName: row.ownerName ?? '',
    editorId: row.editorId,
    editorName: row.editorName ?? '',
    prevStatus: row.prevStatus,
    turn: row.turn,
    turnName: turnNameOf(row, currentUser),
    dueAt: wireTime(row.dueAt),
    log: blind ? log.map((one) => ({ ...one, operatorName: '' })) : log,
    letters: await lettersOf(db, 'manuscript', row.id, currentUser.userId),
    can: canOf(row, currentUser),
  };
}

export async function manuscriptFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<ManuscriptDetail> {
  const row = await manuscriptById(db, id);
  if (!row || !seesManuscript(row, currentUser)) throw manuscriptGone();
  return detailOf(db, row, currentUser);
}

/** Events that tell the author, with the letter used when the caller writes none. */
const LETTERS: Readonly<Partial<Record<StaffEvent, (row: ManuscriptRow, reason: string) => { subject: string; content: string }>>> = {
  revise: (row, reason) => ({
    subject: `请修改${subjectOf(row)}`,
    content: `您好：\n\n${subjectOf(row)}需要修改，意见如下：\n\n${reason}\n\n请在30天内修回。`,
  }),
  reject: (row, reason) => ({
    subject: `${subjectOf(row)}未能采用`,
    content: `您好：\n\n感谢您把${subjectOf(row)}交给我们。经审读，未能采用，意见如下：\n\n${reason}`,
  }),
  returnForCompletion: (row, reason) => ({
    subject: `请补全${subjectOf(row)}`,
    content: `您好：\n\n${subjectOf(row)}还缺少一些内容：\n\n${reason}\n\n补全后请再次投稿，稿件编号不变。`,
  }),
  undoReject: (row, reason) => ({ subject: `${subjectOf(row)}恢复审读`, content: `您好：\n\n${subjectOf(row)}已撤销退稿，恢复审读。\n\n${reason}` }),
};

const authorPath = (archiveId: number): string => `/authorBackground/publish?archiveId=${archiveId}`;

interface StaffStep {
  readonly tx: Tx;
  readonly currentUser: CurrentUser;
  readonly row: ManuscriptRow;
  readonly reason: string;
  readonly body: Body | null | undefined;
}

interface StaffRule {
  readonly guard?: (body: Body | null | undefined) => void;
  /** Takes the step itself, where more than the state changes with it. */
  readonly take?: (step: StaffStep) => Promise<ManuscriptRow>;
  readonly after?: (step: StaffStep) => Promise<unknown>;
}

/** What an event of the staff does besides the state, the log and the letter. */
const STAFF_RULES: Readonly<Partial<Record<StaffEvent, StaffRule>>> = {
  reassign: {
    take: ({ tx, currentUser, row, reason, body }) => {
      if (!body?.editorId) throw invalid('请选择新的责任编辑');
      return assignEditor(tx, currentUser, row, { editorId: body.editorId, dueAt: null, reason, event: 'reassign' });
    },
  },
  hold: {
    guard: (body) => {
      if (!body?.reasonType) throw invalid('请选择搁置原因的类别');
    },
    after: ({ tx, currentUser, row, reason, body }) =>
      beginHold(tx, currentUser, row, { reasonType: body?.reasonType ?? '其他', reason, resumePlan: body?.resumePlan ?? '' }),
  },
  resume: { after: ({ tx, currentUser, row }) => endHold(tx, currentUser, row) },
  undoWithdraw: {
    after: ({ tx, row }) => sendMessage(tx, { userId: row.ownerId, type: 'audit', title: `${subjectOf(row)}已恢复`, link: authorPath(row.id) }),
  },
};

/** Takes one step of SM01 for a member of the staff. */
export async function handleManuscriptEvent(
  caller: RequestCaller,
  id: number,
  event: StaffEvent,
  body: Body | null | undefined,
): Promise<ManuscriptDetail> {
  const { currentUser } = caller;
  requirePermission(manuscriptMachine, event, currentUser);
  const reason = body?.reason ?? '';
  return withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await manuscriptIn(tx, id);
    assertNotAuthor(row, currentUser);
    const step = { tx, currentUser, row, reason, body };
    const { guard, take, after } = STAFF_RULES[event] ?? {};
    if (take) return detailOf(tx, await take(step), currentUser);
    guard?.(body);
    const pending = await countPendingDecisions(tx, 'manuscript', id);
    await transitionManuscript(tx, currentUser, row, event, { reason, to: body?.to ?? null });
    // A step that withdrew the letter of the decision it reverses has nothing to tell.
    const standard = (await countPendingDecisions(tx, 'manuscript', id)) < pending ? undefined : LETTERS[event];
    if (standard && body?.letter !== null)
      await queueLetter(tx, currentUser, {
        entity: 'manuscript',
        entityId: id,
        event,
        ...(body?.letter ?? standard(row, reason)),
        recipients: authorUsers(row),
        link: authorPath(id),
        undo: [undoManuscript(row)],
      });
    await after?.(step);
    return detailOf(tx, await manuscriptIn(tx, id), currentUser);
  });
}

/** Takes back a decision of the caller with its letter. */
export async function withdrawDecision(caller: RequestCaller, letterId: number): Promise<void> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, (tx) => takeBack(tx, caller.currentUser, letterId));
}

type AuthorEvent = 'submit' | 'resubmit' | 'withdraw' | 'askRestore';
const AFTER_CONTRACT: ReadonlySet<string> = new Set(manuscriptMachine.groups.contracted);

interface AuthorStep {
  readonly tx: Tx;
  readonly currentUser: CurrentUser;
  readonly row: ManuscriptRow;
}

interface AuthorRule {
  readonly before?: (step: AuthorStep) => Promise<unknown> | void;
  readonly after?: (step: AuthorStep) => Promise<unknown>;
}

/** What an event of the author does besides the state and the log. */
const AUTHOR_RULES: Readonly<Partial<Record<AuthorEvent, AuthorRule>>> = {
  withdraw: {
    before: ({ row }) => {
      if (AFTER_CONTRACT.has(row.status)) throw new AppError(CODES.signed, '已签约稿件请联系责任编辑解除协议');
    },
  },
  resubmit: {
    before: ({ tx, currentUser, row }) => closeRevision(tx, currentUser, row.id),
    after: async ({ tx, currentUser, row }) => {
      if (row.editorId !== null)
        await sendMessage(tx, {
          userId: row.editorId,
          type: 'task',
          title: `${subjectOf(row)}已修回`,
          content: `${currentUser.nickName}修回了稿件，请继续处理。`,
          link: `/press/editor?open=${row.id}`,
        });
    },
  },
};

/** Takes one step of SM01 for the author. */
export async function handleAuthorEvent(context: AppContext, currentUser: CurrentUser, id: number, event: AuthorEvent): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await manuscriptById(tx, id);
    if (!row || !isOwner(row, currentUser)) throw manuscriptGone();
    const { before, after } = AUTHOR_RULES[event] ?? {};
    await before?.({ tx, currentUser, row });
    await transitionManuscript(tx, currentUser, row, event);
    await after?.({ tx, currentUser, row });
  });
}
