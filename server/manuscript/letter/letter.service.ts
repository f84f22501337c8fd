import type { Selectable } from 'kysely';
import { letterMachine, type LetterEvent, type LetterState } from '../../../contract/manuscript/letter.machine.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import { requestTrace } from '../../db/request-trace.ts';
import type { Tx } from '../../db/database.ts';
import type { LetterTable } from '../../db/tables/manuscript-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { AppError, failed, isConflict, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { mailText } from '../../mail/mail-template.ts';
import { effectsOf } from '../../state-machine/effects.ts';
import { transition } from '../../state-machine/transition.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { runQueued } from '../../telemetry/log.ts';
import { sentLetter, takesBackLetter } from './letter.policy.ts';
import { lastLogLine } from './pending-decision.queries.ts';

/** A letter waits this long before it is delivered. */
const WAIT_MS = 10 * 60_000;

/** A row that a decision changed: what it was, and the version it has after the decision. `columns` null: the decision created it. */
export interface UndoRow {
  readonly table: keyof Tables & string;
  readonly id: number;
  readonly version: number;
  readonly columns: Readonly<Record<string, unknown>> | null;
}

/** Returns how to restore a row that one step is about to change; `columns` are those that the step writes. */
export function undoOf<R extends { readonly id: number; readonly version: number }>(
  table: keyof Tables & string,
  row: R,
  columns: readonly (keyof R & string)[],
): UndoRow {
  return { table, id: row.id, version: row.version + 1, columns: Object.fromEntries(columns.map((name) => [name, row[name]])) };
}

export interface Attachment {
  readonly name: string;
  readonly key: string;
  readonly mime: string;
  readonly size: number;
}

export interface NewLetter {
  readonly entity: string;
  readonly entityId: number;
  readonly event: string;
  readonly subject: string;
  readonly content: string;
  /** User ids. */
  readonly recipients: readonly number[];
  /** Mail addresses of people without an account, for example co-authors. */
  readonly emails?: readonly string[];
  readonly attachments?: readonly Attachment[];
  /** Path inside the product that the letter opens. */
  readonly link: string;
  /** Rows to restore when the decision is taken back. */
  readonly undo: readonly UndoRow[];
}

/** Queues the letter of a decision; it is delivered after ten minutes unless its sender withdraws it with the decision. */
export async function queueLetter(tx: Tx, currentUser: CurrentUser, letter: NewLetter): Promise<void> {
  const now = Date.now();
  const { emails = [], ...rest } = letter;
  const line = await lastLogLine(tx, letter.entity, letter.entityId);
  await tx
    .insertInto('letter')
    .values({
      ...rest,
      recipients: JSON.stringify([...new Set<number | string>([...letter.recipients, ...emails])]),
      attachments: JSON.stringify(letter.attachments ?? []),
      undo: JSON.stringify(letter.undo),
      logIds: JSON.stringify(line === null ? [] : [line]),
      senderId: currentUser.userId,
      requestId: requestTrace(),
      createTime: now,
      sendAt: now + WAIT_MS,
    })
    .execute();
}

/** The letters of a business object, the newest first. */
export async function lettersOf(tx: AppContext['db'] | Tx, entity: string, entityId: number, viewerId: number) {
  const rows = await tx
    .selectFrom('letter')
    .selectAll()
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const now = Date.now();
  return rows.map(({ id, subject, content, status, sendAt, senderId }) => ({
    letterId: id,
    subject,
    content,
    status,
    sendAt: wireTime(sendAt),
    withdrawable: takesBackLetter({ status, sendAt, senderId }, { userId: viewerId }, now),
  }));
}

type LetterRow = Selectable<LetterTable>;
const delivered = (): AppError => new AppError(letterMachine.illegal, '信件已经送达，不能撤回；请用后续流程更正');

const step = transition<LetterState, LetterEvent, LetterRow>(letterMachine, {
  table: 'letter',
  stateOf: (row) => row.status,
  rejection: delivered,
  ownerOf: (row) => row.senderId,
  on: {
    withdraw: {
      guard({ row, now }) {
        if (row.sendAt <= now) throw delivered();
      },
    },
  },
});

