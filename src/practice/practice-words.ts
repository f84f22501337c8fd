import type { SetProgress } from '../../contract/textbook/practice.ts';

/** 做过 5/8 · 做对 4; without questions that the program judges only their number. */
export const progressWords = ({ done, scored, right, questions }: SetProgress): string =>
  scored === 0 ? `${questions} 题，老师批改` : done === 0 ? `${questions} 题，还没有做` : `做过 ${done}/${scored} · 做对 ${right}`;

/** Share of the questions that ended right, of those that were practised: 做对率 80%. */
export const rateWords = ({ done, right }: Pick<SetProgress, 'done' | 'right'>): string =>
  done > 0 ? `做对率 ${Math.round((right / done) * 100)}%` : '';
