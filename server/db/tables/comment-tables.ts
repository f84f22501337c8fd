import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

/** Columns of a text that moderators judge (SM19). */
export interface ModeratedColumns {
  status: string;
  rejectReason: Generated<string>;
  auditBy: Generated<string>;
  auditTime: number | null;
  /** The moderator of the last decision; another one decides on an appeal. */
  auditUserId: number | null;
  appealReason: Generated<string>;
  /** When the text came into its present state. */
  stateTime: number;
  claimedBy: number | null;
  claimedUntil: Generated<number>;
}

export interface CommentTable extends Base, ModeratedColumns {
  id: Generated<number>;
  targetType: string;
  targetId: number;
  /** The comment below which a reply is shown; null for a comment itself. */
  rootId: number | null;
  parentId: number | null;
  userId: number;
  replyUserId: number | null;
  content: string;
  /** The text before the writer's last change; empty when it never changed. */
  previousContent: Generated<string>;
  spoiler: Generated<'0' | '1'>;
  score: number | null;
  likeNum: Generated<number>;
  replyNum: Generated<number>;
  reportNum: Generated<number>;
  /** Network address, shortened to its network. */
  ip: Generated<string>;
}

export interface AuthorMessageTable extends Base, ModeratedColumns {
  id: Generated<number>;
  authorId: number;
  title: Generated<string>;
  content: string;
  previousContent: Generated<string>;
  /** JSON array of addresses. */
  images: Generated<string>;
  topFlag: Generated<'0' | '1'>;
  likeNum: Generated<number>;
  replyNum: Generated<number>;
}

/** Likes of comments and notes; `kind` is `comment` or `message`. */
export interface ContentLikeTable {
  kind: string;
  targetId: number;
  userId: number;
  createTime: number;
}

export interface CommentReportTable {
  id: Generated<number>;
  commentId: number;
  userId: number;
  reason: string;
  detail: Generated<string>;
  /** `open` until a moderator judges the comment. */
  result: Generated<'open' | 'accepted' | 'refused'>;
  createTime: number;
}

export interface PenaltyTable extends Base {
  id: Generated<number>;
  userId: number;
  kind: string;
  fromTime: number;
  toTime: number;
  reason: string;
  liftedBy: Generated<string>;
  liftedTime: number | null;
}

export interface SensitiveWordTable extends Base {
  id: Generated<number>;
  word: string;
  list: 'A' | 'B';
  match: Generated<'exact' | 'variants'>;
  status: Generated<'0' | '1'>;
}

export interface CommentTables {
  comment: CommentTable;
  authorMessage: AuthorMessageTable;
  contentLike: ContentLikeTable;
  commentReport: CommentReportTable;
  penalty: PenaltyTable;
  sensitiveWord: SensitiveWordTable;
}
