import type { Generated } from 'kysely';
import type { EditionChangeState } from '../../../contract/catalog/edition-change.machine.ts';
import type { Base } from '../base-columns.ts';

/** Works, their editions and their search data. */
export interface PublicationTable extends Base {
  id: Generated<number>;
  publishNo: string;
  kind: 'book' | 'textbook' | 'audio' | 'video' | 'paper';
  title: string;
  subtitle: Generated<string>;
  authorsText: string;
  translator: Generated<string>;
  pressId: number | null;
  isbn: Generated<string>;
  edition: Generated<number>;
  publishDate: Generated<string>;
  listPriceFen: Generated<number>;
  salePriceFen: Generated<number>;
  isFree: Generated<'0' | '1'>;
  trialChapters: Generated<number>;
  language: Generated<string>;
  coverUrl: Generated<string>;
  drawing: Generated<'lit' | 'lang' | 'text' | 'pub' | 'kids'>;
  coverColour: Generated<string>;
  coverFormat: Generated<'' | 'A' | 'B' | 'C' | 'D' | 'E'>;
  brief: Generated<string>;
  intro: Generated<string>;
  authorIntro: Generated<string>;
  archiveTypeId: number | null;
  /** JSON list. */
  tags: Generated<string>;
  recommend: Generated<'0' | '1'>;
  orderNum: Generated<number>;
  downloadable: Generated<'0' | '1'>;
  viewNum: Generated<number>;
  collectNum: Generated<number>;
  downloadNum: Generated<number>;
  readerNum: Generated<number>;
  scoreSum: Generated<number>;
  scoreCount: Generated<number>;
  status: Generated<'draft' | 'checking' | 'rejected' | 'listed' | 'delisted' | 'recalled'>;
  rejectReason: Generated<string>;
  submitBy: number | null;
  /** Proposed price of a listed work that a second user must confirm; all five columns are null without a proposal. */
  proposedListFen: number | null;
  proposedSaleFen: number | null;
  proposedIsFree: '0' | '1' | null;
  proposedBy: number | null;
  proposedAt: number | null;
  listTime: number | null;
  /** The current edition for readers; null when there is nothing to read. */
  editionId: number | null;
  /** The work whose text this recording reads; null for other works. */
  textWorkId: number | null;
  /** JSON object of the custom fields. */
  ext: Generated<string>;
}

/** A channel on which a work is sold or shown. */
export interface PublishChannelTable extends Base {
  id: Generated<number>;
  publishId: number;
  channel: string;
  externalUrl: Generated<string>;
  priceFen: Generated<number>;
  status: Generated<'pending' | 'on' | 'off'>;
  onTime: number | null;
  offTime: number | null;
}

/** Printed copies of a work, one row for each run. */
export interface PrintRunTable {
  id: Generated<number>;
  publishId: number;
  impression: number;
  copies: number;
  /** yyyy-MM-dd. */
  printedOn: string;
  /** The list price at that time. */
  listPriceFen: number;
  operatorId: number;
  createTime: number;
}

export interface EditionTable {
  id: Generated<number>;
  publicationId: number;
  /** Folder in the file store: `books/{random}`. */
  folder: string;
  sourceName: string;
  sourceSha256: string;
  sourceBytes: number;
  bytes: number;
  files: number;
  characters: number;
  documents: number;
  /** The value of `PREPARATION` when the edition was created; 0 for editions from before this number. */
  preparedWith: Generated<number>;
  /** JSON of `LayoutReport`, and its number of pages with a fault; empty and null until the layout was checked. */
  layoutReport: Generated<string>;
  layoutFaults: number | null;
  /** Time at which its files were released; null while they exist. */
  clearedAt: number | null;
  createBy: string;
  createTime: number;
}

/** A new file of a work on sale that a second person confirms, or one that was put on while the work was off sale. */
export interface EditionChangeTable extends Base {
  id: Generated<number>;
  publicationId: number;
  editionId: number;
  /** Address of the cover in the file; empty without one. */
  coverUrl: Generated<string>;
  proposedBy: number;
  status: Generated<EditionChangeState>;
}

export interface ChapterTable {
  id: Generated<number>;
  editionId: number;
  /** Index of the document in the reading order, from 0. */
  orderNum: number;
  title: string;
  level: number;
  characters: number;
  href: string;
}

/** A file of an edition and the first document that needs it: the right to that document gives the right to the file. */
export interface EditionFileTable {
  editionId: number;
  path: string;
  type: string;
  bytes: number;
  document: number;
}

export interface BookTextTable {
  id: Generated<number>;
  editionId: number;
  orderNum: number;
  text: string;
}

export interface PreparationTable {
  id: Generated<number>;
  /** The request that has queued it; empty when none has. */
  requestId: Generated<string>;
  uploadId: string;
  fileName: string;
  size: number;
  sha256: Generated<string>;
  state: 'queued' | 'running' | 'ready' | 'failed';
  message: Generated<string>;
  /** JSON of `Finding[]`; empty when there are no findings. */
  findings: Generated<string>;
  publicationId: number | null;
  userId: number;
  createBy: string;
  createTime: number;
  attempts: Generated<number>;
  /** A running preparation is retried when its lease has expired. */
  leaseUntil: Generated<number>;
  leaseBy: Generated<string>;
  /** `1`: a second person has checked the text before it was uploaded. */
  checked: Generated<'0' | '1'>;
}

/** Progress of the search index rebuild for a word version. */
export interface SearchRebuildTable {
  version: number;
  /** Ids of the last work and the last text that were processed. */
  worksAfter: Generated<number>;
  textsAfter: Generated<number>;
  doneAt: Generated<number | null>;
}

/** The position of a reader in a work. */
export interface ReadingProgressTable {
  userId: number;
  publicationId: number;
  editionId: number;
  cfi: string;
  /** Hundredths of a percent. */
  percent: number;
  documentIndex: number;
  device: string;
  clock: number;
  updateTime: number;
  /** When the reader opened the work for the first time. */
  beganAt: Generated<number>;
}

export interface BookTables {
  readingProgress: ReadingProgressTable;
  publishChannel: PublishChannelTable;
  searchRebuild: SearchRebuildTable;
  publication: PublicationTable;
  edition: EditionTable;
  editionChange: EditionChangeTable;
  printRun: PrintRunTable;
  chapter: ChapterTable;
  editionFile: EditionFileTable;
  bookText: BookTextTable;
  preparation: PreparationTable;
}
