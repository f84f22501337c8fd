const KB = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** 640 KB · 13.6 MB · 1.7 GB: number and unit stay on one line. */
export function bytes(value: number): string {
  let unit = 0;
  let rest = value;
  while (rest >= KB && unit < UNITS.length - 1) {
    rest /= KB;
    unit += 1;
  }
  return `${rest >= 100 || unit < 2 ? Math.round(rest) : Math.round(rest * 10) / 10}\u00a0${UNITS[unit]}`;
}

/** 8.4 / 13.6 MB: the part uses the unit of the whole. */
export function bytesOf(part: number, whole: number): string {
  const unit = Math.min(UNITS.length - 1, whole < KB ? 0 : Math.floor(Math.log(whole) / Math.log(KB)));
  const scaled = part / KB ** unit;
  return `${scaled >= 100 || unit < 2 ? Math.round(scaled) : Math.round(scaled * 10) / 10} / ${bytes(whole)}`;
}
