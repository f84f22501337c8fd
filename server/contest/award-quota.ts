import type { Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { CODES } from './contest-codes.ts';
import { awardsOf } from './contest-rows.ts';
import type { ContestRow } from './contest.queries.ts';
import { awardCounts, confirmedExceptions } from './contest-exception.queries.ts';

/** Numbers of awards by group and award, as a confirmed exception allows them. */
type Allowed = Readonly<Record<string, number>>;
const keyOf = (group: string, award: string): string => JSON.stringify([group, award]);

/** Numbers of awards now, to be stored with a confirmed exception. */
export const countsNow = async (tx: Tx, contestId: number): Promise<Allowed> =>
  Object.fromEntries((await awardCounts(tx, contestId)).map(({ groupName, awardName, n }) => [keyOf(groupName, awardName), Number(n)]));

/** Rejects awards beyond the quota of a group that no confirmed exception allows. */
export async function checkQuotas(tx: Tx, contest: ContestRow): Promise<void> {
  const quotas = new Map(awardsOf(contest).map(({ name, quota }) => [name, quota]));
  const allowed = new Map<string, number>();
  for (const { allowed: text } of await confirmedExceptions(tx, contest.id, 'over_quota'))
    for (const [key, n] of Object.entries(JSON.parse(text) as Allowed)) allowed.set(key, Math.max(n, allowed.get(key) ?? 0));
  for (const { groupName, awardName, n } of await awardCounts(tx, contest.id)) {
    const quota = quotas.get(awardName) ?? 0;
    if (Number(n) > Math.max(quota, allowed.get(keyOf(groupName, awardName)) ?? 0))
      throw new AppError(
        CODES.overQuota,
        `${groupName}的${awardName}有${n}件，名额是${quota}件。请在“奖项”里减到名额以内；确需超出的，填写理由申请超出名额授奖，由另一人确认`,
      );
  }
}
