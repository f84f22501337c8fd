import { description, paragraphsOf, schemaTime, type PageSubject, type SitePart } from '../http/site-part.ts';
import { noticeAddresses, noticePath, noticesForFeed } from './notice.service.ts';

interface Notice {
  readonly noticeId: number;
  readonly noticeTitle: string;
  readonly noticeContent: string;
  readonly publishTime: string;
}

const noticeSubject = (notice: Notice): PageSubject => ({
  head: { title: notice.noticeTitle, description: description(notice.noticeContent) },
  text: { byline: notice.publishTime.slice(0, 10), paragraphs: paragraphsOf(notice.noticeContent) },
  thing: {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: notice.noticeTitle,
    datePublished: schemaTime(notice.publishTime),
  },
});

export const noticeLink = ({ noticeId, noticeTitle }: Pick<Notice, 'noticeId' | 'noticeTitle'>) => ({
  path: noticePath(noticeId),
  title: noticeTitle,
});

export const noticeSite: SitePart = {
  subjects: { 'GET /system/notice/getInfo/{noticeId}': noticeSubject },
  lists: {
    'GET /system/notice/queryNotice': ({ rows }: { rows: readonly Pick<Notice, 'noticeId' | 'noticeTitle'>[] }) => rows.map(noticeLink),
  },
  siteMap: [{ table: 'notice', pages: noticeAddresses }],
  feeds: [{ path: '/feed/notice.xml', title: '通知公告', entries: noticesForFeed }],
};
