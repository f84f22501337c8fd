import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

/** Data written on several devices: `seq` numbers the versions of one user's objects, `heard` holds the last clock of each device as JSON. */
export interface Versioned {
  id: Generated<number>;
  userId: number;
  clientId: string;
  clock: number;
  seq: number;
  deviceId: string;
  device: string;
  heard: string;
  deleted: '0' | '1';
  createTime: number;
  updateTime: number;
}

interface Passage {
  publicationId: number;
  editionId: number;
  documentIndex: number;
  chapterTitle: string;
  cfi: string;
  text: string;
  before: string;
  after: string;
}

export interface AnnotationTable extends Versioned, Passage {
  type: string;
  note: string;
  colour: string;
  /** Hundredths of a percent. */
  percent: number;
  /** Concurrent texts from other devices, as JSON. */
  twins: string;
}

export interface WordTable extends Versioned, Passage {
  sentence: string;
  meaning: string;
  box: number;
  dueAt: number;
  reviews: number;
}

export interface ReadingDayTable extends Versioned {
  day: string;
  seconds: number;
  pages: number;
  finished: string;
}

export interface ReadingSettingTable extends Versioned {
  /** 0 means all books. */
  publicationId: number;
  look: string;
}

/** A reader's erratum. Staff answer it, so it has the base columns in addition to the synced ones. */
export interface ErratumTable extends Omit<Versioned, 'createTime' | 'updateTime'>, Passage, Base {
  wrong: string;
  status: Generated<string>;
  reply: Generated<string>;
  replyBy: Generated<string>;
  replyTime: number | null;
}

export interface AnnotationTables {
  annotation: AnnotationTable;
  word: WordTable;
  readingDay: ReadingDayTable;
  readingSetting: ReadingSettingTable;
  erratum: ErratumTable;
  /** The last version number of each user, and the total bytes stored for them. */
  syncCounter: { userId: number; seq: number; bytes: Generated<number> };
}

export type SyncTable = Exclude<keyof AnnotationTables, 'syncCounter'>;
/** The current version of an object, whichever table it is in. */
export type StoredRow = Omit<Versioned, 'id'> & Readonly<Record<string, unknown>>;
/** The columns written for a version. */
export type VersionColumns = Readonly<Record<string, string | number>>;
