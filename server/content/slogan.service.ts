import { registerRecycleKind } from '../crud/recycle-bin.ts';
import type { AppContext } from '../context.ts';

export async function liveSlogans(context: AppContext, position: string) {
  const rows = await context.db
    .selectFrom('slogan')
    .select(['id', 'content', 'source'])
    .where('position', '=', position)
    .where('status', '=', 'published')
    .where('delFlag', '=', '0')
    .orderBy('orderNum')
    .execute();
  return rows.map(({ id, content, source }) => ({ sloganId: id, content, source }));
}

registerRecycleKind('slogan', { bin: 'content', purge: 'delete' });
