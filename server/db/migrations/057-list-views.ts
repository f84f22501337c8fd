import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Named views of lists, of one person each. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, unique } = tables(db, engine);
  await create('listView', { userId: 'number', listKey: 'text', name: 'text', state: 'text', isDefault: '=0', createTime: 'number' });
  await unique('listViewName', 'listView', ['userId', 'listKey', 'name']);
}
