import type { ModerationItem } from '../../../contract/comment/moderation.ts';

export const keyOf = ({ kind, id }: Pick<ModerationItem, 'kind' | 'id'>): string => `${kind}:${id}`;

/** The nearest row after (or before) `from` that no colleague holds; without `from`, from the end that the step comes from. */
export function rowAfter(rows: readonly ModerationItem[], from: string | null, step: 1 | -1): ModerationItem | undefined {
  const at = rows.findIndex((row) => keyOf(row) === from);
  const free = ({ claimedBy, claimedByMe }: ModerationItem) => claimedBy === '' || claimedByMe;
  return step === 1 ? rows.slice(at + 1).find(free) : rows.slice(0, at < 0 ? rows.length : at).findLast(free);
}
