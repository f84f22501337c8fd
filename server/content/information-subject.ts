import type { DataOf } from '../../contract/endpoint.ts';
import type { getInformation } from '../../contract/content/information.ts';
import { paragraphsOf, schemaTime, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';
import { newsAddresses, newsForFeed, newsPath } from './information.service.ts';

function newsSubject(news: DataOf<typeof getInformation>, { publicUrl }: SubjectPage): PageSubject {
  return {
    head: { title: news.title, description: news.summary },
    canonical: newsPath(news.informationId),
    ...(news.cover ? { image: news.cover } : {}),
    text: {
      byline: [news.author, news.source, news.publishTime.slice(0, 10)].filter(Boolean).join(' · '),
      paragraphs: [news.summary, ...paragraphsOf(news.content)],
    },
    thing: {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: news.title,
      description: news.summary,
      datePublished: schemaTime(news.publishTime),
      mainEntityOfPage: publicUrl + newsPath(news.informationId),
      ...(news.categoryName ? { articleSection: news.categoryName } : {}),
      ...(news.cover ? { image: publicUrl + news.cover } : {}),
      ...(news.author ? { author: { '@type': 'Person', name: news.author } } : {}),
      publisher: { '@type': 'Organization', name: news.source || '启明外语音像出版社' },
      ...(news.scholar
        ? { about: { '@type': 'Person', name: news.scholar.scholarName, url: `${publicUrl}/cms/main/scholar/${news.scholar.scholarId}` } }
        : {}),
    },
  };
}

type NewsLine = { readonly informationId: number; readonly title: string };
export const newsLink = ({ informationId, title }: NewsLine) => ({ path: newsPath(informationId), title });

export const informationSite: SitePart = {
  subjects: { 'GET /cms/information/getInfo/{id}': newsSubject },
  lists: { 'GET /cms/information/queryInformation': ({ rows }: { rows: readonly NewsLine[] }) => rows.map(newsLink) },
  siteMap: [{ table: 'information', pages: newsAddresses }],
  feeds: [{ path: '/feed/information.xml', title: '资讯', entries: newsForFeed }],
};
