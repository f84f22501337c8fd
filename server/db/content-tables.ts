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

declare module './tables.ts' {
  interface Tables {
    sitePage: SitePageTable;
    sitePageVersion: SitePageVersionTable;
  }
}
