import { sql, type Kysely } from 'kysely';

const RENAMED = [
  ['class', 'classListener'],
  ['expression', 'expressionListener'],
  ['delegate', 'delegateExpressionListener'],
] as const;

/** Listeners have the value types of the dictionary of compatible clients. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [before, after] of RENAMED) {
    await sql`update flow_listener set value_type = ${sql.lit(after)} where value_type = ${sql.lit(before)}`.execute(db);
    await sql`update dict_data set dict_value = ${sql.lit(after)} where dict_type = 'sys_listener_value_type' and dict_value = ${sql.lit(before)}`.execute(
      db,
    );
  }
}
