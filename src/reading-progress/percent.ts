/** Formats 57.3%. Shows 100% only at exactly 100: a page before the last one of a long book must not show 100.0%. */
export const percentWords = (percent: number): string => (percent === 100 ? '100%' : `${Math.min(percent, 99.9).toFixed(1)}%`);
