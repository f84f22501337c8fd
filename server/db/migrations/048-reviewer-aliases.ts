import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The order in which the reviewers of a manuscript are numbered for its authors: 审稿人1 stays the same person. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('reviewerAlias', { archiveId: 'number', userId: 'number' });
  await make.unique('reviewerAliasOf', 'reviewerAlias', ['archiveId', 'userId']);
}
