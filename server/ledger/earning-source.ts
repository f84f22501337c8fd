import type { EarningSource, TaxCategory } from '../../contract/earnings/earning-limits.ts';
import type { EarningStep } from '../../contract/earnings/earning.ts';
import type { Database, Tx } from '../db/database.ts';

/** What one event of another area earns a person. Amounts are fen. */
export interface SourceEvent {
  /** Null for a person without an account. */
  readonly userId: number | null;
  readonly name: string;
  /** The row of the event: with the payee it is one line, however often a month is calculated. */
  readonly sourceId: number;
  readonly title: string;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  readonly fen: number;
  readonly taxCategory: TaxCategory;
  /** What is taxed together in a month: `tutor`, `contest:12`. */
  readonly taxSubject: string;
  /** The arithmetic of the whole; `fen` is the part of this person. */
  readonly steps: readonly EarningStep[];
  readonly shareBp: number;
}

/**
 * Events of an area that earn people something. The calculation of a month asks for all events before its end: what has no line yet gets one, and what
 * is worth another amount now gets the difference, so that events of the time before this version and late ones are settled once.
 */
export interface EarningSourceOf {
  readonly key: Exclude<EarningSource, 'royalty' | 'advance' | 'baseFee' | 'printRun' | 'reversal' | 'opening'>;
  readonly events: (db: Database | Tx, until: number) => Promise<SourceEvent[]>;
}

const sources = new Map<string, EarningSourceOf>();

/** Registers the sources of the areas. */
export function registerEarningSources(list: readonly EarningSourceOf[]): void {
  for (const source of list) {
    if (sources.has(source.key)) throw new Error(`the source of earnings ${source.key} is registered twice`);
    sources.set(source.key, source);
  }
}
export const earningSources = (): EarningSourceOf[] => [...sources.values()];
