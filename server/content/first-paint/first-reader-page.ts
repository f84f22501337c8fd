import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { FirstPage } from '../../../contract/reading/first-page.ts';
import { escapeMarkup } from '../markup.ts';

/** Most characters of the text: more than a page of the largest window holds. */
const LONGEST = 2400;
const TAG = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/?([a-zA-Z][\w:.-]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
/** The text of these is not read in line with the text around it. */
const ASIDE = /<(rt|rp|style|script|math|svg|title)\b[\s\S]*?<\/\1>/g;
const BLOCK = /^(p|div|section|h[1-6]|li|blockquote|br|tr|figure|figcaption|header|article|hr|pre|dt|dd|body)$/;
const HEADING = /^h[1-6]$/;

/**
 * Sizes repeat the default settings of the reader (`look.ts`, `reading-background.css`). Shown after a moment: where the script is
 * there in that time, the laid-out page is the first that is visible. It is hidden by selectors once a page or a part of the application is
 * there, because the policy of the page forbids inline scripts. Columns, because they break between lines.
 */
const STYLE = `<style>
.first-read{--line:33px;position:absolute;inset:0;overflow:hidden;visibility:hidden;pointer-events:none;user-select:none;color:var(--page-ink);font:18px/var(--line) var(--serif);text-align:justify;overflow-wrap:break-word}
.first-read>div{position:absolute;inset:var(--head) max(20px,var(--safe-right)) var(--foot) max(20px,var(--safe-left));width:round(down,100% - 40px,1em);margin:0 auto;columns:1;column-fill:auto;overflow:hidden}
.first-read>span{position:absolute;top:calc(var(--safe-top) + 12px);left:24px;right:24px;font-size:12px;line-height:20px;color:var(--page-dim);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.first-read p{margin:0;text-indent:2em}
.first-read h2{margin:calc(var(--line)*1.2) 0 calc(var(--line)*.85);font-size:1.6em;line-height:1.6;text-align:center}
.first-read .alone{position:absolute;inset:0;display:flex;flex-direction:column;justify-content:center;text-align:center}
.first-read .alone p{text-indent:0;color:var(--page-dim)}
.first-read-vertical>div{writing-mode:vertical-rl}
@keyframes first-read{to{visibility:visible}}
@supports selector(:has(a)){.first-read{animation:first-read 0s .2s forwards}.reader-main:has(iframe[data-shown],.first-read~*) .first-read{display:none}}
@media(min-width:768px){.first-read{--line:35px;font-size:19px}.first-read>div{max-width:34em}.first-read>span{text-align:center}}
@media(min-width:992px){.first-read{--line:37px;font-size:20px}}
@media(min-width:1200px){.first-read>div{width:round(down,100% - 280px,2em);max-width:72em;columns:2;column-gap:4em}}
@media(scripting:none){.first-read{display:none}}
@media(prefers-color-scheme:dark){.site.reader:not([data-page]){--page:var(--page-night);--page-ink:var(--page-night-ink);--page-dim:var(--page-night-dim)}}
</style>`.replace(/\n/g, '');

/** The title of a book and the start of its first document, for the time until the script has laid out the page. */
export function firstReaderPage({ title, authorsText }: Pick<BookDetail, 'title' | 'authorsText'>, page: FirstPage | null): string {
  const vertical = page?.writing === 'vertical' ? ' first-read-vertical' : '';
  const text = page?.layout === 'reflowable' ? startOf(page.text) : '';
  const alone = `<div class="alone"><h2>${escapeMarkup(title)}</h2><p>${escapeMarkup(authorsText)}</p></div>`;
  return `${STYLE}<div class="first-read${vertical}" aria-hidden="true" inert><span>${escapeMarkup(title)}</span><div>${text || alone}</div></div>`;
}

/** Returns the headings and paragraphs at the start of an XHTML document as plain HTML; '' if it has no text. */
export function startOf(markup: string): string {
  const from = markup.indexOf('<body');
  if (from < 0 || markup.includes('<![CDATA[')) return '';
  // A page holds a few thousand characters of text; markup may be several times as long.
  const body = markup.slice(from, from + 16 * LONGEST).replace(ASIDE, '');
  const parts: string[] = [];
  let [kind, text, at, length] = ['p', '', 0, 0];
  const end = (next: string): void => {
    const words = text.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim();
    if (words) parts.push(`<${kind}>${words}</${kind}>`);
    length += words.length;
    [kind, text] = [next, ''];
  };
  for (const { 0: tag, 1: name = '', index } of body.matchAll(TAG)) {
    text += body.slice(at, index);
    at = index + tag.length;
    if (BLOCK.test(name)) end(HEADING.test(name) && !tag.startsWith('</') ? 'h2' : 'p');
    if (length > LONGEST) break;
  }
  return parts.join('');
}
