import { description, schemaTime, type PageSubject, type SitePart } from '../http/site-part.ts';
import { noticesForFeed } from './notice.service.ts';

interface Notice {
  readonly noticeId: number;
  readonly noticeTitle: string;
  readonly noticeContent: string;
  readonly publishTime: string;
}

const noticeSubject = (notice: Notice): PageSubject => ({
  head: { title: notice.noticeTitle, description: description(notice.noticeContent) },
  thing: {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: notice.noticeTitle,
    datePublished: schemaTime(notice.publishTime),
  },
});

export const noticeSite: SitePart = {
  subjects: { 'GET /system/notice/getInfo/{noticeId}': noticeSubject },
  feeds: [{ path: '/feed/notice.xml', title: '通知公告', entries: noticesForFeed }],
};
