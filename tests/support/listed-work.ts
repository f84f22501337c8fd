import type { AppContext } from '../../server/context.ts';

let made = 0;

interface Wanted {
  readonly title: string;
  readonly priceFen?: number;
  /** A paid work without anything to read is not sold. */
  readonly edition?: boolean;
}

/** Inserts a listed publication and returns its id. It is free, and has no edition, unless it has a price in fen. */
export async function addListedWork({ db }: AppContext, { title, priceFen = 0, edition = priceFen > 0 }: Wanted): Promise<number> {
  made += 1;
  const now = Date.now();
  const { id } = await db
    .insertInto('publication')
    .values({
      publishNo: `TEST-LISTED-${made}`,
      kind: 'book',
      title,
      authorsText: '测试作者',
      edition: 1,
      status: 'listed',
      isFree: priceFen === 0 ? '1' : '0',
      salePriceFen: priceFen,
      listPriceFen: priceFen,
      listTime: now,
      publishDate: '2026-01-01',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (edition) {
    const { id: editionId } = await db
      .insertInto('edition')
      .values({
        publicationId: id,
        folder: `books/test-${made}`,
        sourceName: 'test.epub',
        sourceSha256: '',
        sourceBytes: 1,
        bytes: 1,
        files: 1,
        characters: 1,
        documents: 1,
        layoutFaults: null,
        clearedAt: null,
        createBy: '',
        createTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('publication').set({ editionId }).where('id', '=', id).execute();
  }
  return id;
}
