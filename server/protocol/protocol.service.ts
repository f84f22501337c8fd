import type { z } from 'zod';
import type { OwnAgreement, ProtocolDetail, ownAgreements } from '../../contract/protocol/protocol.ts';
import {
  PROTOCOL_STAFF_EVENTS,
  protocolMachine,
  ROYALTY_RANGE,
  type ProtocolEvent,
  type ProtocolState,
} from '../../contract/protocol/protocol.machine.ts';
import { eventLabel, eventsFrom, stateLabel } from '../../contract/state-machine.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { AppError, failed, invalid, missing, warning } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { openConfirmations } from '../manuscript/author/author-confirm.service.ts';
import { beginHold } from '../manuscript/hold/hold.service.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { isAuthor } from '../manuscript/manuscript.policy.ts';
import {
  assertNotAuthor,
  authorsOf,
  manuscriptIn,
  transitionManuscript,
  subjectOf,
  type ManuscriptRow,
  type TurnChange,
} from '../manuscript/manuscript-step.service.ts';
import { pressTask, type TaskMessage, type TaskRule } from '../manuscript/press-task.service.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { keepTemplate } from '../template/template.service.ts';
import { articlesOf, percentOf } from './articles.ts';
import { CODES } from './protocol-codes.ts';
import { beginTerms, termArticle } from './term.service.ts';
import { agreementsOf, isUploadOf, namesOfUsers, protocolById, realNameOf, signaturesOf, userNamesOf, type ProtocolRow } from './protocol.queries.ts';
import { approvesOwnDraft, editsAgreement, hasSigned, isParty, signersOf, signsAgreement } from './protocol.policy.ts';

const LOG = '出版协议';
const DERIVED: ReadonlySet<string> = new Set(['adapted', 'compiled', 'translated', 'annotated']);

export const protocolGone = (): AppError => missing('协议不存在或与您无关，请刷新后重试');
export const protocolPath = (id: number): string => `/press/protocol?open=${id}`;

/** What comes with an event. */
interface Sent {
  readonly reason: string;
  readonly confirmed: boolean;
  readonly fileId: number | null;
  readonly userId: number;
  /** The template of the agreement's document, for `submit`. */
  readonly templateKey?: string;
}

/** What is missing in the terms before they can be checked. */
function lackingOf(row: ProtocolRow): string[] {
  return [
    (JSON.parse(row.rights) as string[]).length === 0 && '授予的权利',
    signersOf(row).length === 0 && '签约作者',
    row.payMode === 'royalty' && row.royaltyBp === 0 && '版税率',
    row.payMode === 'base_print' && row.basePerThousandFen === 0 && '基本稿酬',
    row.payMode === 'lump' && row.lumpFen === 0 && '一次性报酬',
  ].filter((one) => one !== false);
}

/** Rejects a royalty rate outside the reference range until the caller confirms it. */
function checkRoyalty(row: ProtocolRow, confirmed: boolean): void {
  if (row.payMode !== 'royalty' || confirmed) return;
  const [least, most] = DERIVED.has(row.originality) ? ROYALTY_RANGE.derived : ROYALTY_RANGE.original;
  if (row.royaltyBp < least || row.royaltyBp > most)
    throw warning(`版税率超出国家参考标准，请确认：现为${percentOf(row.royaltyBp)}，参考${percentOf(least)}至${percentOf(most)}`);
}

/** A co-author who objects stops the agreement; one who has not confirmed is a warning, because agreements are also signed on paper. */
async function checkCoAuthors(tx: Tx, row: ProtocolRow, confirmed: boolean): Promise<void> {
  const { rejected, waiting } = await openConfirmations(tx, await manuscriptIn(tx, row.archiveId));
  if (rejected.length > 0) throw failed(`${rejected.join('、')}对署名或份额有异议，请与投稿人改好后重新确认`);
  if (waiting.length > 0 && !confirmed) throw warning(`${waiting.join('、')}尚未确认署名与份额，请确认要继续送审`);
}

/** The last day of the term: the day before the anniversary. */
export function endOf(startDate: string, years: number): string {
  const [year = 0, month = 1, day = 1] = startDate.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, day - 1)).toISOString().slice(0, 10);
}

