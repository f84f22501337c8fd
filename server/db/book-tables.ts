import type { Generated } from 'kysely';
import type { Base } from './base-columns.ts';

/** Works, their editions and what is searched in them. */
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
  /** Price of a listed work that waits for a second person; all five are null while none waits. */
  proposedListFen: number | null;
  proposedSaleFen: number | null;
  proposedIsFree: '0' | '1' | null;
  proposedBy: number | null;
  proposedAt: number | null;
  listTime: number | null;
  /** The edition readers get; null while there is nothing to read. */
  editionId: number | null;
  /** JSON object of the configurable fields. */
  ext: Generated<string>;
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
  /** `PREPARATION` when it was made; 0 for those before there was a number. */
  preparedWith: Generated<number>;
  /** When its files were let go; null while they are there. */
  clearedAt: number | null;
  createBy: string;
  createTime: number;
}

export interface ChapterTable {
  id: Generated<number>;
  editionId: number;
  /** Number of the document in the reading order, from 0. */
  orderNum: number;
  title: string;
  level: number;
  characters: number;
  href: string;
}

/** A file of an edition and the document that first needs it: the right to that document is the right to the file. */
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
  uploadId: string;
  fileName: string;
  size: number;
  sha256: Generated<string>;
  state: 'queued' | 'running' | 'ready' | 'failed';
  message: Generated<string>;
  /** JSON of `Finding[]`; empty where nothing was found. */
  findings: Generated<string>;
  publicationId: number | null;
  userId: number;
  createBy: string;
  createTime: number;
  attempts: Generated<number>;
  /** A running one whose lease has run out is taken up again. */
  leaseUntil: Generated<number>;
  leaseBy: Generated<string>;
}

/** How far the search index has been written anew for a version of its words. */
export interface SearchRebuildTable {
  version: number;
  /** Ids of the last work and the last text that were written. */
  worksAfter: Generated<number>;
  textsAfter: Generated<number>;
  doneAt: Generated<number | null>;
}

export interface BookTables {
  searchRebuild: SearchRebuildTable;
  publication: PublicationTable;
  edition: EditionTable;
  chapter: ChapterTable;
  editionFile: EditionFileTable;
  bookText: BookTextTable;
  preparation: PreparationTable;
}
