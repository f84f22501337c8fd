import type { FirstText, SitePart } from '../../http/site-part.ts';
import { escapeMarkup } from '../markup.ts';

/** Most characters of the text of one page: the HTML of a page stays small, search engines read the rest on the rendered page. */
const LONGEST = 1200;
const LINKS = 24;

/** Shown without scripts only: with them the page itself follows in a moment, and a text in between would flash. */
const STYLE =
  '<style>.first-text,noscript{display:block;max-width:42rem;margin:2rem auto;padding:0 1rem}.first-text a{color:inherit}@media (scripting:enabled){.first-text{display:none}}</style>';

/** Returns the text of a page as plain HTML for the root of the app, which replaces it at its start. */
export function writeFirstText(title: string, { byline, paragraphs = [], links = [] }: FirstText): string {
  let left = LONGEST;
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    if (left <= 0 || paragraph === '') continue;
    lines.push(`<p>${escapeMarkup(paragraph.length > left ? `${paragraph.slice(0, left).replace(/[\ud800-\udbff]$/, '')}…` : paragraph)}</p>`);
    left -= paragraph.length;
  }
  const list = links.slice(0, LINKS).map(({ path, title: name }) => `<li><a href="${escapeMarkup(path)}">${escapeMarkup(name)}</a></li>`);
  return [
    `${STYLE}<main class="first-text"><h1>${escapeMarkup(title)}</h1>`,
    byline ? `<p>${escapeMarkup(byline)}</p>` : '',
    ...lines,
    list.length > 0 ? `<ul>${list.join('')}</ul>` : '',
    '</main>',
  ].join('');
}

/** The links of the lists among the first data of a page. */
export const linksOf = (parts: readonly SitePart[], data: readonly (readonly [string, object, unknown])[]): NonNullable<FirstText['links']> =>
  data.flatMap(([key, , answer]) => parts.flatMap(({ lists = {} }) => lists[key]?.(answer as never) ?? []));
