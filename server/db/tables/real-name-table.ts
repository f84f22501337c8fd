import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

export interface RealNameCheckTable extends Base {
  id: Generated<number>;
  userId: number;
  realName: string;
  idType: string;
  /** Sealed for the user; empty after the check ended. */
  idCardNo: string;
  identityKey: string;
  fileId: number | null;
  status: Generated<string>;
  reason: Generated<string>;
  decidedBy: number | null;
  decidedAt: number | null;
}

export interface RealNameTables {
  realNameCheck: RealNameCheckTable;
}
