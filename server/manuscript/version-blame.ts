import { paragraphDiff } from './paragraph-diff.ts';

/**
 * Takes the paragraphs of a version, and for each paragraph of the version before the number of the version that changed it last. Returns those numbers
 * for the new version: an unchanged paragraph keeps its number, any other gets `versionNo`.
 */
export function blameStep(
  before: { readonly lines: readonly string[]; readonly blame: readonly number[] },
  after: readonly string[],
  versionNo: number,
): number[] {
  const blame: number[] = [];
  let at = 0;
  for (const { kind } of paragraphDiff(before.lines, after)) {
    if (kind !== 'removed') blame.push(kind === 'same' ? (before.blame[at] as number) : versionNo);
    if (kind !== 'added') at += 1;
  }
  return blame;
}
