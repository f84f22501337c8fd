import { contestMachine } from '../../../contract/contest/contest.machine.ts';
import type { ContestState } from '../../../contract/contest/contest.machine.ts';
import type { CurrentUser } from '../../http/current-user.ts';

/** What judges and entrants may not learn on the pages of the organisers. It holds for the person, with every account. */
type Person = Pick<CurrentUser, 'accounts'>;
interface Judge {
  readonly userId: number;
}

export const isJudge = (judges: readonly Judge[], { accounts }: Person): boolean => judges.some(({ userId }) => accounts.has(userId));
export const judgeOf = <J extends Judge>(judges: readonly J[], userId: number): J | undefined => judges.find((one) => one.userId === userId);
export const hasTask = (tasks: readonly { readonly judgeId: number }[], userId: number): boolean => tasks.some(({ judgeId }) => judgeId === userId);

/** Whether judges must not know the authors: at least one round is blind. */
export const isBlindContest = (rounds: readonly { readonly blind: string; readonly seeAuthors: string }[]): boolean =>
  rounds.some(({ blind, seeAuthors }) => blind === '1' && seeAuthors === '0');

/** States in which the judges are no secret. */
const OPEN_JUDGES: ReadonlySet<ContestState> = new Set(contestMachine.groups.decided);

interface Involved {
  readonly status: ContestState;
  /** The person judges a contest in which a round is blind. */
  readonly judges: boolean;
  readonly entered: boolean;
}
/** Why a user may not read authors or scores while a contest is judged; empty when the user may. */
export function readingFault({ status, judges, entered }: Involved, what: 'authors' | 'scores'): string {
  if (OPEN_JUDGES.has(status) || (what === 'authors' && status !== 'judging')) return '';
  if (judges) return '您是本届大赛的评委，公示以前不能看作者的资料和其他评委的评分';
  return what === 'scores' && entered ? '您参加了本届大赛，公示以前不能看评分' : '';
}
/** Why a user may not read who judges and who knows whom before the publicity; empty when the user may. */
export function judgesFault({ status, judges, entered }: Involved): string {
  if (OPEN_JUDGES.has(status)) return '';
  if (judges) return '您是本届大赛的评委，公示以前不能看其他评委和回避关系';
  return entered ? '您参加了本届大赛，公示以前不能看评委和回避关系' : '';
}

/** The organiser who replaces one who entered the contest; null when there is no other. */
export function otherOrganiser(contest: { readonly ownerId: number | null; readonly secondId: number | null }, userId: number): number | null {
  if (contest.secondId !== null && contest.secondId !== userId) return contest.secondId;
  return contest.ownerId === userId ? null : contest.ownerId;
}
