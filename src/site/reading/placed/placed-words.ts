import type { PlacedItem } from '../../../../contract/textbook/placed.ts';
import { bytes } from '../../../format/bytes.ts';
import { clockOf } from '../../../media-player/transcript.ts';

export const SIGNS = { listen: '▶', watch: '▶', exercise: '✎', file: '⬇' } as const;

/** The words of a chip: 听 0:42, 看, 5 题, 资料. */
export function chipWords({ kind, track, set }: PlacedItem): string {
  if (kind === 'listen') return `听 ${clockOf(track?.durationSec ?? 0)}`;
  if (kind === 'watch') return '看';
  return kind === 'exercise' ? `${set?.questions ?? 0} 题` : '资料';
}

/** The name of a chip for screen readers. */
export const chipName = (item: PlacedItem): string =>
  `${chipWords(item)}：${item.label}${item.file ? `（${bytes(item.file.bytes)}）` : ''}${item.lost ? '，在章末' : ''}`;
