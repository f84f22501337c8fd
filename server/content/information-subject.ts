import type { DataOf } from '../../contract/endpoint.ts';
import type { getInformation } from '../../contract/content/information.ts';
import { schemaTime, type PageSubject, type SitePart, type SubjectPage } from '../http/site-part.ts';
import { newsAddresses, newsForFeed, newsPath } from './information.service.ts';

function newsSubject(news: DataOf<typeof getInformation>, { publicUrl }: SubjectPage): PageSubject {
  return {
    head: { title: news.title, description: news.summary },
    canonical: newsPath(news.informationId),
    ...(news.cover ? { image: news.cover } : {}),
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

export const informationSite: SitePart = {
  subjects: { 'GET /cms/information/getInfo/{id}': newsSubject },
  siteMap: newsAddresses,
  feeds: [{ path: '/feed/information.xml', title: '资讯', entries: newsForFeed }],
};
