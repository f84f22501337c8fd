import { registerRecycleKind } from '../crud/recycle-bin.ts';
import type { Banner } from '../../contract/content/banner.ts';
import type { AppContext } from '../context.ts';

const LIVE = 8;

/** Returns at most eight published banners of a position within their dates. */
export async function liveBanners(context: AppContext, position: string): Promise<Banner[]> {
  const now = Date.now();
  const rows = await context.db
    .selectFrom('banner')
    .selectAll()
    .where('position', '=', position)
    .where('status', '=', 'published')
    .where('delFlag', '=', '0')
    .where((eb) => eb.or([eb('startTime', 'is', null), eb('startTime', '<=', now)]))
    .where((eb) => eb.or([eb('endTime', 'is', null), eb('endTime', '>', now)]))
    .orderBy('orderNum')
    .limit(LIVE)
    .execute();
  return rows.map(({ id, title, subtitle, note, image, drawing, linkType, linkValue }) => ({
    bannerId: id,
    title,
    subtitle,
    note,
    image,
    drawing,
    linkType: linkType as Banner['linkType'],
    linkValue,
  }));
}

registerRecycleKind('banner', { bin: 'content', purge: 'delete' });
