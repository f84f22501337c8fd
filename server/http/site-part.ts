import type { PageHead } from '../../contract/content/page.ts';
import type { AppContext } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { plainText } from './rich-text.ts';

/** What search engines read about the subject of a page; parts that are missing keep the values of the page itself. */
export interface PageSubject {
  readonly head?: Partial<PageHead>;
  /** Its only address, relative to the site root, whichever address was requested. */
  readonly canonical?: string;
  /** Address of a picture, relative to the site root. */
  readonly image?: string;
  /** schema.org data. */
  readonly thing?: object;
  /** Further `<meta>` elements by name, for example those of citations; a name may occur more than once. */
  readonly meta?: readonly (readonly [name: string, content: string])[];
  /** The beginning of the text of the page; its description unless given. */
  readonly text?: FirstText;
}

/** The text of a page that is in its HTML, for programs that run no scripts. All parts are plain text. */
export interface FirstText {
  /** Author, publisher, date. */
  readonly byline?: string;
  readonly paragraphs?: readonly string[];
  /** Addresses relative to the site root. */
  readonly links?: readonly { readonly path: string; readonly title: string }[];
}

/** An address of the sitemap. */
export interface SiteMapEntry {
  /** Relative to the site root. */
  readonly path: string;
  /** Last change of the page, milliseconds since 1970. */
  readonly time: number;
}

/** Ids from `from` up to, but without, `to`. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** The public pages of the rows of one table. */
export interface SiteMapPart {
  readonly table: keyof Tables;
  /** Returns the pages of the public rows with these ids. */
  readonly pages: (context: AppContext, ids: IdRange) => Promise<readonly SiteMapEntry[]>;
}

/** The page on which a subject is shown. */
export interface SubjectPage {
  readonly head: PageHead;
  /** Address of the site, without a trailing slash. */
  readonly publicUrl: string;
  /** Path of the page, relative to the site root. */
  readonly path: string;
}

export interface FeedEntry {
  /** Address of the entry, relative to the site root. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** An Atom feed (RFC 4287). */
export interface Feed {
  readonly path: string;
  readonly title: string;
  /** Newest first. */
  readonly entries: (context: AppContext) => Promise<readonly FeedEntry[]>;
}

/** What an area adds to the pages of the public site, to the sitemap and to the feeds. */
export interface SitePart {
  /** Describes the page whose first data includes the answer of an endpoint, by the key of the endpoint. */
  readonly subjects?: Readonly<Record<string, (data: never, page: SubjectPage) => PageSubject>>;
  /** The links of a list, by the key of its endpoint. */
  readonly lists?: Readonly<Record<string, (data: never) => NonNullable<FirstText['links']>>>;
  readonly siteMap?: readonly SiteMapPart[];
  readonly feeds?: readonly Feed[];
}

const DESCRIPTION_LENGTH = 120;

/** Returns the beginning of a rich text as the description of a page. */
export const description = (html: string): string => plainText(html).slice(0, DESCRIPTION_LENGTH);

/** Returns the paragraphs of a rich text as plain text. */
export const paragraphsOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|h[1-6]|li|blockquote|tr|figure)>|<br\s*\/?>/i)
    .map(plainText)
    .filter((text) => text !== '');

/** Returns a time of the wire (`2026-11-26 08:00:00`, Shanghai) as schema.org dates are written. */
export const schemaTime = (time: string): string => `${time.replace(' ', 'T')}+08:00`;
