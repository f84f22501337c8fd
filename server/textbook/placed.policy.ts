import type { PlacedRow } from './placed.queries.ts';

/** The columns of a work that decide what everybody may open. */
interface Work {
  readonly status: string;
  readonly isFree: '0' | '1';
  readonly trialChapters: number;
}

/** Whether everybody may open an item: its chapter belongs to the trial of a work on sale. */
export const isInTrial = (work: Work, { documentIndex }: Pick<PlacedRow, 'documentIndex'>): boolean =>
  work.status === 'listed' && (work.isFree === '1' || documentIndex < work.trialChapters);
