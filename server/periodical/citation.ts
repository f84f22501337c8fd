import { citedName, filedName, partsOf } from '../../contract/periodical/person-name.ts';
import { issueLabel, pagesOf } from './issue-label.ts';
import type { PublishedArticle } from './issue.queries.ts';
import { authorsOf } from './submission-step.service.ts';

/** Names in a citation by GB/T 7714—2015: three at most, then 等. */
const LISTED = 3;

/** The name of the journal in the language of the article. */
export const journalOf = (article: Pick<PublishedArticle, 'language' | 'journalName' | 'journalNameEn'>): string =>
  article.language === 'en' && article.journalNameEn ? article.journalNameEn : article.journalName;

/** `Family, Given`, in the language of the article. */
const filed = (article: PublishedArticle): string[] =>
  authorsOf(article).map((author) => filedName(article.language === 'en' && author.nameEn ? { name: author.nameEn } : author));

/** As BibTeX styles expect them: a Chinese name is not split. */
const printed = (article: PublishedArticle): string[] =>
  authorsOf(article).map((author) => {
    const person = article.language === 'en' && author.nameEn ? { name: author.nameEn } : author;
    return partsOf(person).western ? filedName(person) : person.name;
  });

const yearOf = (article: PublishedArticle): string => String(article.year ?? '');

/** GB/T 7714: 作者. 题名[J]. 刊名, 年, 卷(期): 页码. */
export function gbt7714(article: PublishedArticle): string {
  const english = article.language === 'en';
  // An article in English names its authors, its journal and 等 in English.
  const names = authorsOf(article).map((author) => citedName(english && author.nameEn ? { name: author.nameEn } : author));
  const authors = names.length > LISTED ? `${names.slice(0, LISTED).join(', ')}, ${english ? 'et al' : '等'}` : names.join(', ');
  const place = `${yearOf(article)}${article.volume ? `, ${article.volume}` : ''}(${article.issueNo ?? ''})`;
  const pages = pagesOf(article);
  return `${authors}. ${article.title}[J]. ${journalOf(article)}, ${place}${pages ? `: ${pages}` : ''}.${article.doi ? ` DOI:${article.doi}.` : ''}`;
}

/** Characters with a meaning in BibTeX. */
const bibtexText = (text: string): string => text.replaceAll(/[\\{}]/g, '').replaceAll(/([&%$#_])/g, '\\$1');

export function bibtex(article: PublishedArticle): string {
  const fields: readonly (readonly [string, string])[] = [
    ['author', printed(article).join(' and ')],
    ['title', article.title],
    ['journal', journalOf(article)],
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
    ...filed(article).map((name): [string, string] => ['AU', name]),
    ['TI', article.title],
    ['T2', journalOf(article)],
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
