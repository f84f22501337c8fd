import type { Banner } from '../../contract/content/banner.ts';
import type { AppContext } from '../context.ts';

const LIVE = 8;

/** At most eight of a position that are published and within their days. */
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
