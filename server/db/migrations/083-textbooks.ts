import { sql, type Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Data of digital textbooks (E35) and the media, exercises and files placed in them (E120). */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('textbook', {
    publishId: 'number',
    courseName: 'text',
    stage: 'text',
    subject: 'empty',
    gradeTerm: 'empty',
    approvedNo: 'empty',
    supportedBook: 'empty',
    answerLanguage: '=zh',
    teacherOnlyBank: '=0',
    ...BASE,
  });
  await unique('textbookOfWork', 'textbook', ['publishId']);
  await index('textbookFacet', 'textbook', ['stage', 'subject']);
  await create('placedMedia', {
    publishId: 'number',
    kind: 'text',
    label: 'text',
    mediaId: 'number?',
    setId: 'number?',
    fileId: 'number?',
    editionId: 'number',
    documentIndex: 'number',
    cfi: 'empty',
    quote: 'empty',
    lost: '=0',
    orderNum: 'zero',
    ...BASE,
  });
  await index('placedMediaOfWork', 'placedMedia', ['publishId', 'documentIndex']);
  await index('placedMediaTrack', 'placedMedia', ['mediaId']);
  await index('placedMediaSet', 'placedMedia', ['setId']);

  await sql`insert into textbook (publish_id, course_name, stage, create_by, create_time, update_time)
    select id, title, 'bachelor', 'system', create_time, create_time from publication where kind = 'textbook' and del_flag = '0'`.execute(db);
}
