import type { AppContext } from '../context.ts';
import type { Feed } from '../http/site-part.ts';
import { escapeMarkup } from './markup.ts';
import { wireStamp } from './site-map.ts';

/** Returns an Atom feed (RFC 4287) with its newest entries. */
export async function atomFeed(context: AppContext, feed: Feed): Promise<string> {
  const { publicUrl } = context.settings;
  const entries = await feed.entries(context);
  const newest = entries.reduce((latest, { time }) => Math.max(latest, time), 0);
  const lines = entries.map(({ path, title, summary, time }) => {
    const address = escapeMarkup(publicUrl + path);
    return `<entry><id>${address}</id><title>${escapeMarkup(title)}</title><link href="${address}"/><updated>${wireStamp(time)}</updated><summary>${escapeMarkup(summary)}</summary></entry>`;
  });
  const self = escapeMarkup(publicUrl + feed.path);
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN"><id>${self}</id><title>${escapeMarkup(`${feed.title} - 书舟`)}</title><link rel="self" href="${self}"/><link href="${escapeMarkup(publicUrl)}/"/><updated>${wireStamp(newest)}</updated><author><name>书舟</name></author>${lines.join('')}</feed>`;
}
