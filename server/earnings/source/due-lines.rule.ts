import { yuan } from '../../../contract/money.ts';
import type { Calculated } from '../earning-line.rule.ts';

/** What was calculated for an event in other months. */
export interface Booked {
  readonly sourceType: string;
  readonly sourceId: number;
  readonly userId: number;
  readonly grossFen: number;
  readonly basis: string;
  readonly status: string;
  readonly editedBy: number | null;
}

export const sourceKey = (one: { sourceType: string; sourceId: number; userId: number }): string => `${one.sourceType}:${one.sourceId}:${one.userId}`;

/**
 * The lines that events still earn: the whole of an event without a line, and the difference of one that is worth another amount than was calculated.
 * An amount that somebody set by hand stays as it is; so does a line that somebody has made void.
 */
export function dueLines(events: readonly Calculated[], elsewhere: readonly Booked[]): Calculated[] {
  const before = new Map<string, number>();
  for (const row of elsewhere) {
    if (row.status === 'void' && row.editedBy === null) continue;
    const fen = (JSON.parse(row.basis) as { calculatedFen?: number }).calculatedFen ?? row.grossFen;
    before.set(sourceKey(row), (before.get(sourceKey(row)) ?? 0) + fen);
  }
  return events.flatMap((event) => {
    const had = before.get(sourceKey(event));
    if (had === undefined) return event.grossFen === 0 ? [] : [event];
    const fen = event.grossFen - had;
    // What was advanced is recouped from later earnings, not taken back.
    if (fen === 0 || (event.sourceType === 'advance' && fen < 0)) return [];
    const label = '更正以前的账期';
    const formula = `现应为${yuan(event.grossFen)}元，已计${yuan(had)}元`;
    return [{ ...event, grossFen: fen, basis: { ...event.basis, lines: [{ label, formula, fen }], workFen: fen, shareBp: 10_000 } }];
  });
}
