import type { Values } from '../resource.ts';

/** A cleared control holds `undefined`, which JSON leaves out, and the server keeps the stored value of a field that was not sent. */
export const withCleared = (draft: Values): Values => Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, value ?? null]));