const runner = (sent: Sent, manuscript: ManuscriptRow) => {
  const name = `${subjectOf(manuscript)}的出版协议`;
  const authorPath = `/authorBackground/publish?archiveId=${manuscript.id}`;
  const toEditor = (row: ProtocolRow, title: string, content = ''): TaskMessage => ({
    userId: manuscript.editorId,
    title,
    content,
    link: protocolPath(row.id),
  });
  const toSigners = (row: ProtocolRow, title: string): TaskMessage[] => signersOf(row).map((userId) => ({ userId, title, link: authorPath }));
  const withManager = (): TurnChange => ({ turn: 'manager', userId: null, dueAt: null });
  const backToEditor = (words: string): TaskRule<ProtocolState, ProtocolEvent, ProtocolRow> => ({
    async after({ tx, row }) {
      await tx.deleteFrom('protocolSignature').where('protocolId', '=', row.id).execute();
    },
    turn: () => ({ turn: 'editor', userId: manuscript.editorId, dueAt: null }),
    messages: ({ row }) => [toEditor(row, words, sent.reason)],
  });
  return pressTask<ProtocolState, ProtocolEvent, ProtocolRow>(protocolMachine, manuscript, {
    table: 'protocol',
    stateOf: (row) => row.status,
    subject: (row) => `《${row.title}》的出版协议`,
    // Each author of party A owns the signature.
    ownerOf: (row) => (isParty(row, sent) ? sent.userId : null),
    notOwner: protocolGone,
    on: {
      submit: {
        async guard({ tx, row }) {
          const lacking = lackingOf(row);
          if (lacking.length > 0) throw invalid(`请先填写${lacking.join('、')}`);
          await checkCoAuthors(tx, row, sent.confirmed);
          checkRoyalty(row, sent.confirmed);
        },
        columns: { templateKey: sent.templateKey ?? '' },
        async after({ tx, row, now }) {
          if (row.protocolNo !== '') return;
          await tx
            .updateTable('protocol')
            .set({ protocolNo: await yearlyNumber(tx, 'HT', 5, now, '-') })
            .where('id', '=', row.id)
            .execute();
        },
        turn: withManager,
      },
      return: backToEditor(`${name}被退回`),
      approve: {
        turn: () => ({ turn: 'author', userId: manuscript.ownerId, dueAt: null }),
        messages: ({ row }) => toSigners(row, `请您签署${name}`),
      },
      signA: {
        async guard({ tx, row }) {
          if ((await realNameOf(tx, sent.userId)) !== 'verified') throw new AppError(CODES.unverified, '请先完成实名认证');
          if (hasSigned(await signaturesOf(tx, row.id), sent)) throw failed('您已签署，请等其他作者签署');
        },
        async target({ tx, row }) {
          const signed = new Set((await signaturesOf(tx, row.id)).map(({ userId }) => userId)).add(sent.userId);
          return signersOf(row).every((userId) => signed.has(userId)) ? 'wait_press' : 'wait_author';
        },
        async after({ tx, row, now }) {
          await tx.insertInto('protocolSignature').values({ protocolId: row.id, userId: sent.userId, signedAt: now }).execute();
        },
        turn: ({ to }) => (to === 'wait_press' ? withManager() : null),
        messages: ({ row, to }) => (to === 'wait_press' ? [toEditor(row, `作者已签署${name}`)] : []),
      },
      rejectA: backToEditor(`作者不同意${name}`),
      signB: {
        columns: ({ row, now, currentUser }) => {
          const startDate = row.startDate || wireDate(now);
          return { signedByB: now, signerB: currentUser?.userId ?? null, startDate, endDate: endOf(startDate, row.termYears) };
        },
        after: ({ tx, written }) => beginTerms(tx, written, written.startDate),
        manuscript: () => ({ event: 'contractSigned', reason: '' }),
        messages: ({ row }) => [...toSigners(row, `${name}已生效`), toEditor(row, `${name}已生效，请开始编辑加工`)],
      },
      terminate: {
        async guard({ tx }) {
          if (sent.fileId === null) throw new AppError(CODES.noDissolution, '请上传解除协议');
          if (!(await isUploadOf(tx, sent.fileId, sent.userId))) throw new AppError(CODES.noDissolution, '解除协议没有上传成功，请重新上传');
        },
        columns: { dissolutionFileId: sent.fileId },
        after: ({ tx, currentUser, row }) => holdAfterTermination(tx, currentUser, row.archiveId, sent.reason),
      },
    },
  });
};

const STILL: ReadonlySet<string> = new Set(['published', 'archived', 'held', 'rejected', 'withdrawn', 'draft', 'submitted']);

async function holdAfterTermination(tx: Tx, currentUser: CurrentUser | null, archiveId: number, reason: string): Promise<void> {
  if (!currentUser) throw new RangeError('a person terminates an agreement');
  const manuscript = await manuscriptIn(tx, archiveId);
  if (STILL.has(manuscript.status)) return;
  await transitionManuscript(tx, currentUser, manuscript, 'hold', { reason: `协议解除：${reason}`, checked: true });
  await beginHold(tx, currentUser, manuscript, { reasonType: '版权', reason: `协议解除：${reason}`, resumePlan: '' });
}

