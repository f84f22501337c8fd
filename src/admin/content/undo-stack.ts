/** Changes that can be undone: earlier values, the value now, and undone values. */
export interface UndoStack<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** The field that the last change wrote; typing in one field is one step. */
  readonly field: string;
}

const STEPS_MOST = 100;

export const startStack = <T>(now: T): UndoStack<T> => ({ past: [], now, future: [], field: '' });

/** Adds a change. Changes of the same field in a row are one step; a change without a field is always its own step. */
export function change<T>({ past, now, field: last }: UndoStack<T>, next: T, field = ''): UndoStack<T> {
  const same = field !== '' && field === last;
  return { past: same ? past : [...past, now].slice(-STEPS_MOST), now: next, future: [], field };
}

export function undo<T>(stack: UndoStack<T>): UndoStack<T> {
  const before = stack.past.at(-1);
  return before === undefined ? stack : { past: stack.past.slice(0, -1), now: before, future: [stack.now, ...stack.future], field: '' };
}

export function redo<T>(stack: UndoStack<T>): UndoStack<T> {
  const [next, ...rest] = stack.future;
  return next === undefined ? stack : { past: [...stack.past, stack.now], now: next, future: rest, field: '' };
}
