import { DAY_MS } from '../../../contract/clock.ts';
import type { ContestState } from '../../../contract/contest/contest.machine.ts';
import { groupedYuan, yuanNumber } from '../../../contract/money.ts';

/** What a contest is at, in two or three words. */
export const STATE_WORDS: Readonly<Record<ContestState, string>> = {
  draft: '草稿',
  announced: '即将征稿',
  collecting: '正在征稿',
  judging: '评审中',
  publicity: '公示中',
  finished: '已揭晓',
  cancelled: '已取消',
};

const WAN = 10_000;
/** Whole days until a wire time; 0 on the last day. */
export const daysUntil = (time: string, now = Date.now()): number =>
  Math.max(0, Math.floor((Date.parse(`${time.replace(' ', 'T')}+08:00`) - now) / DAY_MS));

/** `¥ 4.6 万`, `¥ 5,000`. */
export function prizeWords(fen: number): string {
  const inYuan = yuanNumber(fen);
  return inYuan >= WAN ? `¥ ${(inYuan / WAN).toFixed(1).replace(/\.0$/, '')} 万` : `¥ ${groupedYuan(fen).replace(/\.00$/, '')}`;
}
