import { issueLabel, pagesOf } from './issue-label.ts';
import type { PublishedArticle } from './issue.queries.ts';
import { authorsOf } from './submission-step.service.ts';

/** Names in a citation by GB/T 7714—2015: three at most, then 等. */
const LISTED = 3;

const yearOf = (article: PublishedArticle): string => String(article.year ?? '');

/** GB/T 7714: 作者. 题名[J]. 刊名, 年, 卷(期): 页码. */
export function gbt7714(article: PublishedArticle): string {
  const names = authorsOf(article).map(({ name }) => name);
  const authors = names.length > LISTED ? `${names.slice(0, LISTED).join(', ')}, 等` : names.join(', ');
  const place = `${yearOf(article)}${article.volume ? `, ${article.volume}` : ''}(${article.issueNo ?? ''})`;
  const pages = pagesOf(article);
  return `${authors}. ${article.title}[J]. ${article.journalName}, ${place}${pages ? `: ${pages}` : ''}.${article.doi ? ` DOI:${article.doi}.` : ''}`;
}

/** Characters with a meaning in BibTeX. */
const bibtexText = (text: string): string => text.replaceAll(/[\\{}]/g, '').replaceAll(/([&%$#_])/g, '\\$1');

export function bibtex(article: PublishedArticle): string {
  const fields: readonly (readonly [string, string])[] = [
    [
      'author',
      authorsOf(article)
        .map(({ name }) => name)
        .join(' and '),
    ],
    ['title', article.title],
    ['journal', article.journalName],
    ['year', yearOf(article)],
    ['volume', article.volume ? String(article.volume) : ''],
    ['number', article.issueNo ? String(article.issueNo) : ''],
    ['pages', pagesOf(article).replace('-', '--')],
    ['issn', article.issn],
    ['doi', article.doi],
    ['language', article.language],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = {${bibtexText(value)}},`);
  return `@article{${article.abbr.toLowerCase()}${article.articleNo || article.id},\n${lines.join('\n')}\n}\n`;
}

/** RIS, each line ended by CR LF. */
export function ris(article: PublishedArticle): string {
  const one = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
  const lines: readonly (readonly [string, string])[] = [
    ['TY', 'JOUR'],
    ...authorsOf(article).map(({ name }): [string, string] => ['AU', name]),
    ['TI', article.title],
    ['T2', article.journalName],
    ['PY', yearOf(article)],
    ['VL', article.volume ? String(article.volume) : ''],
    ['IS', article.issueNo ? String(article.issueNo) : ''],
    ['SP', article.pageStart > 0 ? String(article.pageStart) : ''],
    ['EP', article.pageEnd > 0 ? String(article.pageEnd) : ''],
    ['SN', article.issn],
    ['DO', article.doi],
    ['AB', article.abstract],
    ...(JSON.parse(article.keywords) as string[]).map((word): [string, string] => ['KW', word]),
    ['LA', article.language],
  ];
  return `${lines
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `${tag}  - ${one(value)}`)
    .join('\r\n')}\r\nER  - \r\n`;
}

/** The citation of a notice of its own. */
export const noticeCitation = (
  article: PublishedArticle,
  notice: {
    readonly title: string;
    readonly noticeNo: string;
    readonly year: number | null;
    readonly volume: number | null;
    readonly issueNo: number | null;
  },
): string => {
  const where =
    notice.year && notice.issueNo ? issueLabel({ year: notice.year, volume: notice.volume ?? 0, issueNo: notice.issueNo }) : notice.noticeNo;
  return `${article.journalName}编辑部. ${notice.title}[J]. ${article.journalName}, ${where}.`;
};
