/** Metadata of a public page: title, keywords and description for search engines, and whether they may index it. */
export interface PageHead {
  readonly title: string;
  readonly keywords: string;
  readonly description: string;
  /** False: `noindex`. */
  readonly index: boolean;
}

export const SITE_NAME = '书舟';
const RESERVED_NAMES = '书舟,启明外语音像出版社,电子书,离线阅读';

const open = (title: string, keywords: string, description: string): PageHead => ({
  title,
  keywords: `${keywords},${RESERVED_NAMES}`,
  description,
  index: true,
});
/** A page that is not indexed needs no real description, which would only add bytes to a first visit. */
const closed = (title: string): PageHead => ({ title, keywords: RESERVED_NAMES, description: `${SITE_NAME}：${title}。`, index: false });

const HOME = open('首页', '新书,数字阅读,出版社', '在书舟找到启明外语音像出版社的新书与好书，手机上翻开就读，存到本机断网也能接着读。');

/** Page metadata by path; a path with parameters gets its title from the content it shows. */
export const PAGE_HEADS: Readonly<Record<string, PageHead>> = {
  '/': HOME,
  '/cms/main/cmsHomeIndex': HOME,
  '/cmsLogin': open('登录', '登录', '登录书舟，接着上次的地方读下去。'),
  '/cmsRegister': closed('注册'),
  '/auth-redirect': closed('登录'),
  '/findPassword': closed('找回密码'),
  '/user/profile': closed('个人中心'),
  '/401': closed('无权限'),
  '/404': closed('页面不存在'),
  '/cms/main/collectedWorks': open('图书阅读', '图书,在线阅读', '按分类、价格和评分挑书。'),
  '/cms/main/cmsReadingCenter': open('阅读中心', '阅读,书架,推荐', '接着读，看编辑推荐和大家在读的书。'),
  '/cms/main/classification': open('分类', '图书分类,文学,语言,教材', '文学、语言、教材、编辑出版与童书，按分类找书。'),
  '/cms/main/search': open('搜索', '搜索,全文检索', '搜书名、作者，也搜书里的一句话。'),
  '/cms/main/notice': open('通知公告', '通知,公告', '出版社的通知与公告。'),
  '/cms/main/noticeDetail': open('公告', '通知,公告', '公告全文。'),
  '/cms/main/bookDetail': open('图书详情', '图书', '简介、目录、试读与评分。'),
  '/cms/main/collectedVideoDetail': open('音视频详情', '音频,视频', '简介、曲目、试听试看与评分。'),
  '/cms/main/collectedVideoPlay': closed('播放'),
  '/cms/main/epubRead': closed('阅读'),
  '/personalCenter': closed('个人中心'),
  '/personalCenter/default': closed('我的'),
  '/personalCenter/favorite': closed('书架'),
  '/personalCenter/download': closed('我的下载'),
  '/personalCenter/notes': closed('我的笔记'),
  '/personalCenter/words': closed('生词本'),
  '/personalCenter/reading': closed('阅读统计'),
  '/personalCenter/errata': closed('错字反馈'),
  '/personalCenter/profile': closed('资料'),
};

/** Returns the metadata of a path, ignoring query and trailing slash; null for an unknown path, and for a work path without its number. */
export function headOf(path: string): PageHead | null {
  const plain = path.split(/[?#]/)[0]?.replace(/(.)\/+$/, '$1') ?? '/';
  const [, work, number] = /^(\/cms\/main\/(?:bookDetail|collectedVideoDetail))(?:\/([1-9]\d*))?$/.exec(plain) ?? [];
  if (work && !number) return null;
  return PAGE_HEADS[work ?? plain] ?? null;
}

/** Returns the canonical address of a page, relative to the site root. `query` is the query string of the address bar. */
export function addressOf(path: string, query: string): string {
  if (path === '/cms/main/cmsHomeIndex') return '/';
  const notice = /noticeId=\d+/.exec(query);
  return notice && path === '/cms/main/noticeDetail' ? `${path}?${notice[0]}` : path;
}

/** Returns `title` as the browser shows it. */
export const fullTitle = (title: string): string => (title === '首页' ? `${SITE_NAME} · 翻开就读，断网也能接着读` : `${title} - ${SITE_NAME}`);
