import type { Generated } from 'kysely';
import type { ReleaseState } from '../../contract/release.ts';
import type { Base } from './base-columns.ts';

/** A page of the site: the columns hold its draft. */
export interface SitePageTable extends Base {
  id: Generated<number>;
  pageKey: 'logo' | 'introduction' | 'about';
  title: string;
  description: Generated<string>;
  /** JSON list of blocks. */
  blocks: Generated<string>;
  status: Generated<ReleaseState>;
  publishTime: number | null;
  expireTime: number | null;
  submitBy: number | null;
  /** The version that readers see; null for none. */
  liveVersionId: number | null;
}

/** The content of a page at one time: each save makes a version. */
export interface SitePageVersionTable {
  id: Generated<number>;
  pageId: number;
  /** From 1 within a page. */
  versionNo: number;
  title: string;
  description: string;
  blocks: string;
  createBy: string;
  createTime: number;
  /** The last time at which it was published; null if never. */
  publishTime: number | null;
}

/** One visit of a page with content; a visit that continues within half an hour is the same one. */
export interface BrowseTable {
  id: Generated<number>;
  /** Null for an anonymous visitor. */
  userId: number | null;
  /** Random id of the visitor's device; empty for a signed-in user. */
  visitorId: Generated<string>;
  targetType: string;
  targetId: number;
  seconds: Generated<number>;
  /** Network of the address; the address itself is not stored. */
  network: Generated<string>;
  device: Generated<string>;
  createTime: number;
  lastTime: number;
}

export interface BannerTable extends Base {
  id: Generated<number>;
  title: string;
  subtitle: Generated<string>;
  note: Generated<string>;
  image: Generated<string>;
  drawing: Generated<string>;
  position: string;
  linkType: string;
  linkValue: Generated<string>;
  /** Empty: phones show `image`. */
  mobileImage: Generated<string>;
  publishTime: number | null;
  expireTime: number | null;
  orderNum: number;
  status: ReleaseState;
  submitBy: number | null;
}

export interface SloganTable extends Base {
  id: Generated<number>;
  content: string;
  source: Generated<string>;
  position: string;
  orderNum: number;
  status: ReleaseState;
  publishTime: number | null;
  expireTime: number | null;
  submitBy: number | null;
}

declare module './tables.ts' {
  interface Tables {
    browse: BrowseTable;
    /** Users who keep no history. */
    browsePrivate: { userId: number; createTime: number };
    banner: BannerTable;
    slogan: SloganTable;
    sitePage: SitePageTable;
    sitePageVersion: SitePageVersionTable;
  }
}
