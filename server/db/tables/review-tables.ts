import type { Generated } from 'kysely';
import type { Level, ReviewState } from '../../../contract/review/review.machine.ts';
import type { Base } from '../base-columns.ts';

export interface ReviewTable extends Base {
  id: Generated<number>;
  archiveId: number;
  level: Level;
  round: number;
  auditorId: number | null;
  assignedBy: number | null;
  assignedAt: number | null;
  dueAt: number | null;
  finishedAt: number | null;
  politics: Generated<'' | 'ok' | 'problem'>;
  /** JSON list of four scores from 1 to 10; 0 is not given. */
  quality: Generated<string>;
  opinion: Generated<string>;
  suggestion: Generated<'' | 'adopt' | 'revise' | 'reject'>;
  readWhole: Generated<'0' | '1'>;
  status: Generated<ReviewState>;
}

export interface ReviewTables {
  review: ReviewTable;
}
