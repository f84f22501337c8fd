import { EARNING_CALLS } from './foreign-earning-calls.ts';
import { EXERCISE_CALLS } from './foreign-exercise-calls.ts';
import { JOURNAL_CALLS } from './foreign-journal-calls.ts';
import { PRESS_CALLS } from './foreign-press-calls.ts';
import { REPORT_CALLS } from './foreign-report-calls.ts';
import { TEACHING_CALLS } from './foreign-teaching-calls.ts';

/** Calls of `foreign-calls.ts` that are stated by area. */
export const AREA_CALLS = { ...EARNING_CALLS, ...EXERCISE_CALLS, ...JOURNAL_CALLS, ...PRESS_CALLS, ...REPORT_CALLS, ...TEACHING_CALLS };
