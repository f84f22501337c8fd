import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';
import { CONTINUE_PATH, SHARED_PATH } from './launch.ts';
import { closedHead, openHead } from './page.ts';

const SCREENS = 'content/notice-screens.ts';
const PAGE_SCREENS = 'content/single-page-screens.ts';

export const CONTENT_PAGES: readonly SitePage[] = [
  { path: CONTINUE_PATH, head: closedHead('续读'), screen: 'content/continue.screen.tsx' },
  { path: SHARED_PATH, head: closedHead('分享到书舟'), screen: 'content/share-target.screen.tsx' },
  {
    path: '/cms/main/cmsLogoPage',
    head: openHead('书舟', '书舟,标志,品牌', '书舟的标志、它的由来，和把书装进口袋的方法。'),
    screen: PAGE_SCREENS,
    first: () => [['GET /cms/page/getInfo/{key}', { params: { key: 'logo' } }]],
  },
  {
    path: '/cms/main/cmsIntroduction',
    head: openHead('平台介绍', '出版社介绍,历史,团队,荣誉', '启明外语音像出版社的历史、业务、团队与荣誉。'),
    screen: PAGE_SCREENS,
    first: () => [['GET /cms/page/getInfo/{key}', { params: { key: 'introduction' } }]],
  },
  {
    path: '/cms/main/cmsAbout',
    head: openHead('关于我们', '联系方式,地址,常见问题,意见反馈', '联系启明外语音像出版社：电话、地址、证照、常见问题与意见反馈。'),
    screen: PAGE_SCREENS,
    first: () => [
      ['GET /cms/page/getInfo/{key}', { params: { key: 'about' } }],
      ['GET /system/problem/queryProblem', {}],
    ],
  },
  {
    path: '/cms/main/notice',
    head: openHead('通知公告', '通知,公告', '出版社的通知与公告。'),
    screen: SCREENS,
    first: () => [['GET /system/notice/queryNotice', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]],
  },
  {
    path: '/cms/main/noticeDetail',
    head: openHead('公告', '通知,公告', '公告全文。'),
    screen: SCREENS,
    first: (_params, query) => [['GET /system/notice/getInfo/{noticeId}', { params: { noticeId: Number(query.get('noticeId')) || 0 } }]],
    keep: ['noticeId'],
    inSiteMap: false,
  },
  {
    path: '/cms/main/information',
    head: openHead('学者资讯', '资讯,学者动态,学术会议,新书,行业', '学者动态、学术会议、新书与行业资讯。'),
    screen: 'content/information.screen.tsx',
    first: (_params, query) =>
      query.get('id') === null
        ? [['GET /cms/information/queryInformation', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]]
        : [['GET /cms/information/getInfo/{id}', { params: { id: Number(query.get('id')) || 0 } }]],
    keep: ['id'],
  },
];
