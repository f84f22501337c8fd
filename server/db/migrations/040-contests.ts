import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Contests: rounds, entries with files, judges, tasks, results, conflicts, objections and certificates. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('contest', {
    ...BASE,
    title: 'text',
    theme: 'empty',
    cover: 'empty',
    organizer: 'text',
    coOrganizer: 'empty',
    ownerId: 'number?',
    secondId: 'number?',
    groups: '=[]',
    intro: 'empty',
    rules: 'empty',
    awardPlan: '=[]',
    submitStart: 'number?',
    submitEnd: 'number?',
    maxPerUser: 'zero',
    workKinds: '=[]',
    fileTypes: '=[]',
    fileMaxMb: 'zero',
    allowTeam: '=0',
    teamMax: 'zero',
    contact: 'empty',
    viewNum: 'zero',
    publicityEnd: 'number?',
    status: '=draft',
  });
  await make.index('contestStatus', 'contest', ['status', 'submitEnd']);
  await make.create('contestRound', {
    ...BASE,
    contestId: 'number',
    roundType: 'number',
    mode: '=score',
    startTime: 'number?',
    endTime: 'number?',
    judgesPerSubmit: 'zero',
    criteria: '=[]',
    blind: '=1',
    trim: '=1',
    seeOthers: '=never',
    seeAuthors: '=0',
    seeJudgeNames: '=0',
    calibrationIds: '=[]',
    formLockedAt: 'number?',
    passQuota: 'zero',
    passScore: 'zero',
    seed: 'zero',
    closedAt: 'number?',
    status: '=pending',
  });
  await make.uniqueLive('contest_round_type', 'contest_round', 'contest_id, round_type');
  await make.index('contestRoundStatus', 'contestRound', ['status', 'startTime']);
  await make.create('contestSubmit', {
    ...BASE,
    submitNo: 'empty',
    contestId: 'number',
    userId: 'number',
    groupName: 'empty',
    title: 'text',
    team: '=[]',
    instructor: 'empty',
    avoid: 'empty',
    collegeId: 'number?',
    intro: 'empty',
    promise: '=0',
    preliminaryPassed: '=0',
    finalScore: 'number?',
    rank: 'zero',
    awardName: 'empty',
    returnReason: 'empty',
    returnUntil: 'number?',
    submittedAt: 'number?',
    status: '=draft',
  });
  await make.index('contestSubmitOf', 'contestSubmit', ['contestId', 'status']);
  await make.index('contestSubmitUser', 'contestSubmit', ['userId', 'contestId']);
  await make.create('contestFile', {
    ...BASE,
    submitId: 'number',
    contestId: 'number',
    ownerId: 'number',
    fileName: 'text',
    fileKey: 'text',
    fileSize: 'number',
    mime: 'text',
    sha256: 'empty',
    // The copy for judges: waiting, ready, found (names remain in its text), failed.
    blindKey: 'empty',
    blindName: 'empty',
    blindSize: 'zero',
    blindState: '=waiting',
    findings: '=[]',
  });
  await make.index('contestFileOf', 'contestFile', ['submitId']);
  await make.index('contestFileBlind', 'contestFile', ['blindState']);
  await make.create('contestJudge', {
    ...BASE,
    contestId: 'number',
    userId: 'number',
    roundTypes: '=[]',
    groups: '=[]',
    intro: 'empty',
    status: '=0',
  });
  await make.uniqueLive('contest_judge_user', 'contest_judge', 'contest_id, user_id');
  await make.index('contestJudgeOfUser', 'contestJudge', ['userId']);
  await make.create('judgeTask', {
    ...BASE,
    roundId: 'number',
    contestId: 'number',
    submitId: 'number',
    judgeId: 'number',
    calibration: '=0',
    // Position in the list of this judge, and the number in the name that the judge sees.
    orderNum: 'zero',
    result: 'empty',
    items: '=[]',
    total: 'number?',
    comment: 'empty',
    submittedAt: 'number?',
    recuseReason: 'empty',
    replacedBy: 'number?',
    remindedAt: 'number?',
    status: '=todo',
  });
  await make.uniqueLive('judge_task_once', 'judge_task', 'round_id, submit_id, judge_id, calibration');
  await make.index('judgeTaskOf', 'judgeTask', ['judgeId', 'status']);
  await make.index('judgeTaskRound', 'judgeTask', ['roundId', 'status']);
  await make.index('judgeTaskSubmit', 'judgeTask', ['submitId', 'roundId']);
  await make.link(
    'contestResult',
    {
      roundId: 'number',
      submitId: 'number',
      contestId: 'number',
      groupName: 'empty',
      score: 'number?',
      untrimmed: 'zero',
      heaviest: 'zero',
      judges: 'zero',
      trimmed: 'zero',
      passes: 'zero',
      fails: 'zero',
      spread: 'zero',
      rank: 'zero',
      outcome: 'empty',
      discussed: '=0',
    },
    ['roundId', 'submitId'],
  );
  await make.index('contestResultRank', 'contestResult', ['roundId', 'groupName', 'rank']);
  await make.create('contestConflict', {
    contestId: 'number',
    userId: 'number',
    submitId: 'number',
    kind: 'text',
    note: 'empty',
    computed: '=1',
    createTime: 'number',
  });
  await make.unique('contestConflictOnce', 'contestConflict', ['contestId', 'userId', 'submitId', 'kind']);
  await make.index('contestConflictSubmit', 'contestConflict', ['submitId']);
  await make.create('contestDiscussion', {
    contestId: 'number',
    roundId: 'number',
    submitIds: '=[]',
    letIn: '=[]',
    minutes: 'text',
    userId: 'number',
    at: 'number',
  });
  await make.index('contestDiscussionOf', 'contestDiscussion', ['contestId', 'roundId']);
  await make.create('contestObjection', {
    ...BASE,
    contestId: 'number',
    submitId: 'number?',
    userId: 'number',
    content: 'text',
    contact: 'empty',
    status: '=open',
    reply: 'empty',
    handledBy: 'number?',
    handledAt: 'number?',
  });
  await make.index('contestObjectionOf', 'contestObjection', ['contestId', 'status']);
  await make.index('contestObjectionUser', 'contestObjection', ['userId']);
  await make.create('contestCertificate', {
    certificateNo: 'text',
    contestId: 'number',
    submitId: 'number',
    userId: 'number',
    title: 'text',
    authorsText: 'text',
    awardName: 'text',
    issuedAt: 'number',
    revokedAt: 'number?',
    revokedReason: 'empty',
  });
  await make.unique('contestCertificateNo', 'contestCertificate', ['certificateNo']);
  await make.index('contestCertificateOf', 'contestCertificate', ['contestId', 'submitId']);
  await make.link('requestKey', { userId: 'number', keyHash: 'text', answer: 'text', at: 'number' }, ['userId', 'keyHash']);
  await make.index('requestKeyAt', 'requestKey', ['at']);
}
