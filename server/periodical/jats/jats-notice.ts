import { articlePath, noticePath } from '../../../contract/periodical/periodical.site.ts';
import type { NoticeType } from '../../../contract/periodical/periodical-limits.ts';
import { wireDate } from '../../db/clock.ts';
import { DOCTYPE, dateParts, journalMetaOf } from './jats.ts';
import type { NoticeOfArticle, PublishedArticle } from '../issue.queries.ts';
import { element, xmlText } from './xml-text.ts';

/** Values of `article-type` and of `related-article-type`, by which a notice refers to its article. */
const TYPES: Readonly<Record<NoticeType, readonly [type: string, related: string]>> = {
  erratum: ['correction', 'corrected-article'],
  correction: ['correction', 'corrected-article'],
  addendum: ['addendum', 'addended-article'],
  concern: ['expression-of-concern', 'object-of-concern'],
  retraction: ['retraction', 'retracted-article'],
};

/** A notice as a JATS 1.3 file of its own. */
export function jatsNotice(article: PublishedArticle, notice: NoticeOfArticle, publicUrl: string): string {
  const [type, related] = TYPES[notice.type];
  const published = wireDate(notice.publishedAt);
  const target = article.doi
    ? `ext-link-type="doi" xlink:href="${xmlText(article.doi)}"`
    : `ext-link-type="uri" xlink:href="${xmlText(publicUrl + articlePath(article.id))}"`;
  const meta = [
    element('article-id', notice.noticeNo, ' pub-id-type="publisher-id"'),
    element('article-id', notice.doi, ' pub-id-type="doi"'),
    `<title-group>${element('article-title', notice.title)}</title-group>`,
    `<pub-date date-type="pub" publication-format="electronic" iso-8601-date="${published}">${dateParts(published)}</pub-date>`,
    notice.volume ? element('volume', String(notice.volume)) : '',
    notice.issueNo ? element('issue', String(notice.issueNo)) : '',
    `<self-uri xlink:href="${xmlText(publicUrl + noticePath(notice.id))}"/>`,
    `<related-article id="article${article.id}" related-article-type="${related}" ${target}>${xmlText(article.title)}</related-article>`,
  ].join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="${type}" dtd-version="1.3" xml:lang="zh"><front><journal-meta>${journalMetaOf(article)}</journal-meta><article-meta>${meta}</article-meta></front><body>${notice.content
    .split(/\n+/)
    .map((text) => element('p', text))
    .join('')}</body></article>\n`;
}
