import { inspect } from 'node:util';

const DEPTH = 6;

/** An error as the log shows it: the stack, its own fields, and every cause and part. */
export const fullError = (error: unknown): string => inspect(error, { depth: DEPTH, maxStringLength: 10_000, breakLength: 140 });
