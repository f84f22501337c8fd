import type { Generated } from 'kysely';
import type { AuthorConfirmState } from '../../../contract/manuscript/author-confirm.machine.ts';
import type { EditQueryState } from '../../../contract/manuscript/edit-query.machine.ts';
import type { EditTaskState } from '../../../contract/manuscript/edit-task.machine.ts';
import type { LetterState } from '../../../contract/manuscript/letter.machine.ts';
import type { ManuscriptState, Turn } from '../../../contract/manuscript/manuscript.machine.ts';
import type { Base } from '../base-columns.ts';

export interface ManuscriptTable extends Base {
  id: Generated<number>;
  archiveNo: Generated<string>;
  kind: Generated<string>;
  title: string;
  subtitle: Generated<string>;
  titleEn: Generated<string>;
  archiveTypeId: number | null;
  clcCode: Generated<string>;
  language: Generated<string>;
  originality: Generated<string>;
  /** JSON list. */
  keywords: Generated<string>;
  summary: Generated<string>;
  wordCount: Generated<number>;
  /** Thousands of characters. */
  planWordCount: Generated<number>;
  coverUrl: Generated<string>;
  /** JSON list of `{userId, name, role, share}`; shares are basis points and add up to 10 000. */
  authors: Generated<string>;
  ownerId: number;
  topicId: number | null;
  editorId: number | null;
  typesetterId: number | null;
  publicationId: number | null;
  status: Generated<ManuscriptState>;
  /** The state before a hold, a rejection or a withdrawal. */
  prevStatus: Generated<ManuscriptState | ''>;
  confidentiality: Generated<string>;
  currentVersion: Generated<number>;
  publishedAt: number | null;
  turn: Generated<Turn>;
  /** The user whose turn it is; null while a role has not assigned anybody. */
  turnUserId: number | null;
  /** `1` when that user is not on the staff. */
  turnOutside: Generated<'0' | '1'>;
  stageSince: Generated<number>;
  dueAt: number | null;
  reviewRound: Generated<number>;
  restoreAskedAt: number | null;
  ext: Generated<string>;
}

export interface ManuscriptTextTable {
  archiveId: number;
  content: Generated<string>;
  /** Rises with every save: a save that is based on an older one is rejected. */
  revision: Generated<number>;
  /** '1' when it was written after the newest version: it is the working text, and becomes a version before the next step. */
  unsaved: Generated<'0' | '1'>;
}

export interface ManuscriptVersionTable {
  id: Generated<number>;
  archiveId: number;
  versionNo: number;
  fileKey: string;
  /** The file as it was uploaded, kept for the record; null for a version that the product wrote. */
  originalKey: string | null;
  mime: string;
  bytes: number;
  contentHash: string;
  wordCount: Generated<number>;
  source: string;
  stage: string;
  note: Generated<string>;
  label: Generated<string>;
  pinned: Generated<'0' | '1'>;
  changedBy: number;
  createTime: number;
}

export interface ManuscriptFileTable extends Base {
  id: Generated<number>;
  archiveId: number;
  fileRole: string;
  fileName: string;
  fileKey: string;
  fileSize: number;
  mime: string;
  sha256: string;
  ownerId: number;
  status: Generated<'current' | 'superseded'>;
  replacedBy: number | null;
}

export interface ManuscriptHoldTable {
  id: Generated<number>;
  archiveId: number;
  reasonType: string;
  reason: string;
  fromStatus: string;
  heldBy: number;
  heldAt: number;
  /** `yyyy-MM-dd` or empty. */
  resumePlan: Generated<string>;
  resumedBy: number | null;
  resumedAt: number | null;
  result: Generated<'holding' | 'resumed' | 'cancelled'>;
  /** JSON: turn, its user, its due date and the start of the stage when the hold began. */
  kept: Generated<string>;
}

export interface EditTaskTable extends Base {
  id: Generated<number>;
  archiveId: number;
  editorId: number;
  assignedBy: number;
  startDate: number | null;
  dueAt: number | null;
  finishedAt: number | null;
  /** 齐, 清, 定 as a JSON list of three flags. */
  completeness: Generated<string>;
  editedWordCount: Generated<number>;
  status: Generated<EditTaskState>;
}

