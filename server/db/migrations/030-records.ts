import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** What readers looked at, who keeps no history, and a number for each score, so that staff can remove one. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('browse', {
    userId: 'number?',
    visitorId: 'empty',
    targetType: 'text',
    targetId: 'number',
    seconds: 'zero',
    network: 'empty',
    device: 'empty',
    createTime: 'number',
    lastTime: 'number',
  });
  await make.index('browseOfUser', 'browse', ['userId', 'targetType', 'targetId', 'id']);
  await make.index('browseOfVisitor', 'browse', ['visitorId', 'targetType', 'targetId', 'id']);
  await make.index('browseTime', 'browse', ['createTime']);
  await make.link('browsePrivate', { userId: 'number', createTime: 'number' }, ['userId']);

  await make.create('scoreRecord', { userId: 'number', publicationId: 'number', score: 'number', updateTime: 'number' });
  await sql`insert into score_record (user_id, publication_id, score, update_time) select user_id, publication_id, score, update_time from score order by update_time`.execute(
    db,
  );
  await db.schema.dropTable('score').execute();
  await db.schema.alterTable('scoreRecord').renameTo('score').execute();
  await make.unique('scoreOnce', 'score', ['userId', 'publicationId']);
  await make.index('scoreOfWork', 'score', ['publicationId']);
  await make.index('scoreTime', 'score', ['updateTime']);
  await make.index('collectTime', 'collect', ['createTime']);
  await make.index('downloadTime', 'download', ['createTime']);
}
