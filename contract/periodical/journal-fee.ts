import { timesRatio } from '../money.ts';
/** F3: fee of an article in fen. A remainder under 500 characters counts as half a thousand, one from 500 characters as a full one. */
export function journalFee(characters: number, perThousandFen: number): number {
  const thousands = Math.floor(characters / 1000);
  const rest = characters % 1000;
  const halves = thousands * 2 + (rest === 0 ? 0 : rest < 500 ? 1 : 2);
  return timesRatio(perThousandFen, halves, 2);
}
