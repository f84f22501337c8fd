import type { DataOf } from '../../contract/endpoint.ts';
import type { getArticle } from '../../contract/periodical/journal-article.ts';
import type { getIssue } from '../../contract/periodical/journal-issue.ts';
import type { getJournal } from '../../contract/periodical/journal.ts';
import { articlePath, issuePath, journalPath } from '../../contract/periodical/periodical.site.ts';
import { description, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';
import { periodicalAddresses } from './article.service.ts';

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

function articleSubject(one: DataOf<typeof getArticle>, { publicUrl }: SubjectPage): PageSubject {
  const canonical = articlePath(one.articleId);
  const [pageStart = '', pageEnd = pageStart] = one.pages.split('-');
  return {
    head: { title: one.title, keywords: one.keywords.join(','), description: description(one.abstract) },
    canonical,
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

export const periodicalSite: SitePart = {
  subjects: {
    'GET /cms/journal/getInfo/{journalId}': journalSubject,
    'GET /cms/journal/issue/getInfo/{issueId}': issueSubject,
    'GET /cms/journal/article/getInfo/{articleId}': articleSubject,
  },
  siteMap: periodicalAddresses,
};
