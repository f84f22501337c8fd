import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { Banner } from '../../../contract/content/banner.ts';
import { firstHeadOf } from '../../../contract/content/page.ts';
import type { ShownBlock } from '../../../contract/content/program-block.ts';
import { findSitePage } from '../../../contract/site-pages.ts';
import { escapeMarkup } from '../markup.ts';

/** What a skeleton needs to know of its page. */
export interface SkeletonPage {
  readonly head: { readonly title: string };
  readonly data: readonly (readonly [key: string, input: object, answer: unknown])[];
}

/** The pages of the first list that have no bars of the site. */
const BARE = /^\/(cmsLogin$|user\/|cms\/main\/epubRead$)/;
const HOME = /^\/(cms\/main\/cmsHomeIndex)?$/;
const BOOK = /^\/cms\/main\/bookDetail\/\d+$/;
/** Tiles of a rail or a grid on the first screen. */
const TILES = 6;

/**
 * The styles of the skeleton: the page is painted with them alone, so sizes and colours repeat those of the site's style sheets (frame.css,
 * home.css, banner.css, book-detail.css, book.css). The skeleton lies over the root until the application has drawn something
 * other than its own placeholder, and is hidden by a selector, because the policy of the page forbids inline scripts.
 */
const STYLE = `<style>
html{overflow-y:scroll}
.fs{--a:#fff;--b:#faf8f3;--c:#f2eee5;--l:#e8e6e1;--t:#00797a;--i:#1f2329;--s:#5c6370;--side:max(16px,env(safe-area-inset-left,0px),env(safe-area-inset-right,0px));position:fixed;inset:0;z-index:40;overflow:hidden scroll;scrollbar-color:transparent transparent;background:var(--b);color:var(--i);font:16px/1.6 -apple-system,'PingFang SC','HarmonyOS Sans SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif}
.fs *{box-sizing:border-box}
.fs i{display:block;flex:none;border-radius:4px;background:var(--c)}
.fs b{font-family:'Source Han Serif SC','Noto Serif CJK SC','Songti SC',STSong,SimSun,serif}
.fs p{margin:0}
.fs-row{display:flex;align-items:center;gap:12px}
.fs-measure{max-width:1248px;margin:0 auto}
.fs-logo{display:flex;align-items:center;gap:7px;min-height:44px;color:var(--t);font-size:22px}
.fs-logo i{width:26px;height:26px;border-radius:4px 13px}
.fs-search{display:block;flex:1;text-decoration:none;height:44px;padding:0 16px;border:1px solid var(--l);border-radius:22px;background:var(--a);color:var(--s);font-size:15px;line-height:42px;white-space:nowrap;overflow:hidden}
.fs-top{display:none}
.fs-tabs{position:absolute;inset:auto 0 0;height:calc(50px + env(safe-area-inset-bottom,0px));padding-bottom:env(safe-area-inset-bottom,0px);display:flex;background:var(--a);border-top:1px solid var(--l);color:var(--s);font-size:11px;line-height:14px}
.fs-tabs span{flex:1;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:4px}
.fs-tabs i{width:22px;height:22px;border-radius:7px}
.fs-home{gap:12px;padding:4px calc(var(--side) - 8px) 8px var(--side)}
.fs-home>i{width:28px;height:28px;margin-right:8px}
.fs-first{display:grid;gap:12px;padding:0 var(--side) 10px}
.fs-banner{position:relative;height:158px;border-radius:8px;background:#15464d;color:#fbf4e2}
.fs-banner b{position:absolute;left:18px;top:38px;max-width:62%;font-size:28px;line-height:36px;letter-spacing:.06em}
.fs-card{display:none;gap:12px;align-items:center;height:92px;padding:12px;border-radius:8px;background:var(--a)}
.fs-card span{flex:1;display:grid;gap:10px}
.fs-head{display:block;padding:0 var(--side);font-size:20px;line-height:44px}
.fs-in .fs-card{display:flex}
.fs-rail{display:flex;gap:14px;padding:4px var(--side) 8px;overflow:hidden}
.fs-rail>*{width:104px;flex:none}
.fs-grid{display:grid;grid-template-columns:repeat(2,1fr);gap:24px 20px;padding:4px max(20px,var(--side))}
.fs-cover{aspect-ratio:3/4}
.fs-line{height:14px;margin-top:10px}
.fs-page{padding:2px var(--side);font-size:28px;line-height:44px}
.fs-book{display:grid;grid-template-columns:132px 1fr;gap:18px 20px;padding:52px max(20px,var(--side)) 0}
.fs-book b{display:block;margin-top:26px;font-size:24px;line-height:34px;overflow-wrap:anywhere}
.fs-lines{display:grid;gap:14px;padding:32px var(--side)}
.fs-tail{position:absolute;inset:auto 0 0;display:flex;gap:60px;align-items:center;height:calc(66px + env(safe-area-inset-bottom,0px));padding:8px 16px;background:var(--a);border-top:1px solid var(--l)}
.fs-tail i+i{flex:1;height:50px;border-radius:8px}
.fs-book p{font-size:15px;line-height:24px;color:var(--s)}
@media(min-width:768px){
.fs .fs-card{display:flex}
.fs-tail{display:none}
.fs{--side:max(24px,env(safe-area-inset-left,0px),env(safe-area-inset-right,0px))}
.fs-tabs,.fs-home{display:none}
.fs-top{display:block;background:var(--a);border-bottom:1px solid var(--l)}
.fs-top .fs-row{gap:0;height:64px;padding:0 var(--side)}
.fs-top .fs-logo{margin-right:20px}
.fs-top span{padding:0 12px;color:var(--s);white-space:nowrap}
.fs-top .fs-wide{display:none}
.fs-top .fs-search{margin-left:auto;max-width:300px;background:var(--b)}
.fs-first{grid-template-columns:1fr 252px;gap:20px;padding-top:20px}
.fs-banner,.fs-card{height:232px}
.fs-banner b{left:26px;top:46px;font-size:34px;line-height:46px}
.fs-rail,.fs-grid{display:grid;grid-template-columns:repeat(5,1fr);gap:22px}
.fs-rail>*{width:auto}
.fs-rail>:nth-child(6){display:none}
.fs-page{padding:20px var(--side) 4px}
}
@media(min-width:992px){
.fs-top .fs-wide{display:inline}
.fs-top span{padding:0 6px}
.fs-rail,.fs-grid{grid-template-columns:repeat(6,1fr)}
.fs-rail>:nth-child(n),.fs-grid>:nth-child(n){display:block}
.fs-first{grid-template-columns:1fr 368px;gap:24px;padding-top:24px}
.fs-banner,.fs-card{height:304px}
.fs-banner b{left:36px;top:60px;font-size:44px;line-height:58px}
.fs-head{font-size:22px;line-height:52px}
}
@media(min-width:1160px){.fs .fs-top span{padding:0 14px}}
@media(prefers-color-scheme:dark){
html{color-scheme:dark;background:#1b1a18}
.fs{--a:#232220;--b:#1b1a18;--c:#302d27;--l:#2f2e2b;--t:#4cc5c6;--i:#e6e6e6;--s:#a6adb8}
}
@media(scripting:none){.fs{display:none}}
#root:has(>:not(style,.first-text,.site[aria-busy]))~.fs{display:none}
@supports not selector(:has(a)){.fs{display:none}}
</style>`.replace(/\n/g, '');