/** Takes back a letter with its decision: the rows return to what they were, unless somebody has changed them since. */
export async function takeBack(tx: Tx, currentUser: CurrentUser, letterId: number): Promise<{ entity: string; entityId: number }> {
  const letter = await tx.selectFrom('letter').selectAll().where('id', '=', letterId).executeTakeFirst();
  if (!letter || !sentLetter(letter, currentUser)) throw missing('信件不存在，或不是您发出的');
  await step(tx, currentUser, letter, 'withdraw');
  const now = Date.now();
  const rows = JSON.parse(letter.undo) as UndoRow[];
  // The row that the decision moved: that of the letter's own entity, or the manuscript of a stage.
  const before = rows.find((row) => row.table === letter.entity) ?? rows.find((row) => row.table === 'manuscript');
  const moved = (before?.table ?? 'manuscript') as 'manuscript';
  const current = before && (await tx.selectFrom(moved).select('status').where('id', '=', before.id).executeTakeFirst());
  for (const row of rows) await restore(tx, row, now);
  const [from, to, reason] = [current?.status ?? '', String(before?.columns?.['status'] ?? ''), `撤回决定和信件“${letter.subject}”`];
  await logTransition(tx, currentUser, {
    entityType: letter.entity,
    entityId: letter.entityId,
    event: 'takeBack',
    fromStatus: from,
    toStatus: to,
    note: reason,
  });
  // Areas undo what their rules did for the decision.
  if (before) for (const effect of effectsOf(moved)) await effect({ tx, currentUser, entityId: before.id, event: 'takeBack', from, to, reason, now });
  return { entity: letter.entity, entityId: letter.entityId };
}

async function restore(tx: Tx, { table, id, version, columns }: UndoRow, now: number): Promise<void> {
  // Tables of decisions all have the base columns; `manuscript` stands for each of them.
  const done = columns
    ? await tx
        .updateTable(table as 'manuscript')
        .set({ ...columns, version: version + 1, updateTime: now })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
    : await tx
        .updateTable(table as 'manuscript')
        .set({ delFlag: '2', updateTime: now })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
  if (Number(done.numUpdatedRows) !== 1) throw failed('后续环节已经开始，决定不能撤回');
}

async function mailLetter(tx: Tx, email: string, { subject, content }: { readonly subject: string; readonly content: string }): Promise<void> {
  const [greeting = '', ...paragraphs] = content.split(/\n{2,}/);
  await queueMail(tx, { email, userId: null }, '信件', mailText({ subject, greeting, paragraphs }));
}

/** Letters that were delivered to a user, the newest first, with their attachments. */
export async function deliveredFor(db: AppContext['db'] | Tx, entity: string, entityId: number, userId: number) {
  const rows = await db
    .selectFrom('letter')
    .selectAll()
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows
    .filter(({ recipients }) => (JSON.parse(recipients) as unknown[]).includes(userId))
    .map(({ id, subject, content, sendAt, attachments }) => ({
      letterId: id,
      subject,
      content,
      at: wireTime(sendAt),
      attachments: JSON.parse(attachments) as Attachment[],
    }));
}

async function deliver(tx: Tx, id: number): Promise<void> {
  const letter = await tx.selectFrom('letter').selectAll().where('id', '=', id).where('status', '=', 'waiting').executeTakeFirst();
  if (!letter) return;
  await step(tx, null, letter, 'send');
  for (const recipient of JSON.parse(letter.recipients) as (number | string)[])
    if (typeof recipient === 'number')
      await sendMessage(tx, { userId: recipient, type: 'audit', title: letter.subject, content: letter.content, link: letter.link });
    else await mailLetter(tx, recipient, letter);
}

/** Delivers the letter that has been due longest. */
export async function deliverNextLetter({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  const due = await db
    .selectFrom('letter')
    .select(['id', 'requestId'])
    .where('status', '=', 'waiting')
    .where('sendAt', '<=', now)
    .orderBy('sendAt')
    .limit(1)
    .executeTakeFirst();
  if (!due) return false;
  await runQueued({ name: 'letter', ...due }, async () => {
    try {
      await db.transaction().execute((tx) => deliver(tx, due.id));
    } catch (error) {
      // Another server has delivered it meanwhile.
      if (!isConflict(error)) throw error;
    }
  });
  return true;
}
