import { DAY_MS } from '../../contract/clock.ts';
import { BackupError } from './backup-manifest.ts';

/** How many backups stay: the newest of each of the last days, weeks (of seven days) and months (of thirty). */
export interface Keep {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

export const USUAL_KEEP: Keep = { days: 7, weeks: 4, months: 12 };
const LENGTHS = { days: DAY_MS, weeks: 7 * DAY_MS, months: 30 * DAY_MS } as const;
const LETTERS = { d: 'days', w: 'weeks', m: 'months' } as const;
const MOST = 999;

/** Reads `7d,4w,12m`; what is not named is 0. Throws `BackupError`. */
export function readKeep(text: string): Keep {
  const keep = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, number, letter] = /^\s*(\d{1,3})([dwm])\s*$/.exec(part) ?? [];
    if (!number || !letter) throw new BackupError(`保留规则 ${text} 不可用，请写成 7d,4w,12m（天、周、月）`);
    keep[LETTERS[letter as 'd' | 'w' | 'm']] = Math.min(Number(number), MOST);
  }
  if (keep.days + keep.weeks + keep.months === 0) throw new BackupError('保留规则至少要留一份，请写成 7d,4w,12m（天、周、月）');
  return keep;
}

/**
 * Returns the times of the backups that are no longer needed. The newest always stays; of each period that has backups its newest stays,
 * for as many periods as the rule says, counted back from the newest backup.
 */
export function noLongerKept(times: readonly number[], keep: Keep): number[] {
  const newestFirst = times.toSorted((one, other) => other - one);
  const kept = new Set(newestFirst.slice(0, 1));
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const periods = new Set<number>();
    for (const time of newestFirst) {
      const period = Math.floor(time / LENGTHS[unit]);
      if (periods.has(period)) continue;
      if (periods.size >= keep[unit]) break;
      periods.add(period);
      kept.add(time);
    }
  }
  return newestFirst.filter((time) => !kept.has(time));
}
