import { LINE_BREAK } from '../../contract/reading/search-folding.ts';
import { wordsOf } from '../search/tokenizer.ts';

const PIECE = 6_000;
const BLANK = /^[\s\u200b\ufeff]$/;

/** Characters that are read: Unicode code points without white space. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const character of text) if (!BLANK.test(character)) count++;
  return count;
}

export interface TextPiece {
  readonly document: number;
  readonly text: string;
  /** Cut by the process that prepares, so that the one that answers does not have to. */
  readonly words: readonly string[];
}

/** A document's text in pieces of whole lines, so that none takes long to put into the index. */
export function piecesOf(document: number, text: string): TextPiece[] {
  const pieces: string[] = [];
  let piece = '';
  for (const line of text.split('\n')) {
    if (piece && piece.length + line.length > PIECE) {
      pieces.push(piece);
      piece = '';
    }
    piece += piece ? `\n${line}` : line;
  }
  if (piece) pieces.push(piece);
  return pieces.flatMap((long) => chunks(long)).map((one) => ({ document, text: one, words: wordsOf(one) }));
}

/** Of one endless line, cut behind a sentence or a line of verse where there is one. */
function chunks(text: string): string[] {
  const made: string[] = [];
  let rest = text;
  while (rest.length > 2 * PIECE) {
    const end = lastEnd(rest.slice(0, PIECE));
    made.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end);
  }
  return [...made, rest.toWellFormed()];
}

function lastEnd(piece: string): number {
  for (let at = piece.length; at > piece.length / 2; at--) if (/[\v。！？!?]/.test(piece[at - 1] ?? '')) return at;
  return piece.length;
}

/** A line a block, without empty ones; the end of a line within a block is `LINE_BREAK`. */
export const blockText = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/[^\S\u3000\v]+/g, ' ')
        .replace(/\s*\v\s*/g, LINE_BREAK)
        .trim(),
    )
    .filter(Boolean)
    .join('\n');
