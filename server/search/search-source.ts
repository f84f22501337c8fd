import type { FoundKind, FoundThing } from '../../contract/discovery/across.ts';
import type { AppContext } from '../context.ts';
import { fold, termsOf } from './tokenizer.ts';

/** A result with its score: what is shown, or the id of a row that `show` loads when its page is asked for. */
export type FoundResult = { readonly score: number } & ({ readonly thing: FoundThing } | { readonly id: number });

/** What the search over all areas finds in one area. An area lists its sources in its manifest. */
export interface SearchSource {
  readonly kind: FoundKind;
  /** Results in the order of the area; `more` when the search stopped at its limit. */
  readonly find: (context: AppContext, keyword: string) => Promise<{ readonly rows: readonly FoundResult[]; readonly more: boolean }>;
  readonly show?: (context: AppContext, ids: readonly number[]) => Promise<ReadonlyMap<number, FoundThing>>;
}

/** Results of one kind that are ranked, apart from works, which have their own limit. */
export const CANDIDATES = 200;

/** How well a name answers a keyword; the same scale for all kinds. */
export const SCORE = { exact: 100, beginning: 80, part: 60, otherName: 55, author: 45, text: 20 } as const;

/** A text as it is compared. */
export const comparable = (text: string): string => termsOf(fold(text)).join(' ');

/** The score of a name that may have the keyword; `otherwise` if it has not. */
export function nameScore(name: string, keyword: string, otherwise: number): number {
  const asked = comparable(keyword);
  const at = comparable(name).indexOf(asked);
  if (at < 0) return otherwise;
  return comparable(name) === asked ? SCORE.exact : at === 0 ? SCORE.beginning : SCORE.part;
}

const sources: SearchSource[] = [];

/** Registers the sources of the areas. Of equal scores, those of earlier sources come first. */
export function registerSearchSources(list: readonly SearchSource[]): void {
  for (const source of list) {
    if (sources.some(({ kind }) => kind === source.kind)) throw new Error(`the search source ${source.kind} is registered twice`);
    sources.push(source);
  }
}

export const searchSources = (): readonly SearchSource[] => sources;
