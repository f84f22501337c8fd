import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { ReleaseEvent, releaseMachine, ReleaseState } from '../../contract/release.ts';
import type { Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { plainText } from '../http/rich-text.ts';
import { effectsOf } from './effects.ts';
import { logTransition } from './transition-log.ts';
import { transition, writeState } from './transition.ts';
import { isOwnPerson } from '../http/person.policy.ts';

const CODES = { own: 22402, empty: 22403 } as const;

interface Timed {
  readonly status: ReleaseState;
  readonly publishTime: number | null;
  readonly expireTime: number | null;
}

export interface ReleaseRow extends Timed {
  readonly id: number;
  readonly version: number;
  /** The user who submitted it, and who cannot approve it. */
  readonly submitBy: number | null;
}

/** The state at a moment: what is due is published and what is past is offline, to the millisecond and without a job. */
export function stateAt({ status, publishTime, expireTime }: Timed, now: number): ReleaseState {
  const due = status === 'scheduled' && (publishTime ?? 0) <= now ? 'published' : status;
  return due === 'published' && expireTime !== null && expireTime <= now ? 'offline' : due;
}

/** Where released content goes: published at once, or scheduled. */
const released = (publishTime: number | null, now: number): ReleaseState => (publishTime !== null && publishTime > now ? 'scheduled' : 'published');

/** Tables of SM24 have these columns; `notice` stands for each of them. */
/** Tables with a release have these columns; a condition over them fits each of these tables. */
const eb = expressionBuilder<Tables, 'notice'>();

/** Published at a moment: published, or scheduled and due, and not expired. */
export const publishedAt = (now: number): Expression<SqlBool> =>
  eb.and([
    eb('status', 'in', ['published', 'scheduled']),
    eb.or([eb('publishTime', 'is', null), eb('publishTime', '<=', now)]),
    eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]),
  ]);

/** The condition for rows in a state at a moment; a state that does not exist has no rows. */
export const inState = (state: string, now: number): Expression<SqlBool> => {
  if (state === 'published') return publishedAt(now);
  if (state === 'scheduled') return eb.and([eb('status', '=', 'scheduled'), eb('publishTime', '>', now)]);
  if (state === 'offline')
    return eb.or([eb('status', '=', 'offline'), eb.and([eb('status', 'in', ['published', 'scheduled']), eb('expireTime', '<=', now)])]);
  return eb('status', '=', state as ReleaseState);
};

/** Whether another user must approve content before it is published. */
const audited = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('config').select('configValue').where('configKey', '=', 'cms.content.audit').executeTakeFirst())?.configValue !== 'false';

interface Released<Row extends ReleaseRow> {
  readonly machine: ReturnType<typeof releaseMachine>;
  readonly table: keyof Tables & string;
  /** Name of a row in messages: 公告《…》. */
  readonly subject: (row: Row) => string;
  /** The rich text of a row, which must not be empty when it is submitted. */
  readonly content: (row: Row) => string;
  /** A further rule for a decision, such as a workflow that decides instead. Throws an `AppError`. */
  readonly decides?: (tx: Tx, row: Row, currentUser: CurrentUser | null) => Promise<void>;
}

/** The rules of SM24 over one table. */
export function releaseRules<Row extends ReleaseRow>({ machine, table, subject, content, decides }: Released<Row>) {
  /** The times of content that readers see from now on. */
  const shown = ({ row, to, now }: { readonly row: Row; readonly to: ReleaseState; readonly now: number }) =>
    to === 'published'
      ? {
          ...(row.publishTime === null || row.publishTime > now ? { publishTime: now } : {}),
          // An end that has passed no longer applies to content that is published again.
          ...(row.expireTime !== null && row.expireTime <= now ? { expireTime: null } : {}),
        }
      : {};
  const step = transition<ReleaseState, ReleaseEvent | 'discard', Row>(machine, {
    table,
    stateOf: stateAt,
    subject,
    on: {
      submit: {
        guard({ row }) {
          const text = content(row);
          if (plainText(text) === '' && !text.includes('<img')) throw new AppError(CODES.empty, `请先填写${machine.name}内容再提交`);
        },
        target: async ({ tx, row, now }) => ((await audited(tx)) ? 'pending' : released(row.publishTime, now)),
        columns: (step) => ({ ...shown(step), submitBy: step.currentUser?.userId ?? null }),
      },
      reject: {
        async guard({ tx, row, currentUser }) {
          await decides?.(tx, row, currentUser);
        },
      },
      approve: {
        async guard({ tx, row, currentUser }) {
          await decides?.(tx, row, currentUser);
          if (isOwnPerson(row.submitBy, currentUser)) throw new AppError(CODES.own, '不能审核本人发布的内容');
        },
        columns: shown,
      },
      publish: { columns: (step) => ({ ...shown(step), publishTime: step.now }) },
      discard: { columns: { submitBy: null } },
    },
    target: ({ row, now }) => released(row.publishTime, now),
  });

  /**
   * Approved content that was changed needs approval by another user again, even when its writer may approve: at once when it is to be
   * visible (`wanted`), otherwise before it is published. Returns false when nothing had to be done.
   */
  async function approveAgain(tx: Tx, currentUser: CurrentUser, row: Row, before: ReleaseState, wanted: boolean): Promise<boolean> {
    if (before === 'pending' || before === 'draft' || !(await audited(tx))) return false;
    const status: ReleaseState = wanted ? 'pending' : 'draft';
    const submitBy = wanted ? currentUser.userId : null;
    await writeState(tx, table, row, { status, submitBy, updateBy: currentUser.userName, updateTime: Date.now() });
    const event = wanted ? 'submit' : 'edit';
    const reason = '内容有改动';
    await logTransition(tx, currentUser, { entityType: machine.entity, entityId: row.id, event, fromStatus: before, toStatus: status, note: reason });
    const accepted = { tx, currentUser, entityId: row.id, event, from: before, to: status, reason, now: Date.now() };
    for (const effect of effectsOf(machine.entity)) await effect(accepted);
    return true;
  }

  /** Columns of a saved row: a user who changes pending content becomes its submitter, so another user must approve it. */
  const columnsOf = (before: Timed | null, currentUser: CurrentUser): Readonly<Record<string, unknown>> =>
    before === null ? { status: 'draft' } : stateAt(before, Date.now()) === 'pending' ? { submitBy: currentUser.userId } : {};

  return { step, approveAgain, columnsOf };
}
