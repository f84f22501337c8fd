import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** A manuscript has one number, also when two people reserve one at the same moment. Of two that were reserved before, the first stays. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await sql`
    update number_pool set status = 'free', archive_id = null
    where status = 'reserved' and id not in (select min(id) from number_pool where archive_id is not null and del_flag = '0' group by archive_id)
  `.execute(db);
  await tables(db, engine).uniqueLive('number_pool_manuscript', 'number_pool', 'archive_id', 'archive_id is not null');
}
