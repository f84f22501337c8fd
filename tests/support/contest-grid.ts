import type { ContestState } from '../../contract/contest/contest.machine.ts';
import type { SubmitState } from '../../contract/contest/contest-submit.machine.ts';
import { COMMENT, contestTown } from './contest-fixture.ts';
import type { Grid } from './endpoint-grid.ts';
import type { TestContext } from './test-context.ts';

const JUDGE = '欧阳评委';
const ENTRANT = '司徒选手';
const PHASES = {
  collecting: ['collecting', 'submitted'],
  judging: ['judging', 'in_review'],
  publicity: ['publicity', 'awarded'],
  finished: ['finished', 'awarded'],
} as const satisfies Readonly<Record<string, readonly [ContestState, SubmitState]>>;

/** States in which judges and winners are public. */
const OPEN = ['publicity', 'finished'];
const FACTS = { intro: '<p>介绍</p>', rules: '<p>规则</p>' };
const OF_CONTEST = { contestId: '1' };
const FINAL_ROUND = { roundType: 2 };
const INPUTS = {
  'POST /cms/contest': FACTS,
  'PUT /cms/contest': FACTS,
  'GET /cms/contest/round/list': OF_CONTEST,
  'GET /cms/contest/judge/list': OF_CONTEST,
  'GET /cms/contest/field/list': OF_CONTEST,
  'GET /cms/contest/judgeTask/getInfo': FINAL_ROUND,
  'GET /cms/contest/judgeTask/package': FINAL_ROUND,
  'GET /cms/contest/judgeTask/file/{fileId}': FINAL_ROUND,
  'GET /cms/contest/judgeTask/text/{fileId}': FINAL_ROUND,
  'PUT /cms/contest/judgeTask/save': FINAL_ROUND,
  'PUT /cms/contest/judgeTask/submit': FINAL_ROUND,
  'PUT /cms/contest/judgeTask/recuse': FINAL_ROUND,
};

/** A contest with one entry, its judge's task and an objection, and a viewer for every relation and role. */
export async function contestGrid(town: TestContext): Promise<Grid> {
  const { db } = town.context;
  const walk = await contestTown(town);
  const { ids, person } = walk;
  for (const name of ['entrant', 'otherEntrant', 'reader']) await person(name);
  await person('ops3', ['ops_admin']);
  await person('boss', ['admin']);
  const contestId = await walk.collecting();
  await walk.addJudges(contestId, ['judge', 'otherJudge']);
  // An organiser is the entrant, with a second account.
  await db
    .updateTable('user')
    .set({ identityKey: 'one person' })
    .where('id', 'in', [ids['entrant'] ?? 0, ids['ops3'] ?? 0])
    .execute();
  await db
    .updateTable('user')
    .set({ nickName: JUDGE, realName: JUDGE })
    .where('id', '=', ids['judge'] ?? 0)
    .execute();
  await db
    .updateTable('user')
    .set({ nickName: ENTRANT, realName: ENTRANT })
    .where('id', '=', ids['entrant'] ?? 0)
    .execute();
  const submitId = await walk.entry('entrant', contestId, { title: '一件译文' });
  const { id: fileId } = await db.selectFrom('contestFile').select('id').where('submitId', '=', submitId).executeTakeFirstOrThrow();
  const roundId = await walk.roundOf(contestId, 2);
  const base = { createTime: 1, updateTime: 1 };
  const { id: taskId } = await db
    .insertInto('judgeTask')
    .values({
      roundId,
      submitId,
      contestId,
      judgeId: ids['judge'] ?? 0,
      status: 'draft',
      comment: COMMENT,
      total: null,
      submittedAt: null,
      replacedBy: null,
      remindedAt: null,
      dueAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: objectionId } = await db
    .insertInto('contestObjection')
    .values({
      contestId,
      submitId,
      userId: ids['otherEntrant'] ?? 0,
      content: '这件译文与已出版的译本相同',
      handledBy: null,
      handledAt: null,
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: exceptionId } = await db
    .insertInto('contestException')
    .values({ contestId, kind: 'over_quota', reason: '两件并列', proposedBy: ids['ops'] ?? 0, decidedBy: null, decidedAt: null, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: conflictId } = await db
    .insertInto('contestConflict')
    .values({ contestId, userId: ids['otherJudge'] ?? 0, submitId, kind: 'instructor', createTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const phase = (status: ContestState, entry: SubmitState) => async (): Promise<void> => {
    await db.updateTable('contest').set({ status }).where('id', '=', contestId).execute();
    await db.updateTable('contestSubmit').set({ status: entry }).where('id', '=', submitId).execute();
    await db.updateTable('contestRound').set({ startTime: 1, endTime: 4_000_000_000_000, status: 'open' }).where('id', '=', roundId).execute();
  };
  return {
    viewers: {
      visitor: null,
      reader: await town.as('reader'),
      entrant: await town.as('entrant'),
      otherEntrant: await town.as('otherEntrant'),
      judge: await town.as('judge'),
      otherJudge: await town.as('otherJudge'),
      organiser: await town.as('ops'),
      second: await town.as('ops2'),
      secondAccount: await town.as('ops3'),
      admin: await town.as('boss'),
    },
    ids: {
      contestId,
      submitId,
      fileId,
      fileIds: fileId,
      roundId,
      taskId,
      objectionId,
      exceptionId,
      conflictId,
      id: contestId,
      ids: 999,
      certificateNo: 'none',
    },
    inputs: INPUTS,
    tables: [
      'contest',
      'contestRound',
      'contestJudge',
      'contestSubmit',
      'contestFile',
      'judgeTask',
      'contestObjection',
      'contestException',
      'contestConflict',
    ],
    hidden: [
      { from: ['reader', 'entrant', 'otherEntrant', 'secondAccount'], words: [JUDGE, COMMENT], openIn: OPEN },
      { from: ['judge', 'otherJudge'], words: [ENTRANT], openIn: OPEN },
    ],
    phases: Object.fromEntries(Object.entries(PHASES).map(([name, [status, entry]]) => [name, phase(status, entry)])),
  };
}
