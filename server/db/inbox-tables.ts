import type { Generated } from 'kysely';

export interface NotifyPreferenceTable {
  userId: number;
  /** Type of the messages. */
  type: string;
  inbox: Generated<'0' | '1'>;
  mail: Generated<'off' | 'daily' | 'now'>;
}
