import { articlePath, noticePath } from '../../../contract/periodical/periodical.site.ts';
import { partsOf } from '../../../contract/periodical/person-name.ts';
import { wireDate } from '../../db/clock.ts';
import type { NoticeOfArticle, PublishedArticle } from '../issue.queries.ts';
import { jatsBody } from './jats-body.ts';
import { authorsOf } from '../submission-step.service.ts';
import { element, xmlText } from './xml-text.ts';

export const DOCTYPE =
  '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.3 20210610//EN" "JATS-journalpublishing1-3.dtd">';

/** Values of `related-article-type` by which an article refers to the notices of E97 (JATS4R, article publication and history dates). */
const RELATED: Readonly<Record<string, string>> = {
  erratum: 'correction-forward',
  correction: 'correction-forward',
  addendum: 'addendum',
  concern: 'expression-of-concern',
  retraction: 'retraction-forward',
};

export function dateParts(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `<day>${day}</day><month>${month}</month><year>${year}</year>`;
}

/** A name with its parts and its language; a name of one part has no given names. */
function nameElement(person: Parameters<typeof partsOf>[0]): string {
  const { family, given, western } = partsOf(person);
  return `<name name-style="${western ? (given === '' ? 'given-only' : 'western') : 'eastern'}" xml:lang="${western ? 'en' : 'zh'}">${western && given === '' ? element('given-names', family) : element('surname', family) + element('given-names', given)}</name>`;
}

function contributors(article: PublishedArticle): string {
  const authors = authorsOf(article);
  const units = [...new Set(authors.map(({ unit }) => unit).filter(Boolean))];
  const contributor = (author: (typeof authors)[number]): string => {
    const unit = units.indexOf(author.unit);
    const own = nameElement(author);
    const name = author.nameEn ? `<name-alternatives>${own}${nameElement({ name: author.nameEn })}</name-alternatives>` : own;
    const orcid = author.orcid ? `<contrib-id contrib-id-type="orcid">https://orcid.org/${xmlText(author.orcid)}</contrib-id>` : '';
    return `<contrib contrib-type="author"${author.corresponding ? ' corresp="yes"' : ''}>${orcid}${name}${author.corresponding ? element('email', author.mail) : ''}${unit < 0 ? '' : `<xref ref-type="aff" rid="aff${unit + 1}"/>`}</contrib>`;
  };
  const affiliations = units.map((unit, index) => `<aff id="aff${index + 1}"><institution>${xmlText(unit)}</institution></aff>`);
  return authors.length === 0 ? '' : `<contrib-group>${authors.map(contributor).join('')}</contrib-group>${affiliations.join('')}`;
}

const keywordGroup = (words: readonly string[], language: string): string =>
  words.length === 0
    ? ''
    : `<kwd-group kwd-group-type="author" xml:lang="${language}">${words.map((word) => element('kwd', word)).join('')}</kwd-group>`;

const historyDate = (kind: string, at: number | null): string => (at === null ? '' : `<date date-type="${kind}">${dateParts(wireDate(at))}</date>`);

/** The content of `journal-meta`. */
export function journalMetaOf(article: Pick<PublishedArticle, 'abbr' | 'journalName' | 'journalNameEn' | 'issn' | 'publisher'>): string {
  return [
    element('journal-id', article.abbr, ' journal-id-type="publisher-id"'),
    `<journal-title-group>${element('journal-title', article.journalName, ' xml:lang="zh"')}${article.journalNameEn ? `<trans-title-group xml:lang="en">${element('trans-title', article.journalNameEn)}</trans-title-group>` : ''}</journal-title-group>`,
    // The tag set requires the element, also where a journal has no number yet.
    `<issn publication-format="print">${xmlText(article.issn)}</issn>`,
    article.publisher ? `<publisher>${element('publisher-name', article.publisher)}</publisher>` : '',
  ].join('');
}

/** An article as JATS 1.3 Journal Publishing, without the XML declaration; the order of elements is that of the tag set. */
export function jatsArticle(article: PublishedArticle, notices: readonly NoticeOfArticle[], publicUrl: string, namespace = ''): string {
  const language = article.language === 'en' ? 'en' : 'zh';
  const published = article.publishDate || wireDate(article.publishedAt ?? 0);
  const references = JSON.parse(article.references) as string[];
  const body = jatsBody(article.bodyHtml);
  const address = xmlText(publicUrl + articlePath(article.id));
  const history = historyDate('received', article.submittedAt) + historyDate('accepted', article.acceptedAt);
  const related = notices.map(
    ({ id, type, noticeNo }) =>
      `<related-article id="notice${id}" related-article-type="${RELATED[type] ?? 'correction-forward'}" ext-link-type="uri" xlink:href="${xmlText(publicUrl + noticePath(id))}">${xmlText(noticeNo)}</related-article>`,
  );
  const journalMeta = journalMetaOf(article);
  const title = `<title-group>${element('article-title', article.title)}${article.titleEn && language === 'zh' ? `<trans-title-group xml:lang="en">${element('trans-title', article.titleEn)}</trans-title-group>` : ''}</title-group>`;
  const articleMeta = [
    `<article-id pub-id-type="publisher-id">${xmlText(article.submissionNo || String(article.id))}</article-id>`,
    element('article-id', article.doi, ' pub-id-type="doi"'),
    article.columnName
      ? `<article-categories><subj-group subj-group-type="heading">${element('subject', article.columnName)}</subj-group></article-categories>`
      : '',
    title,
    contributors(article),
    `<pub-date date-type="pub" publication-format="print" iso-8601-date="${published}">${dateParts(published)}</pub-date>`,
    article.volume ? element('volume', String(article.volume)) : '',
    article.issueNo ? element('issue', String(article.issueNo)) : '',
    article.pageStart > 0 ? element('fpage', String(article.pageStart)) + element('lpage', String(Math.max(article.pageStart, article.pageEnd))) : '',
    history === '' ? '' : `<history>${history}</history>`,
    `<self-uri xlink:href="${address}"/>`,
    ...related,
    article.abstract ? `<abstract>${element('p', article.abstract)}</abstract>` : '',
    article.abstractEn ? `<trans-abstract xml:lang="${language === 'zh' ? 'en' : 'zh'}">${element('p', article.abstractEn)}</trans-abstract>` : '',
    keywordGroup(JSON.parse(article.keywords) as string[], language),
    keywordGroup(JSON.parse(article.keywordsEn) as string[], language === 'zh' ? 'en' : 'zh'),
    article.fund ? `<funding-group><funding-statement>${xmlText(article.fund)}</funding-statement></funding-group>` : '',
  ].join('');
  const back =
    references.length === 0
      ? ''
      : `<back><ref-list>${references.map((text, index) => `<ref id="ref${index + 1}"><mixed-citation>${xmlText(text)}</mixed-citation></ref>`).join('')}</ref-list></back>`;
  return `<article${namespace ? ` xmlns="${namespace}"` : ''} xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" dtd-version="1.3" xml:lang="${language}"><front><journal-meta>${journalMeta}</journal-meta><article-meta>${articleMeta}</article-meta></front>${body === '' ? '' : `<body>${body}</body>`}${back}</article>`;
}

/** A whole JATS file. */
export const jatsFile = (article: PublishedArticle, notices: readonly NoticeOfArticle[], publicUrl: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${jatsArticle(article, notices, publicUrl)}\n`;
