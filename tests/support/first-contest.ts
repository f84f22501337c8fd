import { DAY_MS } from '../../contract/clock.ts';
import type { TestContext } from './test-context.ts';

/** What the first reader has in contests: an entry with a file, a judge task for another entry, and a certificate. */
export interface FirstContest {
  readonly contestId: number;
  readonly submitId: number;
  readonly contestFileId: number;
  readonly judgedId: number;
  readonly judgedFileId: number;
  readonly certificateNo: string;
}

export async function addFirstContest({ context }: TestContext, userId: number, secret: string): Promise<FirstContest> {
  const { db, files } = context;
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const { id: contestId } = await db
    .insertInto('contest')
    .values({
      title: '公开的大赛',
      organizer: '社',
      ownerId: null,
      secondId: null,
      groups: '["公开组"]',
      submitStart: now - DAY_MS,
      submitEnd: now + DAY_MS,
      maxPerUser: 3,
      fileTypes: '["txt"]',
      fileMaxMb: 1,
      publicityEnd: null,
      status: 'collecting',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = async (owner: number, status: 'submitted' | 'in_review') =>
    (
      await db
        .insertInto('contestSubmit')
        .values({
          contestId,
          userId: owner,
          title: secret,
          intro: secret,
          groupName: '公开组',
          collegeId: null,
          finalScore: null,
          returnUntil: null,
          submittedAt: now,
          status,
          ...base,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const file = async (submitId: number, ownerId: number) => {
    const fileKey = `contests/${contestId}/${submitId}/first.txt`;
    await files.put(fileKey, Buffer.from(secret), 'text/plain');
    const row = {
      submitId,
      contestId,
      ownerId,
      fileName: `${secret}.txt`,
      fileKey,
      fileSize: 9,
      mime: 'text/plain',
      blindKey: fileKey,
      blindName: `${secret}.txt`,
    };
    return (
      await db
        .insertInto('contestFile')
        .values({ ...row, blindSize: 9, blindState: 'ready', ...base })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  };
  const submitId = await entry(userId, 'submitted');
  const judgedId = await entry(userId, 'in_review');
  const { id: roundId } = await db
    .insertInto('contestRound')
    .values({ contestId, roundType: 2, startTime: now - DAY_MS, endTime: now + DAY_MS, formLockedAt: now, closedAt: null, status: 'open', ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('judgeTask')
    .values({
      roundId,
      contestId,
      submitId: judgedId,
      judgeId: userId,
      comment: secret,
      total: null,
      submittedAt: null,
      replacedBy: null,
      remindedAt: now,
      ...base,
    })
    .execute();
  const certificateNo = 'ZS2026-0001-FRST01';
  await db
    .insertInto('contestCertificate')
    .values({
      certificateNo,
      contestId,
      submitId,
      userId,
      title: '公开的作品',
      authorsText: '获奖者',
      awardName: '一等奖',
      issuedAt: now,
      revokedAt: null,
    })
    .execute();
  await db
    .insertInto('contestObjection')
    .values({ contestId, submitId: null, userId, content: secret, handledBy: null, handledAt: null, ...base })
    .execute();
  return { contestId, submitId, judgedId, contestFileId: await file(submitId, userId), judgedFileId: await file(judgedId, userId), certificateNo };
}
