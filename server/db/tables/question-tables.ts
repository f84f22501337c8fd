import type { Generated } from 'kysely';
import type { QuestionKind, QuestionUse } from '../../../contract/textbook/question-kind.ts';
import type { BankOwner, BankShare } from '../../../contract/textbook/question-limits.ts';
import type { ReleaseState } from '../../../contract/release.ts';
import type { Base } from '../base-columns.ts';

/** E121: a bank of a publication, or of a teacher. Exactly one of the two ids is set. */
export interface QuestionBankTable extends Base {
  id: Generated<number>;
  owner: BankOwner;
  publishId: number | null;
  userId: number | null;
  name: string;
  sharedWith: Generated<BankShare>;
}

/** E122. `kind`, `stemText`, `points` and `hash` are those of the latest version, for lists. */
export interface QuestionTable extends Base {
  id: Generated<number>;
  bankId: number;
  /** Stable over imports, unique in the bank. */
  code: string;
  latestVersionId: number | null;
  chapter: Generated<string>;
  /** JSON list. */
  tags: Generated<string>;
  difficulty: number;
  use: Generated<QuestionUse>;
  /** 1: its key is possible and it may be used; never 0 again. */
  ready: Generated<'0' | '1'>;
  /** 1: stays where it is used and is not offered any more. */
  retired: Generated<'0' | '1'>;
  kind: QuestionKind;
  stemText: Generated<string>;
  /** Hundredths of a point. */
  points: number;
  hash: Generated<string>;
}

/** E123: never changed. `shown` and `keyPart` are JSON, see contract/textbook/question-kind.ts. */
export interface QuestionVersionTable {
  id: Generated<number>;
  questionId: number;
  no: number;
  kind: QuestionKind;
  shown: string;
  keyPart: string;
  points: number;
  hash: string;
  createBy: Generated<string>;
  createTime: number;
}

/** E124. */
export interface ExerciseSetTable extends Base {
  id: Generated<number>;
  publishId: number;
  title: string;
  /** The chapter, counted from 0 in reading order; null for the whole book. */
  documentIndex: number | null;
  /** JSON list of `{questionId, versionId}`. */
  items: Generated<string>;
  shuffle: Generated<'0' | '1'>;
  /** JSON of what readers see; empty when they see nothing. */
  live: Generated<string>;
  status: Generated<ReleaseState>;
  publishTime: number | null;
  expireTime: number | null;
  submitBy: number | null;
}

/** E139: an import of questions, first as a preview. */
export interface ImportRunTable {
  id: Generated<number>;
  /** The request that has queued it; empty when none has. */
  requestId: Generated<string>;
  bankId: number;
  userId: number;
  fileName: string;
  sha256: string;
  format: string;
  /** JSON list of what was found at which place. */
  lines: string;
  /** JSON list of what was read, without the contents; empty after the import. */
  questions: Generated<string>;
  /** JSON list of the wire names of the pictures and recordings of the file; empty after the import. */
  files: Generated<string>;
  made: Generated<number>;
  changed: Generated<number>;
  skipped: Generated<number>;
  done: Generated<'0' | '1'>;
  /** The file in the store while it has to be read. */
  fileKey: Generated<string>;
  /** When reading is due: also the end of the lease of the server that reads it; null when it ended. */
  nextAt: number | null;
  attempts: Generated<number>;
  /** Questions that were checked, of all; 0 of 0 while the file is being read. */
  doneRows: Generated<number>;
  totalRows: Generated<number>;
  /** Why the file could not be read. */
  error: Generated<string>;
  createTime: number;
}

/** Questions of an import until it is written, some in each row: JSON lists. */
export interface ImportPartTable {
  id: Generated<number>;
  runId: number;
  no: number;
  questions: string;
}

export interface QuestionTables {
  questionBank: QuestionBankTable;
  question: QuestionTable;
  questionVersion: QuestionVersionTable;
  exerciseSet: ExerciseSetTable;
  importRun: ImportRunTable;
  importPart: ImportPartTable;
}
