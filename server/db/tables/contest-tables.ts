import type { Generated } from 'kysely';
import type { ConflictKind, OBJECTION_STATES, RoundMode, RoundType, SeeOthers } from '../../../contract/contest/contest-limits.ts';
import type { ExceptionKind, ExceptionState } from '../../../contract/contest/contest-exception.ts';
import type { BlindState } from '../../../contract/contest/blind-copy.machine.ts';
import type { ContestState } from '../../../contract/contest/contest.machine.ts';
import type { RoundState } from '../../../contract/contest/contest-round.machine.ts';
import type { SubmitState } from '../../../contract/contest/contest-submit.machine.ts';
import type { TaskState } from '../../../contract/contest/judge-task.machine.ts';
import type { Base } from '../base-columns.ts';

export interface ContestTable extends Base {
  id: Generated<number>;
  title: string;
  theme: Generated<string>;
  cover: Generated<string>;
  organizer: string;
  coOrganizer: Generated<string>;
  /** The organiser who created it, and the one who decides where the first has entered. */
  ownerId: number | null;
  secondId: number | null;
  /** JSON lists. */
  groups: Generated<string>;
  intro: Generated<string>;
  rules: Generated<string>;
  /** JSON list of `{name, quota, prizeFen, note}`; the quota applies to each group. */
  awardPlan: Generated<string>;
  submitStart: number | null;
  submitEnd: number | null;
  maxPerUser: Generated<number>;
  workKinds: Generated<string>;
  fileTypes: Generated<string>;
  fileMaxMb: Generated<number>;
  allowTeam: Generated<'0' | '1'>;
  teamMax: Generated<number>;
  contact: Generated<string>;
  viewNum: Generated<number>;
  publicityEnd: number | null;
  status: Generated<ContestState>;
}

export interface ContestRoundTable extends Base {
  id: Generated<number>;
  contestId: number;
  roundType: RoundType;
  mode: Generated<RoundMode>;
  startTime: number | null;
  endTime: number | null;
  judgesPerSubmit: Generated<number>;
  /** JSON list of `{key, name, weight, max}`. */
  criteria: Generated<string>;
  blind: Generated<'0' | '1'>;
  trim: Generated<'0' | '1'>;
  seeOthers: Generated<SeeOthers>;
  seeAuthors: Generated<'0' | '1'>;
  seeJudgeNames: Generated<'0' | '1'>;
  calibrationIds: Generated<string>;
  formLockedAt: number | null;
  passQuota: Generated<number>;
  /** Points. */
  passScore: Generated<number>;
  seed: Generated<number>;
  closedAt: number | null;
  status: Generated<RoundState>;
}

export interface ContestSubmitTable extends Base {
  id: Generated<number>;
  submitNo: Generated<string>;
  contestId: number;
  userId: number;
  groupName: Generated<string>;
  title: string;
  /** JSON list of `{name, phone, part}`. */
  team: Generated<string>;
  instructor: Generated<string>;
  /** People whom the contestant asks to keep away from the entry. */
  avoid: Generated<string>;
  collegeId: number | null;
  intro: Generated<string>;
  promise: Generated<'0' | '1'>;
  preliminaryPassed: Generated<'0' | '1'>;
  /** Hundredths of a point. */
  finalScore: number | null;
  rank: Generated<number>;
  awardName: Generated<string>;
  returnReason: Generated<string>;
  returnUntil: number | null;
  submittedAt: number | null;
  status: Generated<SubmitState>;
  /** JSON values of the custom fields of the contest, by field key. */
  ext: Generated<string>;
}

export interface ContestFileTable extends Base {
  id: Generated<number>;
  submitId: number;
  contestId: number;
  ownerId: number;
  fileName: string;
  fileKey: string;
  fileSize: number;
  mime: string;
  sha256: Generated<string>;
  blindKey: Generated<string>;
  blindName: Generated<string>;
  blindSize: Generated<number>;
  blindState: Generated<BlindState>;
  /** JSON list of `{place, text}`: names that remain in the copy. */
  findings: Generated<string>;
}

