import type { AppContext } from '../../server/context.ts';

let made = 0;

/** Inserts a free listed publication without an edition, and returns its id. */
export async function addListedWork({ db }: AppContext, { title }: { title: string }): Promise<number> {
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
      isFree: '1',
      listTime: now,
      publishDate: '2026-01-01',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
