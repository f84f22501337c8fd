import type { Criterion } from '../../contract/contest/scoring.ts';
import type { TeamMember } from '../../contract/contest/contest-submit.ts';
import type { Database, Tx } from '../db/database.ts';
import { missing, type AppError } from '../http/app-error.ts';
import { contestById, roundById, type ContestRow, type RoundRow } from './contest.queries.ts';

export const contestGone = (): AppError => missing('大赛不存在或未发布');
export const roundGone = (): AppError => missing('轮次不存在，请刷新后重试');

export async function contestIn(db: Database | Tx, id: number): Promise<ContestRow> {
  const row = await contestById(db, id);
  if (!row) throw contestGone();
  return row;
}

export async function roundIn(db: Database | Tx, id: number): Promise<RoundRow> {
  const row = await roundById(db, id);
  if (!row) throw roundGone();
  return row;
}

export interface Award {
  readonly name: string;
  /** Places in each group. */
  readonly quota: number;
  readonly prizeFen: number;
  readonly note: string;
}

const list = <T>(text: string): T[] => JSON.parse(text) as T[];
export const criteriaOf = (row: Pick<RoundRow, 'criteria'>): Criterion[] => list<Criterion>(row.criteria);
export const awardsOf = (row: Pick<ContestRow, 'awardPlan'>): Award[] => list<Award>(row.awardPlan);
export const stringsOf = (text: string): string[] => list<string>(text);

/** The people of an entry in words. */
export const authorsText = (nickName: string, team: string): string =>
  [...new Set([nickName, ...list<TeamMember>(team).map(({ name }) => name)])].filter(Boolean).join('、');

export const subjectOf = (row: { readonly title: string }): string => `《${row.title}》`;
