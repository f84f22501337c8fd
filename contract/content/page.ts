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

export const openHead = (title: string, keywords: string, description: string): PageHead => ({
  title,
  keywords: `${keywords},${RESERVED_NAMES}`,
  description,
  index: true,
});
/** A page that is not indexed needs no real description, which would only add bytes to a first visit. */
export const closedHead = (title: string): PageHead => ({ title, keywords: RESERVED_NAMES, description: `${SITE_NAME}：${title}。`, index: false });

const HOME = openHead('首页', '新书,数字阅读,出版社', '在书舟找到启明外语音像出版社的新书与好书，手机上翻开就读，断网也能读。');

/**
 * Metadata of the most visited pages by path; a path with parameters gets its title from the content it shows. The other pages are in
 * `contract/site-pages.ts`, which a first visit does not load.
 */
export const PAGE_HEADS: Readonly<Record<string, PageHead>> = {
  '/': HOME,
  '/cms/main/cmsHomeIndex': HOME,
  '/cmsLogin': openHead('登录', '登录', '登录书舟，接着读。'),
  '/user/profile': closedHead('个人中心'),
  '/401': closedHead('无权限'),
  '/404': closedHead('页面不存在'),
  '/cms/main/collectedWorks': openHead('图书阅读', '图书,在线阅读', '按分类、价格和评分挑书。'),
  '/cms/main/cmsReadingCenter': openHead('阅读中心', '阅读,书架,推荐', '接着读，看编辑推荐的书。'),
  '/cms/main/classification': openHead('分类', '图书分类,文学,语言,教材', '文学、语言、教材与童书，按分类找书。'),
  '/cms/main/search': openHead('搜索', '搜索,全文检索', '搜书名、作者和书里的话。'),
  '/cms/main/bookDetail': openHead('图书详情', '图书', '简介、目录与评分。'),
  '/cms/main/collectedVideoDetail': openHead('音视频详情', '音频,视频', '简介、曲目与评分。'),
  '/cms/main/collectedVideoPlay': closedHead('播放'),
  '/cms/main/epubRead': closedHead('阅读'),
  '/personalCenter': closedHead('个人中心'),
  '/personalCenter/default': closedHead('我的'),
  '/personalCenter/favorite': closedHead('书架'),
  '/personalCenter/download': closedHead('我的下载'),
};

/** Returns a path without query, hash and trailing slash. */
export const plainPath = (path: string): string => path.split(/[?#]/)[0]?.replace(/(.)\/+$/, '$1') ?? '/';

/** Returns the metadata of one of the most visited pages; null for another path, and for a work path without its number. */
export function firstHeadOf(path: string): PageHead | null {
  const plain = plainPath(path);
  const [, work, number] = /^(\/cms\/main\/(?:bookDetail|collectedVideoDetail))(?:\/([1-9]\d*))?$/.exec(plain) ?? [];
  if (work && !number) return null;
  return PAGE_HEADS[work ?? plain] ?? null;
}

/** The query of an address, as `URLSearchParams` reads it. */
export interface PageQuery {
  get(name: string): string | null;
}

/** Returns the canonical address of a page, relative to the site root. `keep` are the query parameters that select its content: a keyword unless given. */
export function addressOf(path: string, query: PageQuery, keep: readonly string[] = ['keyword']): string {
  if (path === '/cms/main/cmsHomeIndex') return '/';
  const kept = keep.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}

/** Returns `title` as the browser shows it. */
export const fullTitle = (title: string): string => (title === '首页' ? `${SITE_NAME} · 翻开就读，断网也能接着读` : `${title} - ${SITE_NAME}`);
