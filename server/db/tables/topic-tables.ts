import type { Generated } from 'kysely';
import type { TemplateType } from '../../../contract/template/template-types.ts';
import type { MinutesState } from '../../../contract/topic/minutes.machine.ts';
import type { TopicResult, Vote } from '../../../contract/topic/topic-rules.ts';
import type { SessionState } from '../../../contract/topic/topic-session.machine.ts';
import type { TopicState } from '../../../contract/topic/topic.machine.ts';
import type { Base } from '../base-columns.ts';

export interface TopicTable extends Base {
  id: Generated<number>;
  topicNo: Generated<string>;
  title: string;
  kind: Generated<string>;
  archiveId: number | null;
  /** The author for whom a manuscript is created when a topic without one is approved. */
  authorUserId: number | null;
  declarerId: number;
  deptId: number | null;
  series: Generated<string>;
  authorNames: Generated<string>;
  authorIntro: Generated<string>;
  contentIntro: Generated<string>;
  significance: Generated<string>;
  outline: Generated<string>;
  targetReaders: Generated<string>;
  marketAnalysis: Generated<string>;
  /** JSON list of `{title, publisher, priceFen, sales}`. */
  competitors: Generated<string>;
  /** Thousands of characters. */
  planWordCount: Generated<number>;
  planPages: Generated<number>;
  planFormat: Generated<string>;
  planPublishDate: Generated<string>;
  planPriceFen: Generated<number>;
  planPrintRun: Generated<number>;
  costFen: Generated<number>;
  unitCostFen: Generated<number>;
  discountBp: Generated<number>;
  royaltyBp: Generated<number>;
  payMode: Generated<string>;
  /** F17; 0 when the costs cannot be covered. */
  breakEven: Generated<number>;
  isMajor: Generated<'0' | '1'>;
  majorCategory: Generated<string>;
  recordNo: Generated<string>;
  translationRights: Generated<string>;
  status: Generated<TopicState>;
  prevStatus: Generated<TopicState | ''>;
  stageSince: Generated<number>;
  sessionId: number | null;
  submittedAt: number | null;
  approvedAt: number | null;
  voteFor: Generated<number>;
  voteAgainst: Generated<number>;
  voteAbstain: Generated<number>;
  opinion: Generated<string>;
}

export interface TopicSessionTable extends Base {
  id: Generated<number>;
  sessionNo: Generated<string>;
  title: string;
  level: Generated<string>;
  meetingTime: number | null;
  place: Generated<string>;
  hostId: number;
  recorderId: number;
  absentees: Generated<string>;
  status: Generated<SessionState>;
}

export interface SessionAttendeeTable {
  sessionId: number;
  userId: number;
  present: Generated<'0' | '1'>;
}

export interface SessionTopicTable {
  sessionId: number;
  topicId: number;
  orderNum: Generated<number>;
  result: Generated<TopicResult | ''>;
  opinion: Generated<string>;
  voteFor: Generated<number>;
  voteAgainst: Generated<number>;
  voteAbstain: Generated<number>;
}

export interface TopicVoteTable {
  id: Generated<number>;
  sessionId: number;
  topicId: number;
  userId: number;
  vote: Vote;
  reason: Generated<string>;
  createTime: number;
  updateTime: number;
}

export interface MinutesTable extends Base {
  id: Generated<number>;
  sessionId: number;
  fileNo: string;
  content: Generated<string>;
  status: Generated<MinutesState>;
  complete: Generated<'0' | '1'>;
  signedBy: number | null;
  signedAt: number | null;
}

export interface TemplateTable extends Base {
  id: Generated<number>;
  templateName: string;
  templateType: TemplateType;
  docFile: Generated<string>;
  variables: Generated<string>;
  isDefault: Generated<'0' | '1'>;
  status: Generated<'0' | '1'>;
}

export interface TopicTables {
  topic: TopicTable;
  topicSession: TopicSessionTable;
  sessionAttendee: SessionAttendeeTable;
  sessionTopic: SessionTopicTable;
  topicVote: TopicVoteTable;
  minutes: MinutesTable;
  template: TemplateTable;
}
