import type { Generated } from 'kysely';
import type { Base } from './base-columns.ts';

/** What is written on several devices: `seq` numbers the versions of one person's objects, `heard` is the last clock of each device as JSON. */
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
  /** Texts of other devices that were written at the same time, as JSON. */
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
  /** 0: for all books. */
  publicationId: number;
  look: string;
}

/** A reader's erratum; staff answer it, so it has what every row of the house has beside what is synced. */
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
  /** The number of the last change of each person, and what all that is stored of his counts for. */
  syncCounter: { userId: number; seq: number; bytes: Generated<number> };
}

export type SyncTable = Exclude<keyof AnnotationTables, 'syncCounter'>;
/** A version as it stands, whichever table it is of. */
export type StandingRow = Omit<Versioned, 'id'> & Readonly<Record<string, unknown>>;
/** What is written of a version. */
export type VersionColumns = Readonly<Record<string, string | number>>;