export interface ContestJudgeTable extends Base {
  id: Generated<number>;
  contestId: number;
  userId: number;
  roundTypes: Generated<string>;
  groups: Generated<string>;
  intro: Generated<string>;
  status: Generated<'0' | '1'>;
}

export interface JudgeTaskTable extends Base {
  id: Generated<number>;
  roundId: number;
  contestId: number;
  submitId: number;
  judgeId: number;
  calibration: Generated<'0' | '1'>;
  orderNum: Generated<number>;
  result: Generated<'' | 'pass' | 'fail'>;
  /** JSON list of `{key, score}` in tenths of a point. */
  items: Generated<string>;
  /** Hundredths of a point. */
  total: number | null;
  comment: Generated<string>;
  submittedAt: number | null;
  recuseReason: Generated<string>;
  /** The task that replaces a recused one. */
  replacedBy: number | null;
  remindedAt: number | null;
  /** Set where the task was taken over too late for the end of the round. */
  dueAt: number | null;
  status: Generated<TaskState>;
}

export interface ContestResultTable {
  roundId: number;
  submitId: number;
  contestId: number;
  groupName: Generated<string>;
  /** Hundredths of a point; null without three scores. */
  score: number | null;
  untrimmed: Generated<number>;
  heaviest: Generated<number>;
  judges: Generated<number>;
  trimmed: Generated<number>;
  passes: Generated<number>;
  fails: Generated<number>;
  spread: Generated<number>;
  rank: Generated<number>;
  outcome: Generated<'' | 'in' | 'out' | 'tied'>;
  discussed: Generated<'0' | '1'>;
}

export interface ContestConflictTable {
  id: Generated<number>;
  contestId: number;
  userId: number;
  submitId: number;
  kind: ConflictKind;
  note: Generated<string>;
  computed: Generated<'0' | '1'>;
  createTime: number;
}

export interface ContestDiscussionTable {
  id: Generated<number>;
  contestId: number;
  roundId: number;
  /** JSON lists of entries: those discussed, and those of them that advance. */
  submitIds: Generated<string>;
  letIn: Generated<string>;
  minutes: string;
  userId: number;
  at: number;
}

export interface ContestObjectionTable extends Base {
  id: Generated<number>;
  contestId: number;
  submitId: number | null;
  userId: number;
  content: string;
  contact: Generated<string>;
  status: Generated<(typeof OBJECTION_STATES)[number]>;
  reply: Generated<string>;
  handledBy: number | null;
  handledAt: number | null;
}

export interface ContestExceptionTable extends Base {
  id: Generated<number>;
  contestId: number;
  kind: ExceptionKind;
  /** JSON: the awards that an `over_quota` exception gives. */
  awards: Generated<string>;
  /** JSON: numbers of awards by group and award that it allows once it is confirmed. */
  allowed: Generated<string>;
  reason: string;
  status: Generated<ExceptionState>;
  proposedBy: number;
  decidedBy: number | null;
  decidedAt: number | null;
  decidedNote: Generated<string>;
}

export interface ContestCertificateTable {
  id: Generated<number>;
  certificateNo: string;
  contestId: number;
  submitId: number;
  userId: number;
  title: string;
  authorsText: string;
  awardName: string;
  issuedAt: number;
  revokedAt: number | null;
  revokedReason: Generated<string>;
}

export interface ContestTables {
  contest: ContestTable;
  contestRound: ContestRoundTable;
  contestSubmit: ContestSubmitTable;
  contestFile: ContestFileTable;
  contestJudge: ContestJudgeTable;
  judgeTask: JudgeTaskTable;
  contestResult: ContestResultTable;
  contestConflict: ContestConflictTable;
  contestDiscussion: ContestDiscussionTable;
  contestObjection: ContestObjectionTable;
  contestException: ContestExceptionTable;
  contestCertificate: ContestCertificateTable;
}
