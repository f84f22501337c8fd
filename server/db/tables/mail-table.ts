import type { Generated } from 'kysely';

export type MailState = 'waiting' | 'sent' | 'failed';

/** A mail in the queue. */
export interface MailTable {
  id: Generated<number>;
  /** The request that has queued it; empty when none has. */
  requestId: Generated<string>;
  email: string;
  /** Null for an address without an account. */
  userId: number | null;
  template: string;
  subject: string;
  body: string;
  html: string;
  /** The encrypted secret of the link in the text, while the mail waits. */
  sealed: Generated<string>;
  /** An attached file: its key in the file store, shared by the mails of one report, and its name. Empty without one. */
  fileKey: Generated<string>;
  fileName: Generated<string>;
  state: Generated<MailState>;
  attempts: Generated<number>;
  nextAttempt: number;
  /** The server that is sending it now. */
  leaseBy: Generated<string>;
  /** Why the last attempt failed, in the words of the mail server. */
  error: Generated<string>;
  createTime: number;
  sentTime: number | null;
}

declare module '../tables.ts' {
  interface Tables {
    mail: MailTable;
  }
}
