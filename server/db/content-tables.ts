import type { Generated } from 'kysely';
import type { Base } from './base-columns.ts';

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
  startTime: number | null;
  endTime: number | null;
  orderNum: number;
  status: 'draft' | 'pending' | 'scheduled' | 'published' | 'offline';
}

export interface SloganTable extends Base {
  id: Generated<number>;
  content: string;
  source: Generated<string>;
  position: string;
  orderNum: number;
  status: 'draft' | 'pending' | 'scheduled' | 'published' | 'offline';
}

export interface ContentTables {
  notice: NoticeTable;
  information: InformationTable;
  collection: CollectionTable;
  banner: BannerTable;
  slogan: SloganTable;
}
