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

/** The lines of the last version and the number of the version that changed each last; `versions` are in their order. */
export function blameOf(versions: readonly { readonly number: number; readonly lines: readonly string[] }[]): {
  lines: readonly string[];
  blame: readonly number[];
} {
  let present: { lines: readonly string[]; blame: readonly number[] } = { lines: [], blame: [] };
  for (const { number, lines } of versions) present = { lines, blame: blameStep(present, lines, number) };
  return present;
}
