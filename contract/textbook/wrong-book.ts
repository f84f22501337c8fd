import { inOrder, type ReviewEntry } from './review-log.ts';

/** Right first tries in a row that take a question out of the wrong book. */
export const RIGHT_IN_A_ROW = 2;

/** What the log says of one question. */
export interface PracticeState {
  /** How often it was practised, and how often the first try was not right. */
  readonly times: number;
  readonly wrong: number;
  /** Epoch milliseconds of the last row; 0 for none. */
  readonly lastAt: number;
  /** The last practice ended with a right answer, with whichever try. */
  readonly right: boolean;
  readonly inBook: boolean;
  /** Right first tries in a row since it came into the wrong book. */
  readonly streak: number;
  /** Of the last row. */
  readonly publishId: number;
}

const NONE: Omit<PracticeState, 'publishId'> = { times: 0, wrong: 0, lastAt: 0, right: false, inBook: false, streak: 0 };

/** Whether the first try was not right. */
export const missed = ({ verdict, tries }: ReviewEntry): boolean => verdict !== 'right' || tries > 1;

function after(state: PracticeState, row: ReviewEntry): PracticeState {
  const next = { ...state, lastAt: row.at, publishId: row.publishId };
  if (row.kind === 'add') return { ...next, inBook: true, streak: 0 };
  if (row.kind === 'remove') return { ...next, inBook: false, streak: 0 };
  const practised = { ...next, times: state.times + 1, right: row.verdict === 'right' };
  if (missed(row)) return { ...practised, wrong: state.wrong + 1, inBook: true, streak: 0 };
  // A right answer with a hint neither brings a question in nor takes it out.
  const streak = state.inBook && row.rating > 2 ? state.streak + 1 : 0;
  return streak >= RIGHT_IN_A_ROW ? { ...practised, inBook: false, streak: 0 } : { ...practised, streak };
}

/**
 * Returns what the log says of each question, by its id. A question comes into the wrong book with a first try that is not right, or by hand; two right first
 * tries in a row of later practice take it out, or a hand does. The order in which the rows arrived does not matter.
 */
export function practiceStates(log: Iterable<ReviewEntry>): Map<number, PracticeState> {
  const states = new Map<number, PracticeState>();
  for (const row of inOrder(log)) states.set(row.questionId, after(states.get(row.questionId) ?? { ...NONE, publishId: row.publishId }, row));
  return states;
}

/** How many of these questions were practised, and how many of them ended right the last time. */
export function practised(states: ReadonlyMap<number, PracticeState>, questionIds: readonly number[]): { done: number; right: number } {
  const done = questionIds.flatMap((id) => states.get(id) ?? []).filter(({ times }) => times > 0);
  return { done: done.length, right: done.filter(({ right }) => right).length };
}
