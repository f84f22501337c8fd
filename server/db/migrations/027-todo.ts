import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** One to-do over every source: each user's follow-up dates and saved views; the title of the business object of an instance. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.link('todoMark', { userId: 'number', source: 'text', itemId: 'number', followUp: 'number' }, ['userId', 'source', 'itemId']);
  await make.create('todoView', { userId: 'number', name: 'text', filter: 'text', createTime: 'number' });
  await make.unique('todoViewName', 'todoView', ['userId', 'name']);
  await make.extend('flowInstance', { title: 'empty' });
  // A follow-up date was a column of the task; it belongs to a person, for items of any source.
  await sql`insert into todo_mark (user_id, source, item_id, follow_up)
    select assignee, 'flow', id, follow_up from flow_task where assignee is not null and follow_up is not null`.execute(db);
  await db.schema.alterTable('flowTask').dropColumn('followUp').execute();
}
