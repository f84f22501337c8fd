import { sql, type Kysely } from 'kysely';

/** The orders and counts that readers are offered cost the same with any number of works. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index publication_score on publication (status, del_flag, ((38.0 + score_sum) / (10 + score_count)) desc, id desc)`.execute(db);
  await sql`create index publication_type_hot on publication (archive_type_id, status, del_flag, view_num desc, id desc)`.execute(db);
  await sql`create index publication_dated on publication (status, del_flag, publish_date desc, id desc)`.execute(db);
  await sql`create index scholar_featured on scholar (status, del_flag, recommend desc, order_num, initial, sort_key, id)`.execute(db);
  for (const table of ['protocol', 'composition'])
    await sql`create index ${sql.raw(`${table}_updated`)} on ${sql.table(table)} (del_flag, update_time desc, id desc)`.execute(db);
  await sql`create index wechat_article_newest on wechat_article (del_flag, publish_time desc, position, id desc)`.execute(db);
  await sql`create index manuscript_editor on manuscript (editor_id, status)`.execute(db);
  await sql`create index composition_state on composition (status)`.execute(db);
  await sql`create index proofread_state on proofread (status)`.execute(db);
  await sql`create index user_exact_name on "user" (user_name)`.execute(db);
  await sql`create index user_created on "user" (del_flag, create_time)`.execute(db);
  await sql`create index user_state on "user" (status, del_flag)`.execute(db);
  // The statistics of visits read the index alone.
  await sql`create index browse_stat on browse (create_time, target_type, target_id, user_id)`.execute(db);
  await sql`drop index browse_time`.execute(db);
  await sql`create index publication_of_type on publication (status, del_flag, archive_type_id)`.execute(db);
}
