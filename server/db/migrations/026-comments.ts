import type { Kysely } from 'kysely';
import { BASE, tables, type Columns } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

const MODERATED: Columns = {
  status: 'text',
  rejectReason: 'empty',
  auditBy: 'empty',
  auditTime: 'number?',
  auditUserId: 'number?',
  appealReason: 'empty',
  stateTime: 'number',
  claimedBy: 'number?',
  claimedUntil: 'zero',
};

/** Comments, notes of authors, and what their moderation needs. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('comment', {
    ...BASE,
    ...MODERATED,
    targetType: 'text',
    targetId: 'number',
    rootId: 'number?',
    parentId: 'number?',
    userId: 'number',
    replyUserId: 'number?',
    content: 'text',
    previousContent: 'empty',
    spoiler: '=0',
    score: 'number?',
    likeNum: 'zero',
    replyNum: 'zero',
    reportNum: 'zero',
    ip: 'empty',
  });
  await make.index('commentOfTarget', 'comment', ['targetType', 'targetId', 'rootId', 'status', 'id']);
  await make.index('commentByUse', 'comment', ['targetType', 'targetId', 'rootId', 'status', 'likeNum', 'id']);
  await make.index('commentReplies', 'comment', ['rootId', 'id']);
  await make.index('commentOfUser', 'comment', ['userId', 'id']);
  await make.index('commentState', 'comment', ['status', 'stateTime']);
  await make.create('authorMessage', {
    ...BASE,
    ...MODERATED,
    authorId: 'number',
    title: 'empty',
    content: 'text',
    previousContent: 'empty',
    images: '=[]',
    topFlag: '=0',
    likeNum: 'zero',
    replyNum: 'zero',
  });
  await make.index('authorMessageList', 'authorMessage', ['status', 'topFlag', 'createTime']);
  await make.index('authorMessageOfUser', 'authorMessage', ['authorId', 'id']);
  await make.link('contentLike', { kind: 'text', targetId: 'number', userId: 'number', createTime: 'number' }, ['kind', 'targetId', 'userId']);
  await make.create('commentReport', {
    commentId: 'number',
    userId: 'number',
    reason: 'text',
    detail: 'empty',
    result: '=open',
    createTime: 'number',
  });
  await make.unique('commentReportOnce', 'commentReport', ['commentId', 'userId']);
  await make.index('commentReportOfUser', 'commentReport', ['userId', 'result']);
  await make.create('penalty', {
    ...BASE,
    userId: 'number',
    kind: 'text',
    fromTime: 'number',
    toTime: 'number',
    reason: 'text',
    liftedBy: 'empty',
    liftedTime: 'number?',
  });
  await make.index('penaltyOfUser', 'penalty', ['userId', 'toTime']);
  await make.create('sensitiveWord', { ...BASE, word: 'text', list: 'text', match: '=variants', status: '=0' });
}
