import { GRADE_STATES, type GradeState } from '../../../contract/teaching/teaching-limits.ts';

/** 86.5 for 8650 hundredths. */
export const points = (hundredths: number): string => String(hundredths / 100);

/** `85.5 / 100`, or the words of a state that is no number: 缺, 免, 待批. */
export const gradeWords = (state: GradeState, score: number | null, full: number): string =>
  state === 'scored' && score !== null ? `${points(score)} / ${points(full)} 分` : state === 'scored' ? '已评分，待公布' : GRADE_STATES[state];

/** `91.25%`, or a dash before anything counts. */
export const percent = (hundredths: number | null): string => (hundredths === null ? '—' : `${hundredths / 100}%`);
