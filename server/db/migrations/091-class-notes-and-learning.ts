import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Notes of teachers at passages of textbooks, and how long members of classes read in them. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, link } = tables(db, engine);
  await create('classNote', {
    classId: 'number',
    publishId: 'number',
    editionId: 'number',
    placeEditionId: 'number',
    documentIndex: 'number',
    chapterTitle: 'empty',
    cfi: 'text',
    text: 'text',
    before: 'empty',
    after: 'empty',
    lost: '=0',
    note: 'text',
    colour: 'text',
    published: '=1',
    authorId: 'number',
    ...BASE,
  });
  await index('classNoteClass', 'classNote', ['classId', 'publishId', 'documentIndex']);
  await index('classNoteWork', 'classNote', ['publishId', 'placeEditionId']);
  await link(
    'learningRecord',
    {
      userId: 'number',
      deviceId: 'text',
      sessionId: 'text',
      publishId: 'number',
      documentIndex: 'number',
      seconds: 'zero',
      reached: 'zero',
      startedAt: 'number',
      lastAt: 'number',
    },
    ['userId', 'deviceId', 'sessionId', 'publishId', 'documentIndex'],
  );
  await index('learningRecordBook', 'learningRecord', ['publishId', 'userId', 'startedAt']);
}
