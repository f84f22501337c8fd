import { KEYWORD_LENGTH } from '../../../contract/limits.ts';

const LINK = /https?:\/\/\S+/g;

/**
 * Returns the page for what another application shared: the linked page of this site, else a search for the text without its links; null
 * if nothing is left. Android puts a shared link into the text.
 */
export function shareTarget(shared: { get(name: string): string | null }, origin: string): string | null {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => (shared.get(name) ?? '').trim()) as [string, string, string];
  for (const link of [url, ...(text.match(LINK) ?? [])]) {
    if (!URL.canParse(link)) continue;
    const { origin: from, pathname, search, hash } = new URL(link);
    if (from === origin) return pathname + search + hash;
  }
  const keyword = (text.replace(LINK, ' ').trim() || title.replace(LINK, ' ').trim()).replace(/\s+/g, ' ').slice(0, KEYWORD_LENGTH).trim();
  return keyword ? `/cms/main/search?keyword=${encodeURIComponent(keyword)}` : null;
}
