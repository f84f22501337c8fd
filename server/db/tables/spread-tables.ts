import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

/** A link of a promoter. */
export interface SpreadTable extends Base {
  id: Generated<number>;
  code: string;
  promoterId: number;
  /** Null for the whole site. */
  publishId: number | null;
  rateBp: number;
  /** The last day, yyyy-MM-dd; empty without an end. */
  validTo: Generated<string>;
  clickNum: Generated<number>;
  status: Generated<string>;
  createdBy: number | null;
  approvedBy: Generated<number | null>;
}
/** A device that opened a page by a link, once a day; `at` is the last time. */
export interface SpreadClickTable {
  id: Generated<number>;
  spreadId: number;
  deviceHash: string;
  /** yyyy-MM-dd, Shanghai. */
  day: string;
  at: number;
}
/** Commission that was counted, or taken back by a refund (negative). Rows are not changed. */
export interface SpreadEntryTable {
  id: Generated<number>;
  spreadId: number;
  userId: number;
  orderItemId: number;
  /** 0 for the finish of the line. */
  refundLineId: Generated<number>;
  fen: number;
  at: number;
}
/** A discount for some works between two times. */
export interface CampaignTable extends Base {
  id: Generated<number>;
  name: string;
  scope: string;
  /** JSON list of ids of works or categories. */
  ids: string;
  rateBp: number;
  from: number;
  to: number;
  leastLines: number;
  status: Generated<string>;
  reason: Generated<string>;
  createdBy: number | null;
  submittedBy: Generated<number | null>;
  approvedBy: Generated<number | null>;
}

export interface SpreadTables {
  spread: SpreadTable;
  spreadClick: SpreadClickTable;
  spreadEntry: SpreadEntryTable;
  campaign: CampaignTable;
}
