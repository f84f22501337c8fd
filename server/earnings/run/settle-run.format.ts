import type { RunStep, SettleRun } from '../../../contract/earnings/settle-run.ts';
import { wireTime } from '../../db/clock.ts';
import type { RunRowOf } from './settle-run.queries.ts';

export type SkippedLine = SettleRun['skipped'][number];
export const skippedIn = ({ skipped }: { readonly skipped: string }): SkippedLine[] => JSON.parse(skipped) as SkippedLine[];

export const runCard = (row: RunRowOf): SettleRun => ({
  runId: row.id,
  step: row.step as RunStep,
  startedBy: row.nickName ?? '',
  startedAt: wireTime(row.createTime),
  doneRows: row.doneRows,
  totalRows: row.totalRows,
  finished: row.finishedAt !== null,
  error: row.error,
  skippedRows: row.skippedRows,
  skipped: skippedIn(row),
});
