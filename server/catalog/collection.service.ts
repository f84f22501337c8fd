import { collection, COLLECTION_LIMIT } from '../../contract/catalog/collection.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { queryCollections } from '../../contract/catalog/collection.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import { failed } from '../http/app-error.ts';
import { listedOf } from './book.service.ts';
import { enabledCollections, publicationTitles } from './collection.queries.ts';

const idsIn = (json: unknown): number[] => JSON.parse(String(json)) as number[];

export const collections = crudService(collection, {
  table: 'collection',
  log: '丛书专题',
  order: [
    ['orderNum', 'asc'],
    ['id', 'desc'],
  ],
  unique: { collectionName: '丛书专题名称已存在' },
  removal: 'bin',
  show: async (db, rows) => {
    const all = [...new Set(rows.flatMap((row) => idsIn(row['publishIds'])))];
    const titles = new Map((await publicationTitles(db, all)).map((one) => [one.id, one.title]));
    return rows.map((row) => {
      const books = idsIn(row['publishIds']).map((publishId) => ({ publishId, title: titles.get(publishId) ?? '已删除的作品' }));
      return { books, size: books.length };
    });
  },
  async check(tx, { draft }) {
    if (draft.publishIds.length > COLLECTION_LIMIT) throw failed(`作品最多${COLLECTION_LIMIT}部`);
    if ((await publicationTitles(tx, draft.publishIds)).length < draft.publishIds.length) throw failed('有的作品不存在或已被删除，请重新选择');
  },
});

type Shown = DataOf<typeof queryCollections>['rows'][number];

interface Asked {
  readonly publishId?: number | undefined;
  readonly collectionId?: number | undefined;
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Returns enabled collections that have a listed work, with these works in order; one page of them. */
export async function publicCollections(context: AppContext, { publishId, collectionId, pageNum, pageSize }: Asked) {
  const rows = await enabledCollections(context.db, collectionId);
  const wanted = publishId === undefined ? rows : rows.filter((row) => idsIn(row.publishIds).includes(publishId));
  const books = new Map(
    (await listedOf(context, [...new Set(wanted.flatMap((row) => idsIn(row.publishIds)))])).map((book) => [book.publishId, book]),
  );
  const shown = wanted
    .map(
      (row): Shown => ({
        collectionId: row.id,
        collectionName: row.collectionName,
        kind: row.kind as Shown['kind'],
        cover: row.cover,
        intro: row.intro,
        books: idsIn(row.publishIds).flatMap((id) => books.get(id) ?? []),
      }),
    )
    .filter((one) => one.books.length > 0);
  return { rows: shown.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: shown.length };
}
