import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Exports in the background, and indexes for the lists and counts of the staff. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('exportFile', {
    userId: 'number',
    path: 'text',
    name: 'text',
    asked: 'text',
    state: '=queued',
    rows: 'zero',
    bytes: 'zero',
    fileKey: 'empty',
    reason: 'empty',
    attempts: 'zero',
    leaseUntil: 'zero',
    createTime: 'number',
    expiresAt: 'number?',
  });
  await make.index('exportFileUser', 'exportFile', ['userId', 'id']);
  await make.index('exportFileDue', 'exportFile', ['state', 'leaseUntil']);
  await make.index('exportFileExpires', 'exportFile', ['expiresAt']);

  // Counts read the index alone; the constant column comes first, so that the planner prefers it.
  const create = (name: string, on: string) => sql`create index ${sql.raw(name)} on ${sql.raw(on)}`.execute(db);
  const drop = (name: string) => sql`drop index ${sql.raw(name)}`.execute(db);
  await create('publication_category', 'publication (del_flag, archive_type_id)');
  await create('publication_kinds', 'publication (del_flag, kind, status)');
  await create('publication_recommended', 'publication (status, del_flag, recommend)');
  await create('manuscript_category', 'manuscript (del_flag, archive_type_id)');
  await create('user_college', '"user" (college_id, del_flag)');
  await create('wechat_article_of', 'wechat_article (account_id, del_flag)');
  await create('manuscript_turn_user', 'manuscript (turn_user_id, status, del_flag, editor_id)');
  await create('manuscript_edited', 'manuscript (editor_id, status, del_flag)');
  await drop('manuscript_editor');

  // Pages in the order of the list.
  await create('user_live', '"user" (del_flag, id, nick_name, user_name)');
  await create('comment_live', 'comment (del_flag, id)');
  await create('user_named', '"user" (status, del_flag, nick_name, id)');
  await drop('user_state');
  await create('notice_read_of', 'notice_read (notice_id, read_time)');
  await create('topic_stage', 'topic (del_flag, stage_since, id)');
  await create('proofread_stage', 'proofread (del_flag, stage, status)');

  await create('manuscript_owned', 'manuscript (owner_id, del_flag, update_time, id)');
  await create('manuscript_updated', 'manuscript (del_flag, update_time, id)');

  // Statistics of a time.
  await create('score_stat', 'score (update_time, score, publication_id, user_id)');
  await drop('score_time');
  await create('collect_stat', 'collect (create_time, target_type, target_id, user_id)');
  await drop('collect_time');
}
