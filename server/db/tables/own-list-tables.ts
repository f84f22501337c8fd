import type { Generated } from 'kysely';
import type { ExportFile } from '../../../contract/system/export-file.ts';

/** An export in the background: what was asked for, and the file. */
export interface ExportFileTable {
  id: Generated<number>;
  /** The request that has queued it; empty when none has. */
  requestId: Generated<string>;
  userId: number;
  /** The address of the resource. */
  path: string;
  name: string;
  /** JSON: the filter. */
  asked: string;
  state: Generated<ExportFile['state']>;
  rows: Generated<number>;
  bytes: Generated<number>;
  /** In the file store; empty before the file is ready. */
  fileKey: Generated<string>;
  reason: Generated<string>;
  attempts: Generated<number>;
  /** Another server may take a running export after this time. */
  leaseUntil: Generated<number>;
  createTime: number;
  expiresAt: number | null;
}

/** A named view of a list; only its owner sees it. */
export interface ListViewTable {
  id: Generated<number>;
  userId: number;
  /** The address of the list without `/list`. */
  listKey: string;
  name: string;
  /** JSON, as the contract's `listViewState` has it. */
  state: string;
  isDefault: Generated<'0' | '1'>;
  createTime: number;
}

declare module '../tables.ts' {
  interface Tables {
    exportFile: ExportFileTable;
    listView: ListViewTable;
  }
}
