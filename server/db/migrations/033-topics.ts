import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Topics with their sessions, votes and minutes, and templates of documents. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('topic', {
    ...BASE,
    topicNo: 'empty',
    title: 'text',
    kind: '=book',
    archiveId: 'number?',
    authorUserId: 'number?',
    declarerId: 'number',
    deptId: 'number?',
    series: 'empty',
    authorNames: 'empty',
    authorIntro: 'empty',
    contentIntro: 'empty',
    significance: 'empty',
    outline: 'empty',
    targetReaders: 'empty',
    marketAnalysis: 'empty',
    competitors: '=[]',
    planWordCount: 'zero',
    planPages: 'zero',
    planFormat: '=32开',
    planPublishDate: 'empty',
    planPriceFen: 'zero',
    planPrintRun: 'zero',
    costFen: 'zero',
    unitCostFen: 'zero',
    discountBp: 'zero',
    royaltyBp: 'zero',
    payMode: '=royalty',
    breakEven: 'zero',
    isMajor: '=0',
    majorCategory: 'empty',
    recordNo: 'empty',
    translationRights: 'empty',
    status: '=draft',
    // The state before the manuscript was rejected or withdrawn.
    prevStatus: 'empty',
    stageSince: 'zero',
    sessionId: 'number?',
    submittedAt: 'number?',
    approvedAt: 'number?',
    voteFor: 'zero',
    voteAgainst: 'zero',
    voteAbstain: 'zero',
    opinion: 'empty',
  });
  await make.index('topicState', 'topic', ['delFlag', 'status', 'stageSince']);
  await make.index('topicArchive', 'topic', ['archiveId', 'status']);
  await make.index('topicDeclarer', 'topic', ['declarerId', 'status']);
  await make.uniqueLive('topic_no', 'topic', 'topic_no', `topic_no <> ''`);
  await make.create('topicSession', {
    ...BASE,
    sessionNo: 'empty',
    title: 'text',
    level: '=press',
    meetingTime: 'number?',
    place: 'empty',
    hostId: 'number',
    recorderId: 'number',
    absentees: 'empty',
    status: '=planning',
  });
  await make.index('topicSessionTime', 'topicSession', ['delFlag', 'status', 'meetingTime']);
  await make.link('sessionAttendee', { sessionId: 'number', userId: 'number', present: '=0' }, ['sessionId', 'userId']);
  await make.index('sessionAttendeeOf', 'sessionAttendee', ['userId', 'sessionId']);
  // The agenda keeps the result of each session, also when a deferred topic goes to a later one.
  await make.link(
    'sessionTopic',
    {
      sessionId: 'number',
      topicId: 'number',
      orderNum: 'zero',
      result: 'empty',
      opinion: 'empty',
      voteFor: 'zero',
      voteAgainst: 'zero',
      voteAbstain: 'zero',
    },
    ['sessionId', 'topicId'],
  );
  await make.index('sessionTopicOf', 'sessionTopic', ['topicId', 'sessionId']);
  await make.create('topicVote', {
    sessionId: 'number',
    topicId: 'number',
    userId: 'number',
    vote: 'text',
    reason: 'empty',
    createTime: 'number',
    updateTime: 'number',
  });
  await make.unique('topicVoteOnce', 'topicVote', ['sessionId', 'topicId', 'userId']);
  await make.create('minutes', {
    ...BASE,
    sessionId: 'number',
    fileNo: 'text',
    content: 'empty',
    status: '=draft',
    // Nothing is missing any more: the minutes wait for the signature.
    complete: '=0',
    signedBy: 'number?',
    signedAt: 'number?',
  });
  await make.unique('minutesOfSession', 'minutes', ['sessionId']);
  await make.create('template', {
    ...BASE,
    templateName: 'text',
    templateType: 'text',
    // JSON list of at most one stored file; empty for a template of the program.
    docFile: '=[]',
    variables: '=[]',
    isDefault: '=0',
    status: '=0',
  });
  await make.index('templateOfType', 'template', ['templateType', 'isDefault']);
}
