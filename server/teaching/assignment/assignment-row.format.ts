import type { AssignmentItem } from '../../../contract/teaching/assignment.ts';
import { lastMoment, NOT_EXTENDED, type AssignmentTimes, type Extended } from '../../../contract/teaching/assignment-time.ts';
import type { ShowTime } from '../../../contract/teaching/teaching-limits.ts';
import type { AssignmentRow, ExtensionRow } from './assignment.queries.ts';

export const timesOf = ({ openAt, dueAt, lateDays, graceHours, limitMin }: AssignmentRow): AssignmentTimes => ({
  openAt,
  dueAt,
  lateDays,
  graceHours,
  limitMin,
});

export const extendedOf = (row: Pick<ExtensionRow, 'dueAt' | 'extraTimeBp'> | undefined): Extended =>
  row ? { dueAt: row.dueAt, extraTimeBp: row.extraTimeBp } : NOT_EXTENDED;

/** The last moment at which anybody of a class may hand in. */
export const lastOfAll = (row: AssignmentRow, extensions: readonly ExtensionRow[]): number =>
  Math.max(lastMoment(timesOf(row)), ...extensions.map((one) => lastMoment(timesOf(row), extendedOf(one))));

export const itemsOf = (row: Pick<AssignmentRow, 'items'>): AssignmentItem[] => JSON.parse(row.items) as AssignmentItem[];

/** Questions that one student answers, and the sum of their points. */
export const countOf = (items: readonly AssignmentItem[]): number => items.reduce((all, { take }) => all + take, 0);
export const fullOf = (items: readonly AssignmentItem[]): number => items.reduce((all, { take, points }) => all + take * points, 0);

export const showRules = (row: AssignmentRow) => ({
  showScore: row.showScore as ShowTime,
  showKey: row.showKey as ShowTime,
  holdUntilLast: row.holdUntilLast === '1',
  scoreAt: row.scoreAt,
  keyAt: row.keyAt,
});

/** A question of one attempt, as its ticket fixed it. */
export interface DrawnItem {
  readonly itemId: string;
  readonly versionId: number;
  /** Hundredths of a point. */
  readonly points: number;
}
export const drawnItems = ({ items }: { readonly items: string }): DrawnItem[] => JSON.parse(items) as DrawnItem[];
