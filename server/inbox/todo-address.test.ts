import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTodos as listCall } from '../../contract/inbox/todo.ts';
import { badgeRows, type RandomRow } from '../../tests/support/badge-rows.ts';
import { APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { randomOf } from '../../tests/support/flow-tree.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sourcesFor } from './todo-source.service.ts';
import { listTodos } from './todo.service.ts';

let t: TestContext;
let flow: FlowFixture;
let user: CurrentUser;
let bearer: Bearer;
let rows: Readonly<Record<string, RandomRow>> = {};
/** The user of the to-do, and somebody else who asks. */
let [me, other] = [0, 0];
let made = 0;
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  [other = 0] = await flow.addUsers('other');
  me = await t.addUser({ userName: 'chief', roles: ['admin'] });
  bearer = await t.as('chief');
  user = { ...flow.person('other'), userId: me, accounts: new Set([me]), userName: 'chief', roles: new Set(['admin']) };
  rows = badgeRows(['other'], [other]);
});
afterAll(() => t.close());

const random = randomOf(7);
/** Adds a row and returns its id. */
async function add(table: string, values: Record<string, unknown>): Promise<number> {
  const now = Date.now();
  made += 1;
  const row = { createBy: 'other', createTime: now, updateTime: now, ...rows[table]?.(random, made), ...values };
  const { id } = await t.context.db
    .insertInto(table as 'notice')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const manuscript = (values: Record<string, unknown> = {}) =>
  add('manuscript', { archiveNo: `A${made}`, editorId: me, ownerId: other, status: 'editing', turn: 'none', turnUserId: null, ...values });
const work = (values: Record<string, unknown>) => add('publication', { proposedBy: null, submitBy: other, kind: 'book', ...values });
const released = (table: string) => add(table, { status: 'pending', submitBy: other });
const composed = async (status: string, stage = 'editing') =>
  add('composition', { archiveId: await manuscript({ status: stage }), typesetterId: me, status });
const proof = async (values: Record<string, unknown>) => add('proofread', { archiveId: await manuscript(), stage: 'two', ...values });
const session = (status: string) => add('topicSession', { status, hostId: other, recorderId: me });
const judged = () => add('contest', { status: 'judging', ownerId: me });

async function vote(): Promise<number> {
  const sessionId = await session('holding');
  await t.context.db.insertInto('sessionAttendee').values({ sessionId, userId: me, present: '1' }).execute();
  const topicId = await add('topic', { declarerId: other, status: 'scheduled' });
  await t.context.db.insertInto('sessionTopic').values({ sessionId, topicId }).execute();
  return sessionId;
}

async function flowTask(): Promise<number> {
  const nodes = [START, APPLY, taskNode('check', { who: byPerson(me) }, '审核'), END];
  const { procDefId } = await flow.deploy({ key: 'address', nodes, flows: ['s -> apply', 'apply -> check', 'check -> e'] });
  await flow.start('other', procDefId);
  const task = await t.context.db.selectFrom('flowTask').select('id').where('nodeKey', '=', 'check').executeTakeFirstOrThrow();
  return task.id;
}

async function correction(): Promise<number> {
  const archiveId = await manuscript({ status: 'published' });
  const id = await add('composition', { archiveId, typesetterId: me, status: 'released' });
  await add('proofMark', { archiveId, source: 'reader', fate: 'adopted', appliedVersion: null });
  return id;
}

async function refund(status: string): Promise<number> {
  const orderId = await add('order', { orderNo: `DD${status}`, userId: other, totalFen: 1, payFen: 1, requestId: status, requestHash: '' });
  return add('refund', { refundNo: `TK${status}`, orderId, paymentId: 1, kind: 'buyer', reason: '买错了', fen: 1, status, passedBy: other });
}

async function offline(): Promise<number> {
  const orderId = await add('order', { orderNo: 'DDoffline', userId: other, totalFen: 1, payFen: 1, requestId: 'offline', requestHash: '' });
  const row = { orderId, paymentNo: 'ZFoffline', channel: 'offline', amountFen: 1, requestId: 'offline', registeredBy: other, status: 'created' };
  return add('payment', row);
}

async function recall(): Promise<number> {
  const orderId = await add('order', {
    orderNo: 'DDrecall',
    userId: other,
    totalFen: 1,
    payFen: 1,
    requestId: 'recall',
    requestHash: '',
    status: 'paid',
  });
  const publishId = await add('publication', {
    publishNo: 'PRecall',
    kind: 'book',
    title: '渡口',
    authorsText: '何语',
    edition: 1,
    status: 'recalled',
  });
  const line = { orderId, targetId: publishId, title: '渡口', qty: 1, unitFen: 1, payFen: 1, vatBp: 900, openedAt: null, finishedAt: null };
  await t.context.db.insertInto('orderItem').values(line).execute();
  const row = { publishId, reason: '质量', recalledBy: other, confirmedBy: null, confirmedAt: null, notifiedAt: 1, doneAt: null, createTime: 1 };
  return (await t.context.db.insertInto('recall').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function invoice(status: string): Promise<number> {
  const sums = { amountFen: 100, netFen: 92, taxFen: 8 };
  const who = { userId: other, kind: 'normal', titleType: 'personal', title: '渡口中学', email: 'a@example.com' };
  const id = await add('invoice', { applyNo: `FP${status}`, ...who, ...sums, requestId: status, status });
  if (status === 'issued')
    await add('redInvoice', {
      applyNo: 'HC1',
      invoiceId: id,
      reason: '销货退回',
      fen: -100,
      netFen: -92,
      taxFen: -8,
      number: null,
      confirmState: 'none',
    });
  return id;
}

let days = 0;
async function difference(adoptBy: number | null): Promise<{ reconDayId: number; itemId: number }> {
  days += 1;
  const reconDayId = await add('reconDay', { day: `2026-01-${10 + days}`, channel: 'alipay' });
  const itemId = await add('reconItem', {
    reconDayId,
    channel: 'alipay',
    side: 'pay',
    kind: 'theirs_only',
    ourNo: 'ZF1',
    theirNo: 'T1',
    ourFen: null,
    theirFen: 1,
    open: '1',
    adoptBy,
    adoptReason: '付款人尚未查明',
  });
  return { reconDayId, itemId };
}

async function suspenseEnd(status: string): Promise<number> {
  const { itemId: reconItemId } = await difference(other);
  await add('suspenseEnd', {
    reconItemId,
    channel: 'alipay',
    kind: 'return',
    fen: 1,
    orderId: null,
    status,
    reason: '付款人来电',
    proposedBy: other,
  });
  return reconItemId;
}

const WORKS = '/publication/publicationList?open={id}';
const COMPOSITION = ['/press/composition?open={id}', '/press/composition/detail/{id}'] as const;
const TOPIC = ['/press/declarationForm?open={id}', '/press/topic/detail/{id}'] as const;
const PROTOCOL = ['/press/protocol?open={id}', '/press/protocol/detail/{id}'] as const;
const MINUTES = ['/press/topicsSession/minutes?open={id}', '/press/minutes/detail/{id}'] as const;

/** Each source: a row that waits, the address that opens it, and the request by which the page of that address reads it. */
const SOURCES: Readonly<Record<string, readonly [row: () => Promise<number>, address: string, request: string]>> = {
  flow: [flowTask, '/task/todo?open=flow:{id}', '/flowable/task/todoList?taskId={id}'],
  checking: [() => work({ status: 'checking' }), WORKS, '/cms/publish/{id}'],
  price: [() => work({ status: 'listed', proposedBy: other }), WORKS, '/cms/publish/{id}'],
  rejected: [() => work({ status: 'rejected', createBy: 'chief' }), WORKS, '/cms/publish/{id}'],
  draft: [() => work({ status: 'draft', kind: 'audio' }), '/publication/audio?open={id}', '/cms/publish/{id}'],
  apply: [
    () => add('applyForLog', { status: 'pending', userId: other }),
    '/structure/applyForLog?open={id}',
    '/structure/applyForLog/list?applyId={id}',
  ],
  realName: [
    () => add('realNameCheck', { userId: other, realName: '何语', idType: 'idCard', idCardNo: '', identityKey: '', fileId: null }),
    '/system/account?tab=realName&open={id}',
    '/system/account/realName/list?checkId={id}',
  ],
  refund: [() => refund('applied'), '/pay/order?tab=refund&open={id}', '/pay/refund/list?refundId={id}'],
  refundConfirm: [() => refund('approved'), '/pay/order?tab=refund&open={id}', '/pay/refund/list?refundId={id}'],
  recallConfirm: [recall, '/pay/order?tab=recall&open={id}', '/pay/recall/list?recallId={id}'],
  invoice: [() => invoice('applied'), '/pay/invoice?open={id}', '/pay/invoice/list?invoiceId={id}'],
  redInvoice: [() => invoice('issued'), '/pay/invoice?shown=redWaiting&open={id}', '/pay/invoice/list?invoiceId={id}'],
  offlineConfirm: [offline, '/pay/order?tab=offline&open={id}', '/pay/offline/list?paymentId={id}'],
  recon: [async () => (await difference(null)).reconDayId, '/pay/order?tab=recon&open={id}', '/pay/recon/list?reconDayId={id}'],
  reconConfirm: [
    async () => (await difference(other)).itemId,
    '/pay/order?tab=suspense&open={id}',
    '/pay/recon/item/list?shown=suspense&reconItemId={id}',
  ],
  suspenseConfirm: [() => suspenseEnd('proposed'), '/pay/order?tab=suspense&open={id}', '/pay/recon/item/list?shown=suspense&reconItemId={id}'],
  suspenseReturn: [() => suspenseEnd('returning'), '/pay/order?tab=suspense&open={id}', '/pay/recon/item/list?shown=suspense&reconItemId={id}'],
  withdrawAudit: [
    () => add('withdraw', { status: 'applied', userId: other, auditBy: null, payoutId: null }),
    '/earnings/withdraw?shown=applied&open={id}',
    '/earnings/withdraw/list?withdrawId={id}',
  ],
  withdrawPay: [
    () => add('withdraw', { status: 'approved', userId: other, auditBy: other, payoutId: null }),
    '/earnings/withdraw?shown=all&open={id}',
    '/earnings/withdraw/list?withdrawId={id}',
  ],
  earningDispute: [() => add('earning', { status: 'disputed', userId: other }), '/earnings/yield?tab=line&open={id}', '/earnings/yield/detail/{id}'],
  earningPublish: [
    () => add('settlement', { period: '2026-02', status: 'calculated', calculatedBy: other }),
    '/earnings/yield?tab=period&open={id}',
    '/earnings/settlement/list',
  ],
  earningBatch: [
    () =>
      add('earningBatch', {
        batchNo: `SG${made}`,
        kind: 'fee',
        period: '2026-02',
        importedBy: other,
        status: 'pending',
        fileName: '',
        fileHash: `h${made}`,
        rows: 1,
        fen: 1,
      }),
    '/earnings/yield?tab=batch&open={id}',
    '/earnings/batch/list?batchId={id}',
  ],
  spread: [
    () => add('spread', { code: `A${made}`, promoterId: other, publishId: null, rateBp: 900, createdBy: other, status: 'pending' }),
    '/pay/spread?open={id}',
    '/pay/spread/list?spreadId={id}',
  ],
  campaign: [
    () =>
      add('campaign', {
        name: '冬日',
        scope: 'works',
        ids: '[]',
        leastLines: 1,
        rateBp: 8000,
        from: 1,
        to: Date.now() + 1e9,
        submittedBy: other,
        createdBy: other,
        status: 'pending',
      }),
    '/pay/spread?tab=campaign&open={id}',
    '/pay/campaign/list?campaignId={id}',
  ],
  sitePage: [() => released('sitePage'), '/cms/page?open={id}', '/cms/page/{id}'],
  banner: [() => released('banner'), '/cms/banner?open={id}', '/cms/banner/{id}'],
  slogan: [() => released('slogan'), '/cms/comment/slogan?open={id}', '/cms/slogan/{id}'],
  information: [() => released('information'), '/cms/information?open={id}', '/cms/information/{id}'],
  accessBatch: [
    () => add('accessBatch', { publishId: 0, name: '秋季', count: 3, createdBy: other, status: 'draft' }),
    '/publication/accessCode?open={id}',
    '/textbook/accessBatch/{id}',
  ],
  exerciseSet: [() => released('exerciseSet'), '/publication/question?tab=set&open={id}', '/textbook/exerciseSet/{id}'],
  notice: [() => released('notice'), '/system/notice?open={id}', '/system/notice/{id}'],
  feedback: [() => add('feedback', { status: 'new', userId: other }), '/system/feedback?open={id}', '/system/feedback/{id}'],
  manuscript: [() => manuscript({ turn: 'editor', turnUserId: me }), '/cms/archive/detail/{id}', '/cms/archive/detail/{id}'],
  review: [
    async () => add('review', { archiveId: await manuscript(), level: 'two', auditorId: me, status: 'assigned' }),
    '/press/audit/two?open={id}',
    '/press/audit/detail/{id}',
  ],
  reviewAssign: [
    async () => add('review', { archiveId: await manuscript(), level: 'last', auditorId: null, status: 'pending' }),
    '/press/audit/last?open={id}',
    '/press/audit/detail/{id}',
  ],
  protocolDraft: [async () => add('protocol', { archiveId: await manuscript(), status: 'draft' }), ...PROTOCOL],
  protocolCheck: [async () => add('protocol', { archiveId: await manuscript(), status: 'checking' }), ...PROTOCOL],
  protocolSign: [async () => add('protocol', { archiveId: await manuscript(), status: 'wait_press' }), ...PROTOCOL],
  composition: [() => composed('sent'), ...COMPOSITION],
  compositionEditor: [() => composed('pending'), ...COMPOSITION],
  compositionRelease: [() => composed('final', 'ready'), ...COMPOSITION],
  correction: [correction, ...COMPOSITION],
  proofread: [() => proof({ proofreaderId: me, status: 'assigned' }), '/press/proofread/two?open={id}', '/press/proofread/detail/{id}'],
  proofAssign: [
    () => proof({ proofreaderId: null, status: 'pending', stage: 'one' }),
    '/press/proofread/one?open={id}',
    '/press/proofread/detail/{id}',
  ],
  proofCheck: [() => proof({ status: 'submitted', stage: 'read' }), '/press/proofread/three?open={id}', '/press/proofread/detail/{id}'],
  topicReview: [() => add('topic', { declarerId: other, status: 'submitted' }), ...TOPIC],
  topicRevise: [() => add('topic', { declarerId: me, status: 'revise' }), ...TOPIC],
  topicRecord: [() => add('topic', { declarerId: other, status: 'approved', isMajor: '1', recordNo: '' }), ...TOPIC],
  topicVote: [vote, '/press/topicsSession/session/{id}', '/press/session/detail/{id}'],
  minutesDraft: [async () => add('minutes', { sessionId: await session('minuting'), status: 'draft', complete: '0' }), ...MINUTES],
  minutesSign: [async () => add('minutes', { sessionId: await session('minuting'), status: 'draft', complete: '1' }), ...MINUTES],
  contestRound: [
    async () => add('contestRound', { contestId: await judged(), roundType: 2, status: 'scored' }),
    '/cms/contest/board/{contestId}?part=round2&open={id}',
    '/cms/contest/board/{contestId}',
  ],
  contestException: [
    async () => add('contestException', { contestId: await judged(), proposedBy: other, status: 'waiting' }),
    '/cms/contest/board/{contestId}?part=publicity&kind=exception&open={id}',
    '/cms/contest/exception/list?contestId={contestId}&pageNum=1&pageSize=100',
  ],
  contestObjection: [
    async () => add('contestObjection', { contestId: await judged(), userId: other, status: 'open' }),
    '/cms/contest/board/{contestId}?part=publicity&open={id}',
    '/cms/contest/objection/list?contestId={contestId}&pageNum=1&pageSize=100',
  ],
  journalSubmission: [
    async () => add('journalSubmission', { journalId: await journal(), ownerId: other, editorId: me, status: 'submitted', turn: 'editor' }),
    '/cms/journal/submission?open={id}',
    '/cms/journal/submission/detail/{id}',
  ],
  edition: [
    async () => {
      const publicationId = await work({ status: 'listed' });
      await add('editionChange', { publicationId, editionId: 1, proposedBy: other, status: 'waiting' });
      return publicationId;
    },
    WORKS,
    '/cms/publish/{id}',
  ],
};

const journal = () =>
  add('journal', { journalName: '灯塔学刊', abbr: 'DT', frequency: '季', columns: '[]', payPerThousandFen: 0, similarityLimit: 15 });

test('#35.3 the table has every source of the to-do', () => {
  expect(Object.keys(SOURCES).toSorted()).toEqual(
    sourcesFor(user)
      .map(({ key }) => key)
      .toSorted(),
  );
});

test.each(Object.entries(SOURCES))('#35.3 an item of %s has the address of its own row, and that row is read by its page', async (source, entry) => {
  const [row, address, request] = entry;
  const itemId = await row();
  const asked = listCall.query.parse({ pageNum: 1, pageSize: 500, source });
  const found = (await listTodos(t.context, user, asked)).rows.find((one) => one.itemId === itemId);
  const { contestId } = { contestId: 0, ...(source.startsWith('contest') ? await contestOf(source, itemId) : {}) };
  const filled = (text: string): string => text.replace('{id}', String(itemId)).replace('{contestId}', String(contestId));
  expect(found?.link).toBe(filled(address));
  const answer = await t.app.inject({ url: `/prod-api${filled(request)}`, headers: bearer });
  expect([request, answer.json<{ code: number }>().code]).toEqual([request, 200]);
  expect(ids(answer.json()), request).toContain(itemId);
});

const contestOf = (source: string, id: number) =>
  t.context.db
    .selectFrom(source as 'contestRound')
    .select('contestId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Every number of an answer in a property whose name ends in `Id`. */
function ids(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name.endsWith('Id') && typeof one === 'number' ? [one] : ids(one)));
}
