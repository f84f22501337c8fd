import { z } from 'zod';

/** A text that must be there, with the words for one that is not: blanks around it are cut, and signs nobody sees are no text. */
export const requiredText = (words: string) =>
  z
    .string(words)
    .trim()
    .regex(/[^\p{Z}\p{C}]/u, words);
