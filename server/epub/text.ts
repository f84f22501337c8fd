import { LINE_BREAK } from '../../contract/reading/search-folding.ts';
import { wordsOf } from '../search/tokenizer.ts';

const PIECE = 6_000;
const BLANK = /^[\s\u200b\ufeff]$/;

/** Returns the number of characters that are read: Unicode code points without white space. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const character of text) if (!BLANK.test(character)) count++;
  return count;
}

export interface TextPiece {
  readonly document: number;
  readonly text: string;
  /** Split into words by the preparation process, so that the request process does not have to. */
  readonly words: readonly string[];
}

/** Splits the text of a document into pieces of whole lines, so that indexing one piece is fast. */
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

/** Splits one very long line, after a sentence or a line of verse if possible. */
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

/** Returns one line per block, without empty ones; a line end inside a block is `LINE_BREAK`. */
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
