import { letterMachine, type LetterEvent, type LetterState } from '../../../contract/manuscript/letter.machine.ts';
import { journalSubmissionMachine } from '../../../contract/periodical/journal-submission.machine.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import type { StateMachine } from '../../../contract/state-machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import { onTransition, type AcceptedEvent } from '../../state-machine/effects.ts';
import { transition } from '../../state-machine/transition.ts';
import { hiddenLogLines, lastLogLine, makeDue, pendingLetters, setLogLines, type LetterRow } from './pending-decision.queries.ts';

/** Entities about whose decisions letters are sent to authors. */
export type DecidedEntity = 'manuscript' | 'journalSubmission';

interface UndoLine {
  readonly table: string;
  readonly id: number;
  readonly columns: Readonly<Record<string, unknown>> | null;
}

const before = (letter: LetterRow, entity: DecidedEntity): Readonly<Record<string, unknown>> =>
  (JSON.parse(letter.undo) as UndoLine[]).find(({ table, id }) => table === entity && id === letter.entityId)?.columns ?? {};

/**
 * What the author of each row still sees, by id: the columns as they were before the decisions whose letters have not been delivered. A decision that
 * is taken back in these ten minutes was never visible outside.
 */
export async function columnsBeforeDecision(db: Database | Tx, entity: DecidedEntity, ids: readonly number[]) {
  const found = new Map<number, Readonly<Record<string, unknown>>>();
  // The newest first, so that the columns of the oldest decision remain.
  for (const letter of await pendingLetters(db, entity, ids))
    found.set(letter.entityId, { ...found.get(letter.entityId), ...before(letter, entity) });
  return found;
}

/** The rows as their author sees them. */
export async function asAuthorSees<R extends { readonly id: number }>(db: Database | Tx, entity: DecidedEntity, rows: readonly R[]): Promise<R[]> {
  const columns = await columnsBeforeDecision(
    db,
    entity,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...columns.get(row.id) }));
}

/** Number of decisions about the row whose letters have not been delivered. */
export const countPendingDecisions = async (tx: Tx, entity: DecidedEntity, id: number): Promise<number> =>
  (await pendingLetters(tx, entity, [id])).length;

/** Lines of the transition log that the author never sees or does not see yet. */
export const hiddenFromAuthor = hiddenLogLines;

const step = transition<LetterState, LetterEvent, LetterRow>(letterMachine, { table: 'letter', stateOf: (row) => row.status });

/**
 * After each step of an entity with waiting letters. A step of the staff that returns to the state before a decision withdraws the letter of that
 * decision, which the author has not seen. A step of the author makes the letter due at once.
 */
async function followStep(entity: DecidedEntity, byAuthor: boolean, { tx, entityId, event, to, now }: AcceptedEvent): Promise<void> {
  // Taking a decision back withdraws its letter itself.
  if (event === 'takeBack') return;
  for (const letter of await pendingLetters(tx, entity, [entityId])) {
    if (byAuthor) await makeDue(tx, letter.id, now);
    else if (before(letter, entity)['status'] === to) {
      await step(tx, null, letter, 'reverse');
      const line = await lastLogLine(tx, entity, entityId);
      await setLogLines(tx, letter.id, [...(JSON.parse(letter.logIds) as number[]), ...(line === null ? [] : [line])]);
    }
  }
}

const follow = <S extends string, E extends string>(machine: StateMachine<S, E>, entity: DecidedEntity) =>
  onTransition(machine, {}, (accepted) => followStep(entity, machine.events[accepted.event as E]?.by === 'owner', accepted));

/** Withdraws waiting letters whose decisions are reversed. */
export const letterEffects = [follow(manuscriptMachine, 'manuscript'), follow(journalSubmissionMachine, 'journalSubmission')];
