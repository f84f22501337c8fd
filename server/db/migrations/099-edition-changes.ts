import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** New files of works on sale, which wait for a second person; and whether a preparation brings a text that was checked before. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index } = tables(db, engine);
  await create('editionChange', {
    ...BASE,
    publicationId: 'number',
    editionId: 'number',
    coverUrl: 'empty',
    proposedBy: 'number',
    status: '=waiting',
  });
  await index('editionChangePublication', 'editionChange', ['publicationId', 'status']);
  await extend('preparation', { checked: '=0' });
}
