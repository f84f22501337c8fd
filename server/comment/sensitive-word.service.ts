import { DAY_MS } from '../../contract/clock.ts';
import { sensitiveWord } from '../../contract/comment/sensitive-word.ts';
import { crudService } from '../crud/crud-service.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import { wordFilter, type WordFound } from './word-filter.ts';

const DRY_RUN_DAYS = 30;
const DRY_RUN_TEXTS = 20_000;
const SAMPLES = 10;
const SAMPLE_LENGTH = 60;

export const sensitiveWords = crudService(sensitiveWord, {
  table: 'sensitiveWord',
  log: '敏感词管理',
  order: [['id', 'desc']],
  unique: { word: '敏感词已存在' },
  removal: 'hard',
  async check(_tx, { draft }) {
    if (draft.match === 'variants' && wordFilter([{ word: draft.word, list: 'A', match: 'variants' }])(draft.word).length === 0)
      throw failed('这个词没有文字或数字，请改用精确匹配');
  },
});

let known: { readonly stamp: string; readonly find: (text: string) => WordFound[] } | null = null;

/** Finds the listed words in a text. The lists are read again when a row changes, also on another server. */
export async function findWords(db: Database | Tx, text: string): Promise<WordFound[]> {
  const { stamp, count } = await db
    .selectFrom('sensitiveWord')
    .select((eb) => [eb.fn.max('updateTime').as('stamp'), eb.fn.countAll<number>().as('count')])
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  const now = `${stamp}/${count}`;
  if (known?.stamp !== now) {
    const rows = await db
      .selectFrom('sensitiveWord')
      .select(['word', 'list', 'match'])
      .where('delFlag', '=', '0')
      .where('status', '=', '0')
      .execute();
    known = { stamp: now, find: wordFilter(rows) };
  }
  return known.find(text);
}

/** Counts the texts of the last 30 days that a word would have stopped. */
export async function dryRun({ db }: AppContext, word: string, match: 'exact' | 'variants') {
  const since = Date.now() - DRY_RUN_DAYS * DAY_MS;
  const texts = async (from: 'comment' | 'authorMessage') =>
    (
      await db
        .selectFrom(from as 'comment')
        .select('content')
        .where('createTime', '>=', since)
        .where('status', '!=', 'deleted')
        .orderBy('id', 'desc')
        .limit(DRY_RUN_TEXTS)
        .execute()
    ).map(({ content }) => content);
  const all = [...(await texts('comment')), ...(await texts('authorMessage'))];
  const find = wordFilter([{ word, list: 'A', match }]);
  const hits = all.filter((text) => find(text).length > 0);
  return { checked: all.length, hits: hits.length, samples: hits.slice(0, SAMPLES).map((text) => text.slice(0, SAMPLE_LENGTH)) };
}
