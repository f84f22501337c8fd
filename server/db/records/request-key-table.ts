import type { Generated } from 'kysely';

/** Requests that are done once, by the key of the client (`http/once.ts`). */
interface RequestKeyTable {
  userId: number;
  /** SHA-256 of the kind of request and the key. */
  keyHash: string;
  /** SHA-256 of method, path and body; empty for keys from before it was stored. */
  requestHash: Generated<string>;
  state: Generated<'running' | 'done'>;
  /** The claim of a running request holds until this time. */
  leaseUntil: Generated<number>;
  /** JSON of the first answer; empty while it runs. */
  answer: string;
  at: number;
  /** Null: kept for good. */
  expiresAt: number | null;
}

export interface RequestKeyTables {
  requestKey: RequestKeyTable;
}
