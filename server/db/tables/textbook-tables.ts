import type { Generated } from 'kysely';
import type { AccessCodeState } from '../../../contract/textbook/access-code.ts';
import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import type { TextbookStage } from '../../../contract/catalog/textbook-stage.ts';
import type { PlacedKind } from '../../../contract/textbook/textbook-limits.ts';
import type { Base } from '../base-columns.ts';

/** E35: data of a publication of kind `textbook`, one row for each. */
export interface TextbookTable extends Base {
  id: Generated<number>;
  publishId: number;
  courseName: string;
  stage: TextbookStage;
  subject: Generated<string>;
  gradeTerm: Generated<string>;
  approvedNo: Generated<string>;
  supportedBook: Generated<string>;
  answerLanguage: Generated<AnswerLanguage>;
  /** 1: the bank of questions of this book is for teachers only. */
  teacherOnlyBank: Generated<'0' | '1'>;
}

/** E120: a track, an exercise set or a file at a paragraph of a textbook. Exactly one of the three ids is set. */
export interface PlacedMediaTable extends Base {
  id: Generated<number>;
  publishId: number;
  kind: PlacedKind;
  label: string;
  mediaId: number | null;
  setId: number | null;
  fileId: number | null;
  /** The edition to which `documentIndex` and `cfi` belong. */
  editionId: number;
  documentIndex: number;
  /** Empty when only the quote is known: the reader finds the paragraph by it. */
  cfi: Generated<string>;
  /** The first characters of the paragraph; empty for the end of the chapter. */
  quote: Generated<string>;
  /** 1: the quote does not exist in the current edition; shown at the end of the chapter. */
  lost: Generated<'0' | '1'>;
  orderNum: Generated<number>;
}

/** E135: a row of the log of practice; rows are never changed. */
export interface ReviewLogTable {
  userId: number;
  /** Made by the device. */
  logId: string;
  /** In the order of arrival, without gaps for each user: the cursor of the devices. */
  seq: number;
  questionId: number;
  versionId: number;
  setId: number | null;
  publishId: number;
  /** By the corrected clock of the device. */
  at: number;
  rating: Generated<number>;
  verdict: Generated<string>;
  tries: Generated<number>;
  ms: Generated<number>;
  deviceId: string;
  kind: string;
  receivedAt: number;
}
/** The last `seq` of the log of a user; its row is the lock of the log. */
export interface ReviewCounterTable {
  userId: number;
  seq: Generated<number>;
}

/** E136: codes for the printed copies of a textbook. Days are `yyyy-MM-dd`, empty without a limit. */
export interface AccessBatchTable extends Base {
  id: Generated<number>;
  publishId: number;
  name: string;
  count: number;
  validFrom: Generated<string>;
  validTo: Generated<string>;
  /** Days of reading from the use of a code; 0 is without limit. */
  rightDays: Generated<number>;
  rightTo: Generated<string>;
  status: Generated<string>;
  createdBy: number | null;
  issuedBy: Generated<number | null>;
  printedAt: Generated<number | null>;
  printedBy: Generated<number | null>;
}

/** A code, of which only the keyed hash and the last four characters are stored. */
export interface AccessCodeTable {
  id: Generated<number>;
  batchId: number;
  serialNo: number;
  codeHash: string;
  last4: string;
  status: Generated<AccessCodeState>;
  usedBy: Generated<number | null>;
  usedAt: Generated<number | null>;
  voidReason: Generated<string>;
}

export interface TextbookTables {
  accessBatch: AccessBatchTable;
  accessCode: AccessCodeTable;
  textbook: TextbookTable;
  placedMedia: PlacedMediaTable;
  reviewLog: ReviewLogTable;
  reviewCounter: ReviewCounterTable;
}
