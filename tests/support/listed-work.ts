import type { AppContext } from '../../server/context.ts';

let made = 0;

/** Inserts a listed publication without an edition, and returns its id. It is free unless it has a price in fen. */
export async function addListedWork({ db }: AppContext, { title, priceFen = 0 }: { title: string; priceFen?: number }): Promise<number> {
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
  return id;
}
