/** Reads above 100 000 are counted as this number: WeChat shows them as 10万+. */
export const READ_CAP = 100_001;

export interface Counts {
  readonly readNum: number;
  readonly wowNum: number;
  readonly likeNum: number;
  readonly shareNum: number;
}

/** What F19 needs of the articles of one account in one period. */
export interface WciInput {
  readonly total: Counts;
  readonly head: Counts;
  readonly most: Counts;
  readonly articles: number;
  readonly days: number;
}

/** 0.70 ln(r+1) + 0.09 ln(10z+1) + 0.06 ln(10l+1) + 0.15 ln(10e+1), each count divided by `by`. */
const part = ({ readNum, wowNum, likeNum, shareNum }: Counts, by = 1): number =>
  0.7 * Math.log(readNum / by + 1) +
  0.09 * Math.log((10 * wowNum) / by + 1) +
  0.06 * Math.log((10 * likeNum) / by + 1) +
  0.15 * Math.log((10 * shareNum) / by + 1);

/** The four parts of the index: overall, average, headline and peak. */
export const wciParts = ({ total, head, most, articles, days }: WciInput) => ({
  overall: part(total, days),
  average: part(total, articles),
  headline: part(head, days),
  peak: part(most),
});

/** WCI V14.2 in hundredths (F19); 0 without articles. */
export function wciOf(input: WciInput): number {
  if (input.articles === 0) return 0;
  const { overall, average, headline, peak } = wciParts(input);
  return Math.round((0.6 * overall + 0.2 * average + 0.1 * headline + 0.1 * peak) ** 2 * 12 * 100);
}