const tile = '<div><i class="fs-cover"></i><i class="fs-line"></i></div>';
const tiles = tile.repeat(TILES);
const bar = (width: string): string => `<i style="width:${width};height:16px"></i>`;

/**
 * Returns the skeleton of a page of the site with its bars, for the time until the script has arrived; '' for pages without these bars. It is
 * hidden from assistive technology, which gets the page itself. `signedIn`: the browser has a session, so home continues a book.
 */
export function firstSkeleton(path: string, page: SkeletonPage, signedIn: boolean): string {
  const framed = firstHeadOf(path) ? !BARE.test(path) : (findSitePage(path)?.page.framed ?? findSitePage(path) !== null);
  if (!framed) return '';
  const content = HOME.test(path) ? home(page, signedIn) : BOOK.test(path) ? book(page) : list(page);
  return `${STYLE}<div class="fs" aria-hidden="true">${topBar}<div class="fs-measure">${content}</div>${BOOK.test(path) ? buyBar : tabBar}</div>`;
}

const placesOf = (names: readonly string[], kind = ''): string => names.map((name) => `<span${kind}>${name}</span>`).join('');
/** A tap on it before the application has arrived opens the search; it is no stop of the keyboard, as the field itself follows. */
const search = (words: string): string => `<a class="fs-search" href="/cms/main/search" tabindex="-1">${words}</a>`;
const topBar =
  '<div class="fs-top"><div class="fs-row fs-measure"><div class="fs-logo"><i></i><b>书舟</b></div>' +
  `${placesOf(['首页', '阅读中心'])}${placesOf(['图书阅读', '分类', '学者馆', '大赛', '资讯', '通知公告'], ' class="fs-wide"')}` +
  `${search('搜书、作者、书里的一句话')}</div></div>`;
const tabBar = `<div class="fs-tabs">${['首页', '阅读中心', '书架', '我的'].map((name) => `<span><i></i>${name}</span>`).join('')}</div>`;

/** The detail of a book has its own bar in place of the tabs. */
const buyBar = '<div class="fs-tail"><i style="width:22px;height:22px"></i><i></i></div>';

const answerOf = <T>({ data }: SkeletonPage, key: string): T | undefined => data.find(([one]) => one === key)?.[2] as T | undefined;

function home(page: SkeletonPage, signedIn: boolean): string {
  const [banner] = answerOf<Banner[]>(page, 'GET /cms/banner/queryBanner') ?? [];
  const [block] = answerOf<ShownBlock[]>(page, 'GET /cms/block/queryBlocks') ?? [];
  return (
    '<div class="fs-row fs-home"><div class="fs-logo"><i></i><b>书舟</b></div>' +
    `${search('搜书、作者、句子')}<i></i></div>` +
    `<div class="fs-first${signedIn ? ' fs-in' : ''}"><div class="fs-banner"><b>${escapeMarkup(banner?.title ?? '书舟')}</b></div>` +
    `<div class="fs-card"><i style="width:51px;height:68px"></i><span>${bar('70%')}${bar('45%')}</span></div></div>` +
    `<b class="fs-head">${escapeMarkup(block?.title || '新书')}</b><div class="fs-rail">${tiles}</div>`
  );
}

function book(page: SkeletonPage): string {
  const found = answerOf<BookDetail>(page, 'GET /cms/publish/getInfo/{publishId}');
  return (
    `<div class="fs-book"><i class="fs-cover"></i><div><b>${escapeMarkup(found?.title ?? page.head.title)}</b>` +
    `<p>${escapeMarkup(found?.authorsText ?? '')}</p></div></div>` +
    `<div class="fs-lines">${bar('100%')}${bar('92%')}${bar('60%')}</div>`
  );
}

const list = ({ head }: SkeletonPage): string =>
  `<b class="fs-page" style="display:block">${escapeMarkup(head.title)}</b><div class="fs-grid">${tiles}</div>`;
