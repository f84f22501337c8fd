import type { PlacedItem } from '../../../../contract/textbook/placed.ts';
import { bytes } from '../../../format/bytes.ts';
import { clockOf } from '../../../media-player/transcript.ts';

const SIGNS = { listen: '▶', watch: '▶', exercise: '✎', file: '⬇' } as const;
export const signOf = ({ kind, placedId }: PlacedItem): string => (placedId === 0 ? '✓' : SIGNS[kind]);

/** What was done in a chapter and what is left: an item of the layer at the end of the chapter, which the editors do not place. */
export const chapterEnd = (documentIndex: number): PlacedItem => ({
  placedId: 0,
  kind: 'exercise',
  label: '本章小结',
  documentIndex,
  cfi: '',
  quote: '',
  lost: false,
  isFree: true,
  track: null,
  file: null,
  set: null,
});

/** The words of a chip: 听 0:42, 看, 5 题, 资料. */
export function chipWords({ kind, track, set, label, placedId }: PlacedItem): string {
  if (placedId === 0) return label;
  if (kind === 'listen') return `听 ${clockOf(track?.durationSec ?? 0)}`;
  if (kind === 'watch') return '看';
  return kind === 'exercise' ? `${set?.questions ?? 0} 题` : '资料';
}

/** The name of a chip for screen readers. */
export const chipName = (item: PlacedItem): string =>
  item.placedId === 0
    ? `${item.label}：做过的和还没做的`
    : `${chipWords(item)}：${item.label}${item.file ? `（${bytes(item.file.bytes)}）` : ''}${item.lost ? '，在章末' : ''}`;
