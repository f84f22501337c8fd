/** 57.3%. The whole is said only of the whole: a page before the last one of a long book is not 100.0%. */
export const percentWords = (percent: number): string => (percent === 100 ? '100%' : `${Math.min(percent, 99.9).toFixed(1)}%`);
