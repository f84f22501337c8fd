import type { Generated } from 'kysely';

/** The columns of every row. */
export interface Base {
  createBy: Generated<string>;
  createTime: number;
  updateBy: Generated<string>;
  updateTime: number;
  remark: Generated<string>;
  /** 0 live, 1 in the recycle bin, 2 purged. */
  delFlag: Generated<'0' | '1' | '2'>;
  /** Optimistic lock: each write increments it. */
  version: Generated<number>;
}
