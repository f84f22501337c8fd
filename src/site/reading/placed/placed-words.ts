import type { PlacedItem } from '../../../../contract/textbook/placed.ts';
import { bytes } from '../../../format/bytes.ts';
import { clockOf } from '../../../media-player/transcript.ts';

/** A note of a teacher, for its chip. Its `placedId` is not that of a row. */
export interface NoteItem extends Pick<PlacedItem, 'placedId' | 'label' | 'cfi' | 'quote' | 'lost'> {
  readonly kind: 'note';
  readonly noteId: number;
}
export type ChipItem = PlacedItem | NoteItem;

const SIGNS = { listen: '▶', watch: '▶', exercise: '✎', file: '⬇', note: '批' } as const;
export const signOf = ({ kind, placedId }: ChipItem): string => (placedId === 0 ? '✓' : SIGNS[kind]);

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
export function chipWords(item: ChipItem): string {
  if (item.kind === 'note') return '批注';
  const { kind, track, set, label, placedId } = item;
  if (placedId === 0) return label;
  if (kind === 'listen') return `听 ${clockOf(track?.durationSec ?? 0)}`;
  if (kind === 'watch') return '看';
  return kind === 'exercise' ? `${set?.questions ?? 0} 题` : '资料';
}

/** The name of a chip for screen readers. */
export const chipName = (item: ChipItem): string =>
  item.kind === 'note'
    ? `批注：${item.label}`
    : item.placedId === 0
      ? `${item.label}：做过的和还没做的`
      : `${chipWords(item)}：${item.label}${item.file ? `（${bytes(item.file.bytes)}）` : ''}${item.lost ? '，在章末' : ''}`;
