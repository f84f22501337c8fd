import { DAY_MS } from '../../contract/clock.ts';
import { LANGUAGE_OF_AGREEMENT, REGION_OF_AGREEMENT } from './protocol-defaults.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { manuscriptMachine } from '../../contract/manuscript/manuscript.machine.ts';
import { onTransition } from '../state-machine/effects.ts';
import type { AppContext } from '../context.ts';
import { wireDate } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { sendMessage } from '../inbox/message.service.ts';
import type { AuthorTodoSource } from '../manuscript/author/author-todo.service.ts';
import { authorUsers } from '../manuscript/manuscript.policy.ts';
import { authorsText, manuscriptIn, setTurn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { agreementsOf, effectiveProtocolOf, ended, endingSoon, openProtocolOf, ownPress } from './protocol.queries.ts';
import { agreementsFor, endProtocol, protocolPath } from './protocol.service.ts';

const WARNINGS = [90, 30] as const;

/** A draft of the agreement is made when the last review passes, unless one is effective; it is cancelled when the manuscript leaves the contract stage backwards. */
export const protocolEffect = onTransition(manuscriptMachine, {
  recallReview: ({ tx, entityId }) => cancelOpen(tx, entityId),
  withdraw: ({ tx, entityId }) => cancelOpen(tx, entityId),
  passLast: ({ tx, entityId, currentUser }) => contractFor(tx, entityId, currentUser?.userName ?? 'system'),
  async resume({ tx, entityId, to }) {
    if (to === 'contracting') await continueTurn(tx, entityId);
  },
});

async function cancelOpen(tx: Tx, archiveId: number): Promise<void> {
  const open = await openProtocolOf(tx, archiveId);
  if (open) await endProtocol(tx, open, 'cancel');
}

/** Whose turn the contract stage is after a hold. */
async function continueTurn(tx: Tx, archiveId: number): Promise<void> {
  const open = await openProtocolOf(tx, archiveId);
  const manuscript = await manuscriptIn(tx, archiveId);
  if (open?.status === 'wait_author') await setTurn(tx, manuscript, { turn: 'author', userId: manuscript.ownerId, dueAt: null });
  if (open?.status === 'checking' || open?.status === 'wait_press') await setTurn(tx, manuscript, { turn: 'manager', userId: null, dueAt: null });
}

/** A manuscript that was reviewed again under an agreement that still holds goes straight to editing; otherwise an agreement is drafted. */
async function contractFor(tx: Tx, archiveId: number, userName: string): Promise<void> {
  if (!(await effectiveProtocolOf(tx, archiveId))) return draftFor(tx, archiveId, userName);
  const manuscript = await manuscriptIn(tx, archiveId);
  const signed = await transitionManuscript(tx, null, manuscript, 'contractSigned', { reason: '协议仍有效' });
  await setTurn(tx, signed, { turn: 'editor', userId: manuscript.editorId, dueAt: null });
}

async function draftFor(tx: Tx, archiveId: number, userName: string): Promise<void> {
  const manuscript = await manuscriptIn(tx, archiveId);
  const press = await ownPress(tx);
  const now = Date.now();
  const { id } = await tx
    .insertInto('protocol')
    .values({
      archiveId,
      partyA: authorsText(manuscript) || (manuscript.ownerName ?? ''),
      partyB: press?.pressName ?? '',
      rights: JSON.stringify(workFiles(manuscript.kind).rights),
      region: REGION_OF_AGREEMENT,
      language: LANGUAGE_OF_AGREEMENT,
      termYears: 5,
      planWordCount: manuscript.planWordCount,
      sampleBooks: 10,
      authorDiscountBp: 7000,
      signers: JSON.stringify(authorUsers(manuscript)),
      signedByB: null,
      signerB: null,
      dissolutionFileId: null,
      remindedDays: null,
      createBy: userName,
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logTransition(tx, null, { entityType: 'protocol', entityId: id, event: 'create', fromStatus: '', toStatus: 'draft', note: '' });
  if (manuscript.editorId !== null)
    await sendMessage(tx, {
      userId: manuscript.editorId,
      type: 'task',
      title: `《${manuscript.title}》终审通过，请拟定出版协议`,
      link: protocolPath(id),
    });
}

/** An author signs each agreement once. */
export const signingTodos: AuthorTodoSource = async (context, userId) => {
  const rows = (await agreementsOf(context.db, userId, undefined)).filter((row) => row.status === 'wait_author');
  if (rows.length === 0) return [];
  const waiting = await agreementsFor(context, { userId }, {});
  return waiting
    .filter(({ can }) => can.includes('signA'))
    .map(({ archiveId, title }) => ({
      archiveId,
      title,
      kind: '签约',
      text: '阅读并签署出版协议',
      due: '',
      link: `/authorBackground/publish?archiveId=${archiveId}`,
    }));
};

/** Warns 90 and 30 days before an agreement ends, and ends it at its date. */
export async function watchNextEnd({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  const over = await ended(db, wireDate(now));
  if (over) {
    await db.transaction().execute((tx) => endProtocol(tx, over, 'expire'));
    return true;
  }
  for (const days of WARNINGS.toReversed()) {
    const row = await endingSoon(db, wireDate(now + days * DAY_MS), days);
    if (!row) continue;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('protocol').set({ remindedDays: days }).where('id', '=', row.id).execute();
      if (row.editorId !== null)
        await sendMessage(tx, {
          userId: row.editorId,
          type: 'task',
          title: `《${row.title}》的出版协议将于${row.endDate}到期`,
          content: `还有不到${days}天，请与作者商定是否续约。`,
          link: protocolPath(row.id),
        });
    });
    return true;
  }
  return false;
}
