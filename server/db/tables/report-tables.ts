import type { Generated } from 'kysely';
import type { Cadence, ReportFormat } from '../../../contract/report/report-subscription.ts';
import type { Base } from '../base-columns.ts';

/** The report of a closed period as it was read; never written again. */
export interface ReportSnapshotTable {
  id: Generated<number>;
  reportKey: string;
  /** 2026-01, 2026-Q1 or 2026. */
  period: string;
  /** JSON of `Report`. */
  data: string;
  generatedAt: number;
}

export interface ReportSubscriptionTable extends Base {
  id: Generated<number>;
  reportKey: string;
  filter: Generated<string>;
  cadence: Cadence;
  /** Hour of the day in Shanghai, 0 to 23. */
  hour: number;
  format: ReportFormat;
  paused: Generated<'0' | '1'>;
  ownerId: number;
  nextAt: number;
}

export interface ReportRecipientTable {
  subscriptionId: number;
  userId: number;
}

/** A time at which a subscription was due. */
export interface ReportRunTable {
  id: Generated<number>;
  subscriptionId: number;
  at: number;
  /** First and last day of the report, `yyyy-MM-dd`. */
  beginDay: string;
  endDay: string;
  sent: number;
  /** What was not sent and why. */
  note: Generated<string>;
}

declare module '../tables.ts' {
  interface Tables {
    reportSnapshot: ReportSnapshotTable;
    reportSubscription: ReportSubscriptionTable;
    reportRecipient: ReportRecipientTable;
    reportRun: ReportRunTable;
  }
}
