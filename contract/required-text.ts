import { visible } from './visible-text.ts';

/** A text that must be there, with the words for one that is not: invisible signs and blanks around it are cut. */
export const requiredText = (words: string) => visible(words).regex(/[^\p{Z}\p{C}]/u, words);
