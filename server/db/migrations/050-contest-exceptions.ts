import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Exceptions from the rules of a contest's end: proposed with a reason by one organiser, decided by another. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index } = tables(db, engine);
  await create('contestException', {
    ...BASE,
    contestId: 'number',
    kind: 'text',
    awards: '=[]',
    allowed: '={}',
    reason: 'text',
    status: '=waiting',
    proposedBy: 'number',
    decidedBy: 'number?',
    decidedAt: 'number?',
    decidedNote: 'empty',
  });
  await index('contestExceptionOf', 'contestException', ['contestId', 'status']);
}
