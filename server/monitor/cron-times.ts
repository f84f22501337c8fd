import { Cron } from 'croner';

/** An invalid expression; the message is for the user who wrote it. */
export class CronError extends Error {}

const FIELDS = ['秒', '分', '时', '日', '月', '周', '年'];
const DAY = 3;
const WEEKDAY = 5;
const ANY = new Set(['*', '?']);

const OPTIONS = {
  timezone: 'Asia/Shanghai',
  mode: '6-or-7-parts',
  // As in Quartz: 1 is Sunday, and 0/5 means every 5 from 0.
  alternativeWeekdays: true,
  sloppyRanges: true,
  domAndDow: true,
  paused: true,
} as const;

function parse(expression: string): Cron {
  const parts = expression.trim().split(/\s+/);
  if (parts.length < 6 || parts.length > 7) throw new CronError(`Cron表达式须有6或7段（秒 分 时 日 月 周 年，年可以不写），现在是${parts.length}段`);
  if (!ANY.has(parts[DAY] ?? '') && !ANY.has(parts[WEEKDAY] ?? '')) throw new CronError('Cron表达式中“日”和“周”只能指定一个，另一个请写 ?');
  try {
    return new Cron(parts.join(' '), OPTIONS);
  } catch {
    throw new CronError(wrongPart(parts));
  }
}

/** Finds the invalid part by parsing each part alone. */
function wrongPart(parts: readonly string[]): string {
  for (const [index, part] of parts.entries()) {
    try {
      void new Cron(['*', '*', '*', '*', '*', '*', '*'].map((any, place) => (place === index ? part : any)).join(' '), OPTIONS);
    } catch {
      return `Cron表达式不正确：“${FIELDS[index]}”不能写成 ${part.slice(0, 40)}`;
    }
  }
  return 'Cron表达式不正确，请检查各段';
}

/** Returns the first time after `from` in epoch milliseconds; null when there is none. Throws `CronError`. */
export function nextTime(expression: string, from: number): number | null {
  return parse(expression).nextRun(new Date(from))?.getTime() ?? null;
}

/** Returns up to `count` times after `from`. Throws `CronError`, also for an expression without future times. */
export function timesAfter(expression: string, from: number, count: number): number[] {
  const found = parse(expression).nextRuns(count, new Date(from));
  if (found.length === 0) throw new CronError('Cron表达式不会再有执行时间，请检查日期和年份');
  return found.map((one) => one.getTime());
}

/** Returns the last `count` times before `until`, latest first. Throws `CronError`. */
export const timesBefore = (expression: string, until: number, count: number): number[] =>
  parse(expression)
    .previousRuns(count, new Date(until))
    .map((one) => one.getTime());
