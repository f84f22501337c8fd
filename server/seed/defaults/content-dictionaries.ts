import { sitePageMachine } from '../../../contract/content/single-page.machine.ts';
import { statesOf, type Entries } from './dictionary-entries.ts';

/** Dictionaries of the site's own content and of the records of its visitors. */
export const CONTENT_DICTIONARIES: readonly (readonly [type: string, name: string, entries: Entries])[] = [
  ['cms_content_status', '内容发布状态', statesOf(sitePageMachine)],
  [
    'cms_banner_position',
    '轮播图位置',
    [
      ['home', '首页'],
      ['reading', '阅读中心'],
      ['scholar', '学者馆'],
      ['contest', '大赛'],
      ['textbook', '数字教材'],
    ],
  ],
  [
    'cms_banner_link',
    '轮播图链接',
    [
      ['none', '不跳转'],
      ['publication', '作品'],
      ['contest', '大赛'],
      ['notice', '公告'],
      ['url', '网址'],
    ],
  ],
  [
    'cms_banner_drawing',
    '轮播图内置图案',
    [
      ['bridge', '桥'],
      ['waves', '波'],
      ['windows', '窗'],
      ['ripples', '涟漪'],
      ['hills', '山'],
    ],
  ],
  [
    'cms_slogan_position',
    '标语位置',
    [
      ['home', '首页'],
      ['reading', '阅读中心'],
      ['login', '登录页'],
      ['scholar', '学者馆'],
    ],
  ],
  [
    'info_target_type',
    '内容类型',
    [
      ['publication', '作品'],
      ['notice', '公告'],
      ['information', '资讯'],
      ['wechatArticle', '公众号文章'],
    ],
  ],
  [
    'info_download_result',
    '下载结果',
    [
      ['started', '未完成', 'warning'],
      ['ok', '完成', 'success'],
      ['failed', '失败', 'danger'],
    ],
  ],
];