export async function handleProtocolEvent(
  caller: RequestCaller,
  id: number,
  event: (typeof PROTOCOL_STAFF_EVENTS)[number],
  body: { reason?: string | null | undefined; confirmed?: boolean | null | undefined; fileId?: number | null | undefined },
): Promise<void> {
  requirePermission(protocolMachine, event, caller.currentUser);
  const sent: Sent = {
    reason: body.reason ?? '',
    confirmed: body.confirmed ?? false,
    fileId: body.fileId ?? null,
    userId: caller.currentUser.userId,
    ...(event === 'submit' ? { templateKey: await keepTemplate(caller.context, 'protocol') } : {}),
  };
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await protocolById(tx, id);
    if (!row) throw protocolGone();
    assertNotAuthor(row, caller.currentUser);
    if (event === 'approve' && approvesOwnDraft(row, await userNamesOf(tx, caller.currentUser.accounts)))
      throw failed('协议由您拟定并送审，请由另一位编务审核');
    await runner(sent, await manuscriptIn(tx, row.archiveId))(tx, caller.currentUser, row, event, sent.reason);
  });
}

/** An author signs or rejects. */
export async function signByAuthor({ context, currentUser }: RequestCaller, id: number, event: 'signA' | 'rejectA', reason: string): Promise<void> {
  const sent: Sent = { reason, confirmed: false, fileId: null, userId: currentUser.userId };
  await context.db.transaction().execute(async (tx) => {
    const row = await protocolById(tx, id);
    if (!row || !isParty(row, currentUser)) throw protocolGone();
    await runner(sent, await manuscriptIn(tx, row.archiveId))(tx, currentUser, row, event, reason);
  });
}

/** Records that an amendment of an effective agreement holds. */
export async function amendProtocol(tx: Tx, id: number, note: string): Promise<void> {
  const row = await protocolById(tx, id);
  if (!row) throw protocolGone();
  const sent = { reason: note, confirmed: true, fileId: null, userId: 0 };
  await runner(sent, await manuscriptIn(tx, row.archiveId))(tx, null, row, 'amend', note);
}

/** Cancels the agreement of a manuscript that has left the way, or ends one at its date. */
export async function endProtocol(tx: Tx, row: ProtocolRow, event: 'cancel' | 'expire'): Promise<void> {
  const sent = { reason: '', confirmed: true, fileId: null, userId: 0 };
  await runner(sent, await manuscriptIn(tx, row.archiveId))(tx, null, row, event);
}

/** The articles that both sides sign, with the terms of settlement. */
export const allArticles = async (db: Database | Tx, row: ProtocolRow) => [...articlesOf(row), ...(await termArticle(db, row))];

async function termsOf(db: Database | Tx, row: ProtocolRow) {
  const signed = new Map((await signaturesOf(db, row.id)).map(({ userId, signedAt }) => [userId, signedAt]));
  const names = await namesOfUsers(db, signersOf(row));
  const shares = new Map(
    (authorsOf(row) as { name: string; share: number; userId?: number | null }[]).map(({ userId, share }) => [userId ?? 0, share]),
  );
  return {
    protocolId: row.id,
    protocolNo: row.protocolNo,
    archiveId: row.archiveId,
    title: row.title,
    partyB: row.partyB,
    signatures: signersOf(row).map((userId) => ({
      userId,
      name: names.get(userId) ?? '（已删除）',
      share: shares.get(userId) ?? 0,
      signedAt: wireTime(signed.get(userId) ?? null),
    })),
    articles: await allArticles(db, row),
    status: row.status,
    signedByB: wireTime(row.signedByB),
    signerB: row.signerName ?? '',
    endDate: row.endDate,
  };
}

export async function protocolFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<ProtocolDetail> {
  const row = await protocolById(db, id);
  if (!row) throw protocolGone();
  return {
    ...(await termsOf(db, row)),
    log: await transitionsOf(
      db,
      'protocol',
      id,
      (event) => eventLabel(protocolMachine, event),
      (state) => stateLabel(protocolMachine, state),
    ),
    can: eventsFrom(protocolMachine, row.status, (permission) => !isAuthor(row, currentUser) && hasPermission(currentUser, permission)).filter(
      (event): event is (typeof PROTOCOL_STAFF_EVENTS)[number] => (PROTOCOL_STAFF_EVENTS as readonly string[]).includes(event),
    ),
    editable: editsAgreement(row, currentUser),
  };
}

export async function agreementsFor(
  { db }: AppContext,
  currentUser: Pick<CurrentUser, 'userId'>,
  asked: z.output<typeof ownAgreements.query>,
): Promise<OwnAgreement[]> {
  const rows = await agreementsOf(db, currentUser.userId, asked.archiveId);
  const verified = await db.transaction().execute((tx) => realNameOf(tx, currentUser.userId));
  return Promise.all(
    rows.map(async (row) => {
      const terms = await termsOf(db, row);
      const open = signsAgreement(row, await signaturesOf(db, row.id), currentUser);
      return { ...terms, can: open ? (['signA', 'rejectA'] as const).slice() : [], realName: verified === 'verified' };
    }),
  );
}
