import type { Generated } from 'kysely';
import type { ErrorKind } from '../../../contract/proof/error-rate.ts';
import type { AuthorProofState } from '../../../contract/proof/author-proof.machine.ts';
import type { Fate, MarkSource, ProofState, Stage } from '../../../contract/proof/proof.machine.ts';
import type { Base } from '../base-columns.ts';

export interface ProofreadTable extends Base {
  id: Generated<number>;
  archiveId: number;
  stage: Stage;
  round: number;
  proofreaderId: number | null;
  assignedBy: number | null;
  assignedAt: number | null;
  dueAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  charCount: Generated<number>;
  noErrors: Generated<'0' | '1'>;
  /** Hundredths of a point. */
  score: Generated<number>;
  /** Ten-thousandths of an error in 10 000 characters. */
  rate: Generated<number>;
  reportText: Generated<string>;
  status: Generated<ProofState>;
}

export interface ProofMarkTable extends Base {
  id: Generated<number>;
  archiveId: number;
  proofId: number;
  stage: Stage;
  round: number;
  page: Generated<number>;
  place: Generated<string>;
  /** The part of a recording or film, and the place in it in milliseconds; `page` is the number of the part then. */
  trackId: Generated<number | null>;
  startMs: Generated<number | null>;
  endMs: Generated<number | null>;
  context: Generated<string>;
  quote: Generated<string>;
  kind: ErrorKind;
  wrong: Generated<string>;
  right: Generated<string>;
  note: Generated<string>;
  characters: Generated<number>;
  groupKey: Generated<string>;
  source: Generated<MarkSource>;
  userId: number;
  fate: Generated<Fate>;
  fateReason: Generated<string>;
  fateBy: number | null;
  fateAt: number | null;
  /** The report of a reader from which the mark was made. */
  erratumId: Generated<number | null>;
  /** Number of the version into which the correction was written. */
  appliedVersion: Generated<number | null>;
  /** Why it could not be written into the text; empty before that was tried. */
  textReason: Generated<string>;
  /** Who confirmed that the text has it; null when the server wrote it. */
  textBy: Generated<number | null>;
  /** Number of the proof on which the correction was found. */
  checkedProofNo: Generated<number | null>;
  checkedBy: Generated<number | null>;
  checkedAt: Generated<number | null>;
}

export interface ErrorRuleTable extends Base {
  id: Generated<number>;
  kind: ErrorKind;
  label: string;
  weight: Generated<number>;
  longWeight: Generated<number>;
  longestWeight: Generated<number>;
  oncePerPage: Generated<'0' | '1'>;
  sameCap: Generated<number>;
  pageCap: Generated<number>;
  bookCap: Generated<number>;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface AuthorProofTable extends Base {
  id: Generated<number>;
  archiveId: number;
  userId: number;
  dueAt: number;
  doneAt: number | null;
  status: Generated<AuthorProofState>;
}

export interface QualityCheckTable extends Base {
  id: Generated<number>;
  archiveId: number;
  kind: Generated<'before_print' | 'sample' | 'finished'>;
  pageFrom: Generated<number>;
  pageTo: Generated<number>;
  charCount: Generated<number>;
  score: Generated<number>;
  rate: Generated<number>;
  verdict: 'pass' | 'fail';
  opinion: Generated<string>;
  inspectorId: number;
}

export interface ProofTables {
  proofread: ProofreadTable;
  proofMark: ProofMarkTable;
  proofMarkReply: { id: Generated<number>; markId: number; userId: number; text: string; at: number };
  errorRule: ErrorRuleTable;
  authorProof: AuthorProofTable;
  qualityCheck: QualityCheckTable;
  qualitySignature: { checkId: number; role: 'editor' | 'proofreader' | 'manager'; userId: number; at: number };
}
