import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Banks of questions (E121), questions with immutable versions (E122, E123), exercise sets (E124) and imports of questions (E139). */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('questionBank', { owner: 'text', publishId: 'number?', userId: 'number?', name: 'text', sharedWith: '=self', ...BASE });
  await index('questionBankOfWork', 'questionBank', ['publishId']);
  await index('questionBankOfTeacher', 'questionBank', ['userId']);
  await create('question', {
    bankId: 'number',
    code: 'text',
    latestVersionId: 'number?',
    chapter: 'empty',
    tags: '=[]',
    difficulty: 'number',
    use: '=both',
    ready: '=0',
    retired: '=0',
    kind: 'text',
    stemText: 'empty',
    points: 'number',
    hash: 'empty',
    ...BASE,
  });
  await unique('questionCode', 'question', ['bankId', 'code']);
  await index('questionOrder', 'question', ['bankId', 'ready', 'id']);
  await index('questionHash', 'question', ['bankId', 'hash']);
  await create('questionVersion', {
    questionId: 'number',
    no: 'number',
    kind: 'text',
    shown: 'text',
    keyPart: 'text',
    points: 'number',
    hash: 'text',
    createBy: 'empty',
    createTime: 'number',
  });
  await unique('questionVersionNo', 'questionVersion', ['questionId', 'no']);
  await create('exerciseSet', {
    publishId: 'number',
    title: 'text',
    documentIndex: 'number?',
    items: '=[]',
    shuffle: '=0',
    live: 'empty',
    status: '=draft',
    publishTime: 'number?',
    expireTime: 'number?',
    submitBy: 'number?',
    ...BASE,
  });
  await index('exerciseSetOfWork', 'exerciseSet', ['publishId', 'documentIndex']);
  await index('exerciseSetStatus', 'exerciseSet', ['status', 'publishTime']);
  await create('importRun', {
    bankId: 'number',
    userId: 'number',
    fileName: 'text',
    sha256: 'text',
    format: 'text',
    lines: 'text',
    questions: 'empty',
    made: 'zero',
    changed: 'zero',
    skipped: 'zero',
    done: '=0',
    createTime: 'number',
  });
  await index('importRunAge', 'importRun', ['createTime']);
}
