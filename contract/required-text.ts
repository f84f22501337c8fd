import { visible } from './visible-text.ts';

/** A required text with its error message; invisible characters and surrounding blanks are removed. */
export const requiredText = (words: string, text = visible) => text(words).regex(/[^\p{Z}\p{C}]/u, words);
