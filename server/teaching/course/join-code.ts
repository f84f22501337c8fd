import { randomInt } from 'node:crypto';
import { CODE_LETTERS } from '../../../contract/code-letters.ts';
import { JOIN_CODE_LENGTH } from '../../../contract/teaching/teaching-limits.ts';

/** A random join code; the caller makes another one when it is taken. */
export const newJoinCode = (): string => Array.from({ length: JOIN_CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
