import type { Kysely } from 'kysely';
import { BASE, tables, type Columns } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

const VERSIONED: Columns = {
  userId: 'number',
  clientId: 'text',
  clock: 'number',
  seq: 'number',
  deviceId: 'text',
  device: 'empty',
  heard: '={}',
  deleted: '=0',
};
const TIMES: Columns = { createTime: 'number', updateTime: 'number' };
const PASSAGE: Columns = {
  publicationId: 'number',
  editionId: 'zero',
  documentIndex: 'zero',
  chapterTitle: 'empty',
  cfi: 'text',
  text: 'empty',
  before: 'empty',
  after: 'empty',
};

/** Readers' annotations, synced between their devices, and the errata they report. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, link, index, unique } = tables(db, engine);
  await link('syncCounter', { userId: 'number', seq: 'zero' }, ['userId']);
  await create('annotation', { ...VERSIONED, ...TIMES, ...PASSAGE, type: 'text', note: 'empty', colour: 'text', percent: 'zero', twins: '=[]' });
  await create('word', { ...VERSIONED, ...TIMES, ...PASSAGE, sentence: 'empty', meaning: 'empty', box: 'zero', dueAt: 'zero', reviews: 'zero' });
  await create('readingDay', { ...VERSIONED, ...TIMES, day: 'text', seconds: 'zero', pages: 'zero', finished: '=[]' });
  await create('readingSetting', { ...VERSIONED, ...TIMES, publicationId: 'zero', look: '={}' });
  await create('erratum', {
    ...VERSIONED,
    ...BASE,
    ...PASSAGE,
    wrong: 'text',
    status: '=pending',
    reply: 'empty',
    replyBy: 'empty',
    replyTime: 'number?',
  });
  for (const table of ['annotation', 'word', 'readingDay', 'readingSetting', 'erratum']) {
    await unique(`${table}Once`, table, ['userId', 'clientId']);
    await index(`${table}Seq`, table, ['userId', 'seq']);
  }
  await index('erratumWork', 'erratum', ['publicationId', 'status']);
}
