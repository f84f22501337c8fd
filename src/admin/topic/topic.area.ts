import { page, type AdminArea } from '../ui/page-entry.ts';

export const topicArea: AdminArea = {
  pages: {
    'press/declarationForm/index': page(async () => (await import('./topic.page.tsx')).TopicPage),
    'press/topicsSession/archiveTopics/index': page(async () => (await import('./session.page.tsx')).SessionPage),
    'press/topicsSession/minutes/index': page(async () => (await import('./minutes.page.tsx')).MinutesPage),
  },
  subPages: [
    {
      path: '/press/declarationForm/print/:topicId',
      title: '选题申报表',
      permission: 'press:topic:query',
      activeMenu: '/press/declarationForm',
      numeric: 'topicId',
      Page: page(async () => (await import('./topic-print.page.tsx')).TopicPrintPage),
    },
    {
      path: '/press/topicsSession/session/:sessionId',
      title: '论证会现场',
      permission: 'press:session:vote',
      activeMenu: '/press/topicsSession/archiveTopics',
      numeric: 'sessionId',
      Page: page(async () => (await import('./session-work.page.tsx')).SessionWorkPage),
    },
    {
      path: '/press/topicsSession/minutes/print/:minutesId',
      title: '会议纪要',
      permission: 'press:minutes:query',
      activeMenu: '/press/topicsSession/minutes',
      numeric: 'minutesId',
      Page: page(async () => (await import('./minutes-print.page.tsx')).MinutesPrintPage),
    },
  ],
};
