import type { DataOf } from '../../contract/endpoint.ts';
import type { getNotice } from '../../contract/periodical/correction-notice.ts';
import type { getArticle } from '../../contract/periodical/journal-article.ts';
import type { getIssue } from '../../contract/periodical/journal-issue.ts';
import type { getJournal } from '../../contract/periodical/journal.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { NOTICE_NAMES } from '../../contract/periodical/periodical-limits.ts';
import { filedName, partsOf } from '../../contract/periodical/person-name.ts';
import { articlePath, issuePath, journalPath, noticePath } from '../../contract/periodical/periodical.site.ts';
import { description, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';
import { periodicalSiteMap } from './article.service.ts';

const journalThing = (name: string, issn: string) => ({ '@type': 'Periodical', name, ...(issn ? { issn } : {}) });

function journalSubject(one: DataOf<typeof getJournal>, { publicUrl }: SubjectPage): PageSubject {
  const canonical = journalPath(one.journalId);
  return {
    head: {
      title: `${one.journalName} 期刊`,
      keywords: [one.journalName, '投稿须知', ...one.columns].join(','),
      description: description(one.intro),
    },
    canonical,
    ...(one.cover ? { image: `/prod-api${one.cover}` } : {}),
    thing: {
      '@context': 'https://schema.org',
      ...journalThing(one.journalName, one.issn),
      url: publicUrl + canonical,
      ...(one.publisher ? { publisher: { '@type': 'Organization', name: one.publisher } } : {}),
    },
  };
}

function issueSubject(one: DataOf<typeof getIssue>, { publicUrl }: SubjectPage): PageSubject {
  const canonical = issuePath(one.issueId);
  const title = `《${one.journalName}》${one.label}`;
  return {
    head: {
      title,
      description: `${title}目次：${one.articles
        .slice(0, 6)
        .map((article) => article.title)
        .join('；')}`.slice(0, 120),
    },
    canonical,
    thing: {
      '@context': 'https://schema.org',
      '@type': 'PublicationIssue',
      issueNumber: String(one.issueNo),
      datePublished: one.publishDate,
      isPartOf: journalThing(one.journalName, ''),
      url: publicUrl + canonical,
    },
  };
}

/** Highwire tags, as the inclusion guidelines of Google Scholar read them. */
export function citationTags(one: DataOf<typeof getArticle>, publicUrl: string): (readonly [name: string, content: string])[] {
  const [firstPage = '', lastPage = firstPage] = one.pages.split('-');
  const english = one.language === 'en';
  const authors = one.authors.flatMap((author): (readonly [string, string])[] => {
    const person = english && author.nameEn ? { name: author.nameEn } : author;
    return [
      ['citation_author', partsOf(person).western ? filedName(person) : person.name],
      ['citation_author_institution', author.unit],
      ['citation_author_orcid', author.orcid ? `https://orcid.org/${author.orcid}` : ''],
    ];
  });
  const tags: (readonly [string, string])[] = [
    ['citation_title', one.title],
    ...authors,
    ['citation_publication_date', one.publishedAt.replaceAll('-', '/')],
    ['citation_journal_title', english && one.journalNameEn ? one.journalNameEn : one.journalName],
    ['citation_issn', one.issn],
    ['citation_volume', one.volume ? String(one.volume) : ''],
    ['citation_issue', one.issueNo ? String(one.issueNo) : ''],
    ['citation_firstpage', firstPage],
    ['citation_lastpage', lastPage],
    ['citation_doi', one.doi],
    ['citation_language', english ? 'en' : 'zh'],
    ['citation_abstract_html_url', publicUrl + articlePath(one.articleId)],
    ['citation_pdf_url', one.hasPdf ? `${publicUrl}${API_PREFIX}/cms/journal/article/pdf/${one.articleId}` : ''],
    ...one.keywords.map((word) => ['citation_keywords', word] as const),
  ];
  return tags.filter(([, content]) => content !== '');
}

function articleSubject(one: DataOf<typeof getArticle>, { publicUrl }: SubjectPage): PageSubject {
  const canonical = articlePath(one.articleId);
  const [pageStart = '', pageEnd = pageStart] = one.pages.split('-');
  return {
    head: { title: one.title, keywords: one.keywords.join(','), description: description(one.abstract) },
    canonical,
    meta: citationTags(one, publicUrl),
    text: {
      byline: [one.authors.map(({ name }) => name).join('、'), one.journalName, one.issueLabel].filter(Boolean).join(' · '),
      paragraphs: [one.abstract],
    },
    thing: {
      '@context': 'https://schema.org',
      '@type': 'ScholarlyArticle',
      headline: one.title,
      abstract: one.abstract,
      keywords: one.keywords.join(','),
      author: one.authors.map(({ name, unit }) => ({
        '@type': 'Person',
        name,
        ...(unit ? { affiliation: { '@type': 'Organization', name: unit } } : {}),
      })),
      datePublished: one.publishedAt,
      isPartOf: { '@type': 'PublicationIssue', name: one.issueLabel, isPartOf: journalThing(one.journalName, one.issn) },
      ...(pageStart ? { pageStart, pageEnd } : {}),
      ...(one.doi ? { sameAs: `https://doi.org/${one.doi}` } : {}),
      ...(one.retracted ? { creativeWorkStatus: 'Retracted' } : {}),
      url: publicUrl + canonical,
    },
  };
}

function noticeSubject(one: DataOf<typeof getNotice>, { publicUrl }: SubjectPage): PageSubject {
  const canonical = noticePath(one.noticeId);
  const article = { '@type': 'ScholarlyArticle', headline: one.articleTitle, url: publicUrl + articlePath(one.articleId) };
  return {
    head: { title: one.title, keywords: [one.journalName, NOTICE_NAMES[one.type]].join(','), description: description(one.content) },
    canonical,
    meta: [
      ['citation_title', one.title],
      ['citation_journal_title', one.journalName],
      ['citation_issn', one.issn],
      ['citation_publication_date', one.publishedAt.replaceAll('-', '/')],
      ['citation_doi', one.doi],
    ].filter((tag): tag is [string, string] => tag[1] !== ''),
    thing: {
      '@context': 'https://schema.org',
      '@type': ['ScholarlyArticle', 'CorrectionComment'],
      headline: one.title,
      text: one.content,
      identifier: one.noticeNo,
      datePublished: one.publishedAt,
      about: article,
      isPartOf: journalThing(one.journalName, one.issn),
      ...(one.doi ? { sameAs: `https://doi.org/${one.doi}` } : {}),
      url: publicUrl + canonical,
    },
  };
}

export const periodicalSite: SitePart = {
  subjects: {
    'GET /cms/journal/getInfo/{journalId}': journalSubject,
    'GET /cms/journal/issue/getInfo/{issueId}': issueSubject,
    'GET /cms/journal/article/getInfo/{articleId}': articleSubject,
    'GET /cms/journal/notice/getInfo/{noticeId}': noticeSubject,
  },
  lists: {
    'GET /cms/journal/queryJournal': ({ rows }: { rows: readonly { journalId: number; journalName: string }[] }) =>
      rows.map(({ journalId, journalName }) => ({ path: journalPath(journalId), title: journalName })),
    'GET /cms/journal/issue/getInfo/{issueId}': ({ articles }: DataOf<typeof getIssue>) =>
      articles.map(({ articleId, title }) => ({ path: articlePath(articleId), title })),
  },
  siteMap: periodicalSiteMap,
};
