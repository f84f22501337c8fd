import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

export interface NoticeTable extends Base {
  id: Generated<number>;
  noticeTitle: string;
  noticeType: '1' | '2';
  noticeContent: string;
  status: 'draft' | 'pending' | 'scheduled' | 'published' | 'offline';
  topFlag: Generated<'0' | '1'>;
  publishTime: number | null;
  expireTime: number | null;
  viewNum: Generated<number>;
  audience: Generated<string>;
  attachments: Generated<string>;
  submitBy: number | null;
}

export interface InformationTable extends Base {
  id: Generated<number>;
  title: string;
  category: string;
  cover: Generated<string>;
  summary: Generated<string>;
  source: Generated<string>;
  author: Generated<string>;
  scholarId: number | null;
  /** JSON list, in the order of the editor. */
  publishIds: Generated<string>;
  topFlag: Generated<'0' | '1'>;
  publishTime: number | null;
  expireTime: Generated<number | null>;
  content: string;
  status: Generated<NoticeTable['status']>;
  viewNum: Generated<number>;
  submitBy: Generated<number | null>;
}

/** An ordered set of publications. */
export interface CollectionTable extends Base {
  id: Generated<number>;
  collectionName: string;
  kind: string;
  cover: Generated<string>;
  intro: Generated<string>;
  /** JSON list, in the order of readers. */
  publishIds: Generated<string>;
  orderNum: number;
  status: Generated<'0' | '1'>;
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
  status: NoticeTable['status'];
  submitBy: number | null;
}

export interface SloganTable extends Base {
  id: Generated<number>;
  content: string;
  source: Generated<string>;
  position: string;
  orderNum: number;
  status: NoticeTable['status'];
  publishTime: number | null;
  expireTime: number | null;
  submitBy: number | null;
}

/** A page of the site: the columns hold its draft. */
export interface SitePageTable extends Base {
  id: Generated<number>;
  pageKey: 'logo' | 'introduction' | 'about';
  title: string;
  description: Generated<string>;
  /** JSON list of blocks. */
  blocks: Generated<string>;
  status: Generated<NoticeTable['status']>;
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

export interface ContentTables {
  sitePage: SitePageTable;
  sitePageVersion: SitePageVersionTable;
  browse: BrowseTable;
  /** Users who keep no history. */
  browsePrivate: { userId: number; createTime: number };
  notice: NoticeTable;
  information: InformationTable;
  collection: CollectionTable;
  banner: BannerTable;
  slogan: SloganTable;
}
