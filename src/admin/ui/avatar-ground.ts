/** White text on each colour has a contrast of at least 4.5:1. */
const GROUNDS = ['#4a6c8c', '#557358', '#80603f', '#6c5b86', '#36706f', '#86605f'];

/** The colour behind the initial of a person without a picture; the same name has the same colour everywhere. */
export const groundOf = (name: string): string => {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return GROUNDS[sum % GROUNDS.length] ?? '#4a6c8c';
};