export interface EditQueryTable extends Base {
  id: Generated<number>;
  archiveId: number;
  versionNo: Generated<number>;
  quote: Generated<string>;
  place: Generated<string>;
  text: string;
  askedBy: number;
  askTo: number;
  answer: Generated<string>;
  answeredAt: number | null;
  status: Generated<EditQueryState>;
}

export interface PermissionItemTable extends Base {
  id: Generated<number>;
  archiveId: number;
  material: string;
  rightsOwner: Generated<string>;
  scope: Generated<string>;
  feeFen: Generated<number>;
  fileId: number | null;
  status: Generated<'needed' | 'asked' | 'granted' | 'not_needed'>;
}

export interface StageTaskTemplateTable extends Base {
  id: Generated<number>;
  stage: string;
  title: string;
  dueOffsetDays: Generated<number>;
  blocking: Generated<'0' | '1'>;
  orderNum: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface StageTaskTable extends Base {
  id: Generated<number>;
  archiveId: number;
  stage: string;
  title: string;
  blocking: Generated<'0' | '1'>;
  dueAt: number | null;
  doneBy: number | null;
  doneAt: number | null;
}

export interface PressUserTable extends Base {
  id: Generated<number>;
  userId: number;
  station: string;
  qualification: Generated<string>;
  certNo: Generated<string>;
  /** `yyyy-MM-dd` or empty. */
  validTo: Generated<string>;
  /** 0 means the default, 10. */
  maxTasks: Generated<number>;
  status: Generated<'0' | '1'>;
}

export interface AbsenceTable extends Base {
  id: Generated<number>;
  userId: number;
  startDate: string;
  endDate: string;
  deputyId: number;
  reason: Generated<string>;
}

export interface LetterTable {
  id: Generated<number>;
  entity: string;
  entityId: number;
  event: string;
  subject: string;
  content: string;
  recipients: string;
  attachments: Generated<string>;
  link: Generated<string>;
  senderId: number;
  createTime: number;
  sendAt: number;
  status: Generated<LetterState>;
  undo: Generated<string>;
  /** JSON list: the lines of `flowLog` that the letter tells. */
  logIds: Generated<string>;
  requestId: Generated<string>;
}

/** A reminder of a duty that was sent (`manuscript/duty.service.ts`). */
export interface DutyNoticeTable {
  kind: string;
  rowId: number;
  dueAt: number;
  step: string;
  at: number;
}

/** One point of a revision and the author's answer to it. */
export interface RevisionPointTable extends Base {
  id: Generated<number>;
  archiveId: number;
  round: number;
  orderNum: number;
  source: Generated<'letter' | 'author'>;
  text: string;
  answer: Generated<string>;
  /** When the author submitted the revision; null while it is a draft. */
  sentAt: number | null;
}

/** A co-author's confirmation of name, role and share. */
export interface AuthorConfirmTable extends Base {
  id: Generated<number>;
  archiveId: number;
  name: string;
  role: string;
  share: Generated<number>;
  mail: Generated<string>;
  userId: number | null;
  tokenHash: string;
  status: Generated<AuthorConfirmState>;
  note: Generated<string>;
  sentAt: number;
  dueAt: number;
  answeredAt: number | null;
  /** The account that answered, or the editor who has seen the document. */
  answeredBy: number | null;
  evidenceFileId: number | null;
}

/** The number of a reviewer for the authors of a manuscript: the place of the row in the order of `id`. */
export interface ReviewerAliasTable {
  id: Generated<number>;
  archiveId: number;
  userId: number;
}

export interface ManuscriptTables {
  reviewerAlias: ReviewerAliasTable;
  revisionPoint: RevisionPointTable;
  authorConfirm: AuthorConfirmTable;
  manuscript: ManuscriptTable;
  manuscriptText: ManuscriptTextTable;
  manuscriptVersion: ManuscriptVersionTable;
  manuscriptFile: ManuscriptFileTable;
  manuscriptHold: ManuscriptHoldTable;
  editTask: EditTaskTable;
  editQuery: EditQueryTable;
  permissionItem: PermissionItemTable;
  stageTaskTemplate: StageTaskTemplateTable;
  stageTask: StageTaskTable;
  pressUser: PressUserTable;
  absence: AbsenceTable;
  letter: LetterTable;
  dutyNotice: DutyNoticeTable;
}
