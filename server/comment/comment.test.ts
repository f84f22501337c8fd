import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import type { CommentThread } from '../../contract/comment/comment.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

const NOW = Date.parse('2026-06-01T08:00:00+08:00');
const MINUTE = 60_000;
let t: TestContext;
let workId: number;
const bearers = new Map<string, Bearer>();

type Answer = { code: number; msg: string; data: never };
async function call(who: string | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> {
  const headers = who ? bearers.get(who) : undefined;
  const answer = await t.app.inject({ method, url: `/prod-api${url}`, ...(headers ? { headers } : {}), ...(payload ? { payload } : {}) });
  return answer.json();
}
const write = async (
  who: string,
  content: string,
  more: object = {},
): Promise<Omit<Answer, 'data'> & { data: { commentId: number; status: string } }> => {
  vi.setSystemTime(Date.now() + MINUTE);
  return (await call(who, 'POST', '/cms/comment', { targetType: 'publication', targetId: workId, content, ...more })) as never;
};
const list = async (who: string | null = null, query = ''): Promise<{ rows: CommentThread[]; total: number; next: string | null }> =>
  (await call(who, 'GET', `/cms/comment/queryComment?targetType=publication&targetId=${workId}${query}`)).data;
const inbox = async (who: string): Promise<string[]> =>
  ((await call(who, 'GET', '/info/message/mine')).data as unknown as { rows: { title: string }[] }).rows.map(({ title }) => title);

beforeAll(async () => {
  t = await testContext();
  const audit = [
    'cms:comment:list',
    'cms:comment:audit',
    'cms:comment:remove',
    'cms:penalty:add',
    'cms:penalty:edit',
    'cms:penalty:list',
    'cms:sensitiveWord:add',
    'cms:sensitiveWord:list',
  ];
  for (const userName of ['mod1', 'mod2']) await t.addUser({ userName, roles: ['ops_admin'], permissions: audit });
  for (let n = 1; n <= 9; n += 1) await t.addUser({ userName: `reader${n}` });
  await t.addUser({ userName: 'author1', roles: ['author'] });
  workId = (
    await t.context.db
      .insertInto('publication')
      .values({
        publishNo: '1',
        kind: 'book',
        title: '桥上的灯',
        authorsText: '何语',
        edition: 1,
        isFree: '1',
        salePriceFen: 0,
        status: 'listed',
        createTime: 0,
        updateTime: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
/** Moves the clock, and signs everybody in again: a session of the tests lasts one hour. */
async function later(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  for (const name of ['mod1', 'mod2', 'author1', ...Array.from({ length: 9 }, (_, at) => `reader${at + 1}`)]) bearers.set(name, await t.as(name));
}
beforeEach(() => later(DAY_MS / 24));
afterEach(async () => {
  await t.context.db.deleteFrom('sensitiveWord').execute();
});
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});

test('#31 a comment and its replies are shown in two levels, and the answered reader is told', async () => {
  const first = await write('reader1', '灯的意象贯穿全书。');
  const reply = await write('reader2', '第三章尤其明显。', { parentId: first.data.commentId });
  await write('reader3', '同意楼上。', { parentId: reply.data.commentId });
  const { rows, total } = await list();
  expect(total).toBe(3);
  expect(rows[0]).toMatchObject({ content: '灯的意象贯穿全书。', replyNum: 2, mine: false });
  expect(rows[0]?.replies.map(({ content, replyTo }) => [content, replyTo])).toEqual([
    ['第三章尤其明显。', ''],
    ['同意楼上。', 'reader2'],
  ]);
  expect(await inbox('reader1')).toEqual(['reader2回复了您在「桥上的灯」下的评论']);
  expect(await inbox('reader2')).toEqual(['reader3回复了您在「桥上的灯」下的评论']);
});

test('a removed comment keeps its place while it has replies, without text and writer', async () => {
  const root = await write('reader4', '这条会被删除。');
  await write('reader5', '留下的回复。', { parentId: root.data.commentId });
  expect((await call('reader5', 'DELETE', `/cms/comment/mine/${root.data.commentId}`)).code).toBe(404);
  expect((await call('reader4', 'DELETE', `/cms/comment/mine/${root.data.commentId}`)).code).toBe(200);
  const found = (await list()).rows.find(({ commentId }) => commentId === root.data.commentId);
  expect(found).toMatchObject({ status: 'deleted', content: '', nickName: '', userId: 0 });
  expect(found?.replies.map(({ content }) => content)).toEqual(['留下的回复。']);
});

test('pages by a cursor, so that new comments do not move the rows that follow; the useful order is by likes', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 25; n += 1) ids.push((await write(`reader${(n % 9) + 1}`, `第${n}条`)).data.commentId);
  await call('reader1', 'POST', `/cms/comment/like/${ids[3]}`, { like: true });
  await call('reader2', 'POST', `/cms/comment/like/${ids[3]}`, { like: true });
  await call('reader2', 'POST', `/cms/comment/like/${ids[3]}`, { like: true });
  const first = await list();
  await write('reader1', '插入的一条');
  const second = await list(null, `&cursor=${first.next}`);
  const seen = [...first.rows, ...second.rows].map(({ commentId }) => commentId);
  expect(new Set(seen).size).toBe(seen.length);
  expect(ids).toHaveLength(25);
  expect(ids.every((id) => seen.includes(id))).toBe(true);
  const useful = await list('reader1', '&sort=useful');
  expect(useful.rows[0]).toMatchObject({ commentId: ids[3], likeNum: 2, liked: true });
  const rest = await list('reader1', `&sort=useful&cursor=${useful.next}`);
  expect(rest.rows.some(({ commentId }) => useful.rows.some((one) => one.commentId === commentId))).toBe(false);
});

test('SM19 21902 a word of list A is refused, a word of list B waits for a moderator, also in another spelling', async () => {
  for (const [word, kind] of [
    ['霜羽庐', 'A'],
    ['墨岚笙', 'B'],
  ])
    await t.context.db
      .insertInto('sensitiveWord')
      .values({ word: word ?? '', list: kind as 'A', createTime: Date.now(), updateTime: Date.now() })
      .execute();
  expect(await write('reader1', '这里有霜 羽.庐吗')).toMatchObject({ code: 21902, msg: '内容包含违规信息' });
  const held = await write('reader1', '墨*岚*笙写得好');
  expect(held.data.status).toBe('pending');
  expect((await list('reader2')).rows.some(({ commentId }) => commentId === held.data.commentId)).toBe(false);
  const own = (await call('reader1', 'GET', `/cms/comment/mine?targetType=publication&targetId=${workId}`)).data as unknown as {
    commentId: number;
  }[];
  expect(own.map(({ commentId }) => commentId)).toContain(held.data.commentId);
  const before = (await list()).total;
  expect((await call('mod1', 'PUT', `/cms/comment/pass/${held.data.commentId}`)).code).toBe(200);
  expect((await list()).total).toBe(before + 1);
  expect((await inbox('reader1'))[0]).toBe('评论已通过审核');
});

test('more than five comments in a minute are refused, and nothing is stored', async () => {
  const send = (n: number) => call('reader6', 'POST', '/cms/comment', { targetType: 'publication', targetId: workId, content: `很快的${n}` });
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1) codes.push((await send(n)).code);
  expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
});

test('SM19 21903 five reporters fold a comment; reporters who were mostly wrong do not', async () => {
  const reportBy = async (who: string, id: number) => call(who, 'POST', `/cms/comment/report/${id}`, { reason: 'abuse', detail: '' });
  const { data } = await write('reader9', '会被举报的评论');
  expect((await reportBy('reader9', data.commentId)).code).toBe(500);
  for (let n = 1; n <= 5; n += 1) expect((await reportBy(`reader${n}`, data.commentId)).code).toBe(200);
  expect(await reportBy('reader1', data.commentId)).toMatchObject({ code: 21903, msg: '您已举报过' });
  const stateOf = async (id: number) =>
    (await t.context.db.selectFrom('comment').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  expect(await stateOf(data.commentId)).toBe('folded');
  // The moderator restores it: all five were wrong, so their next five reports do not fold.
  await call('mod1', 'PUT', `/cms/comment/pass/${data.commentId}`);
  const other = await write('reader9', '又被同一批人举报');
  for (let n = 1; n <= 5; n += 1) await reportBy(`reader${n}`, other.data.commentId);
  expect(await stateOf(other.data.commentId)).toBe('visible');
});

test('#43.13 reports of a kind that a moderator has refused do not fold the comment again; others do, and an edited text', async () => {
  const { data } = await write('reader9', '被轮番举报的评论');
  const id = data.commentId;
  // Reporters whose earlier reports count neither for nor against them.
  for (let n = 11; n <= 30; n += 1) {
    await t.addUser({ userName: `witness${n}` });
    bearers.set(`witness${n}`, await t.as(`witness${n}`));
  }
  const report = async (from: number, to: number, reason: string): Promise<void> => {
    for (let n = from; n <= to; n += 1)
      expect((await call(`witness${n}`, 'POST', `/cms/comment/report/${id}`, { reason, detail: '' })).code).toBe(200);
  };
  const state = async () => (await t.context.db.selectFrom('comment').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  await report(11, 15, 'spoiler');
  expect(await state()).toBe('folded');
  expect((await call('mod1', 'PUT', `/cms/comment/pass/${id}`)).code).toBe(200);
  await t.context.db.deleteFrom('commentReport').where('commentId', '!=', id).execute();
  await report(16, 20, 'spoiler');
  expect(await state()).toBe('visible');
  // Five of another kind; the earlier refusals of the same people would lower their weight, so these are others.
  await report(21, 25, 'abuse');
  expect(await state()).toBe('folded');
  expect((await call('mod1', 'PUT', `/cms/comment/pass/${id}`)).code).toBe(200);
  vi.setSystemTime(Date.now() + MINUTE);
  expect((await call('reader9', 'PUT', `/cms/comment/mine/${id}`, { content: '改成了别的内容', spoiler: false })).code).toBe(200);
  await report(26, 30, 'spoiler');
  expect(await state()).toBe('folded');
});

test('#43.13 who turns over the decision of a moderator gives a reason, and the record shows both', async () => {
  const { data } = await write('reader5', '先驳回后通过的评论');
  const pass = `/cms/comment/pass/${data.commentId}`;
  await call('mod1', 'PUT', `/cms/comment/reject/${data.commentId}`, { reason: '与作品无关' });
  const told = await call('mod2', 'PUT', pass);
  expect(told).toMatchObject({ code: 400, msg: '这一条已由mod1驳回，改变决定请填写理由，会留在审核记录里' });
  expect((await call('reader5', 'POST', `/cms/comment/appeal/${data.commentId}`, { reason: '说的是第五章的内容' })).code).toBe(200);
  const queue = (await call('mod2', 'GET', '/cms/moderation/queue?status=appealed')).data as unknown as {
    rows: { id: number; record: string; passOverturns: boolean }[];
  };
  const item = queue.rows.find(({ id }) => id === data.commentId);
  expect(item?.passOverturns).toBe(true);
  expect(item?.record.split('\n').map((line) => line.slice(17))).toEqual(['mod1 驳回：与作品无关', 'reader5 申诉：说的是第五章的内容']);
  const judge = `/cms/moderation/judge/comment/${data.commentId}`;
  expect((await call('mod2', 'PUT', judge, { event: 'pass' })).code).toBe(400);
  expect((await call('mod2', 'PUT', judge, { event: 'pass', reason: '确实在谈作品' })).code).toBe(200);
  // Removing what was passed is a decision too.
  const remove = `/cms/comment/remove/${data.commentId}`;
  expect(await call('mod1', 'PUT', remove)).toMatchObject({ code: 400, msg: '这一条已由mod2通过，改变决定请填写理由，会留在审核记录里' });
  expect((await call('mod1', 'PUT', remove, { reason: '作者要求撤下' })).code).toBe(200);
  const shown = (await call('mod1', 'GET', `/cms/comment/${data.commentId}`)).data as unknown as { record: string };
  expect(shown.record).toContain('mod2 通过：确实在谈作品');
  expect(shown.record).toContain('mod1 移除：作者要求撤下');
});

test('#43.13 the queue gives the place of a listed word as it is written', async () => {
  await t.context.db.insertInto('sensitiveWord').values({ word: '澜琥蔷', list: 'B', createTime: Date.now(), updateTime: Date.now() }).execute();
  const content = '这里的澜<br>琥1蔷很好，澜琥蔷';
  const { data } = await write('reader4', content);
  expect(data.status).toBe('pending');
  const { rows } = (await call('mod1', 'GET', '/cms/moderation/queue?status=pending')).data as unknown as {
    rows: { id: number; content: string; words: string[]; marks: { start: number; end: number }[] }[];
  };
  const item = rows.find(({ id }) => id === data.commentId);
  expect(item?.words).toEqual(['澜琥蔷']);
  expect(item?.marks.map(({ start, end }) => item.content.slice(start, end))).toEqual(['澜<br>琥1蔷', '澜琥蔷']);
});

test('a rejected writer appeals once within seven days, and another moderator decides', async () => {
  const { data } = await write('reader7', '会被驳回的评论');
  const url = `/cms/comment/appeal/${data.commentId}`;
  expect((await call('mod1', 'PUT', `/cms/comment/reject/${data.commentId}`, { reason: '' })).msg).toBe('请填写驳回的理由，作者会看到');
  expect((await call('mod1', 'PUT', `/cms/comment/reject/${data.commentId}`, { reason: '与作品无关' })).code).toBe(200);
  expect((await call('reader8', 'POST', url, { reason: '不是我的评论' })).code).toBe(404);
  expect((await call('reader7', 'POST', url, { reason: '说的是第五章的内容' })).code).toBe(200);
  expect(await call('mod1', 'PUT', `/cms/comment/pass/${data.commentId}`)).toMatchObject({ code: 21905 });
  expect((await call('mod2', 'PUT', `/cms/comment/reject/${data.commentId}`, { reason: '维持原来的决定' })).code).toBe(200);
  expect((await call('reader7', 'POST', url, { reason: '再申诉一次可以吗' })).msg).toBe('每条内容只能申诉一次');
  const late = await write('reader7', '第二条会被驳回的');
  await call('mod1', 'PUT', `/cms/comment/reject/${late.data.commentId}`, { reason: '广告' });
  await later(8 * DAY_MS);
  expect((await call('reader7', 'POST', `/cms/comment/appeal/${late.data.commentId}`, { reason: '现在才看到通知' })).msg).toBe('驳回7天后不能再申诉');
});

test('a claimed text is locked for other moderators, and a rejection can punish the writer', async () => {
  await t.context.db.insertInto('sensitiveWord').values({ word: '烛鲸珀', list: 'B', createTime: Date.now(), updateTime: Date.now() }).execute();
  const { data } = await write('reader8', '烛鲸珀是什么');
  const queue = async (who: string) =>
    (await call(who, 'GET', '/cms/moderation/queue?status=pending')).data as unknown as {
      rows: { id: number; words: string[]; claimedBy: string; claimedByMe: boolean }[];
      counts: { pending: number };
    };
  const waiting = await queue('mod1');
  expect(waiting.rows.length).toBe(waiting.counts.pending);
  expect(waiting.rows.find(({ id }) => id === data.commentId)?.words).toEqual(['烛鲸珀']);
  expect((await call('mod1', 'PUT', `/cms/moderation/claim/comment/${data.commentId}`)).code).toBe(200);
  expect((await call('mod2', 'PUT', `/cms/moderation/claim/comment/${data.commentId}`)).code).toBe(500);
  expect((await call('mod2', 'PUT', `/cms/moderation/judge/comment/${data.commentId}`, { event: 'pass' })).msg).toBe(
    '另一位同事正在审核这一条，请处理别的内容',
  );
  expect((await queue('mod2')).rows.find(({ id }) => id === data.commentId)).toMatchObject({ claimedBy: 'mod1', claimedByMe: false });
  const judged = await call('mod1', 'PUT', `/cms/moderation/judge/comment/${data.commentId}`, {
    event: 'reject',
    reason: '反复发布无关内容',
    penalty: { kind: 'noComment', days: 3 },
  });
  expect(judged.code).toBe(200);
  const refused = await write('reader8', '还能发吗');
  expect(refused.code).toBe(21904);
  expect(refused.msg).toMatch(/^您被禁止评论至2026-\d\d-\d\d \d\d:\d\d，理由：反复发布无关内容$/);
  const penaltyId = (await t.context.db.selectFrom('penalty').select('id').executeTakeFirstOrThrow()).id;
  expect((await call('mod2', 'PUT', `/cms/penalty/lift/${penaltyId}`)).code).toBe(200);
  expect((await write('reader8', '现在可以了')).code).toBe(200);
});

test('#43.7 who may not judge a text can neither claim, nor decide, nor remove it', async () => {
  const { db } = t.context;
  await db.insertInto('sensitiveWord').values({ word: '烛鲸珀', list: 'B', createTime: Date.now(), updateTime: Date.now() }).execute();
  const idOf = async (userName: string) => (await db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id;
  const steps = async (who: string, commentId: number): Promise<string[]> => [
    (await call(who, 'PUT', `/cms/moderation/claim/comment/${commentId}`)).msg,
    (await call(who, 'PUT', `/cms/moderation/judge/comment/${commentId}`, { event: 'pass' })).msg,
    (await call(who, 'PUT', `/cms/comment/remove/${commentId}`, { reason: '无关内容' })).msg,
  ];
  const claimed = async (commentId: number) =>
    await db.selectFrom('comment').select(['claimedBy', 'status']).where('id', '=', commentId).executeTakeFirstOrThrow();
  const waiting = { claimedBy: null, status: 'pending' };
  const own = (await write('mod1', '烛鲸珀，我写的')).data.commentId;
  const OWN = '不能审核本人发布的内容';
  expect(await steps('mod1', own)).toEqual([OWN, OWN, OWN]);
  // The second account of the same person.
  for (const who of ['reader7', 'mod2'])
    await db.updateTable('user').set({ identityKey: '110101199003070011' }).where('userName', '=', who).execute();
  const second = (await write('reader7', '烛鲸珀，另一个账号')).data.commentId;
  expect(await steps('mod2', second)).toEqual([OWN, OWN, OWN]);
  const reported = (await write('reader6', '烛鲸珀，举报我')).data.commentId;
  await db
    .insertInto('commentReport')
    .values({ commentId: reported, userId: await idOf('mod1'), reason: 'ad', createTime: Date.now() } as never)
    .execute();
  expect(new Set(await steps('mod1', reported))).toEqual(new Set(['这一条是您举报的，请由另一位同事审核']));
  // The second account of the reporter.
  const setPerson = (identityKey: string) => db.updateTable('user').set({ identityKey }).where('userName', 'in', ['mod1', 'mod2']).execute();
  await setPerson('reporter');
  expect(new Set(await steps('mod2', reported))).toEqual(new Set(['这一条是您举报的，请由另一位同事审核']));
  await setPerson('');
  for (const id of [own, second, reported]) expect(await claimed(id)).toEqual(waiting);
  expect((await call('mod2', 'PUT', `/cms/moderation/claim/comment/${own}`)).code).toBe(200);
  expect((await call('mod2', 'PUT', `/cms/moderation/judge/comment/${own}`, { event: 'pass' })).code).toBe(200);
  await db.updateTable('user').set({ identityKey: '' }).execute();
});

test('a batch names what was left out and why', async () => {
  const one = await write('reader1', '批量一');
  const two = await write('reader2', '批量二');
  await call('mod1', 'PUT', `/cms/comment/remove/${two.data.commentId}`);
  const outcome = (await call('mod1', 'PUT', `/cms/comment/reject/${one.data.commentId},${two.data.commentId},999999`, { reason: '与主题无关' }))
    .data as unknown as { done: number[]; skipped: { id: number; reason: string }[] };
  expect(outcome.done).toEqual([one.data.commentId]);
  expect(outcome.skipped).toEqual([
    { id: two.data.commentId, reason: '评论当前状态为「已删除」，不能驳回' },
    { id: 999_999, reason: '评论不存在或已被删除，请刷新后重试' },
  ]);
});

test('#11 an author posts a note, readers like and answer it, and others cannot post', async () => {
  const note = { title: '写在第二版之前', content: '第二版补上了两封信，谢谢来信的读者。', images: [] };
  expect((await call('reader1', 'POST', '/cms/message', note)).msg).toBe('作者才能发表留言，您可以在个人中心申请成为作者');
  const made = (await call('author1', 'POST', '/cms/message', note)).data as unknown as { messageId: number };
  await call('reader1', 'POST', `/cms/message/like/${made.messageId}`, { like: true });
  vi.setSystemTime(Date.now() + MINUTE);
  await call('reader2', 'POST', '/cms/comment', { targetType: 'message', targetId: made.messageId, content: '期待第二版' });
  const { rows } = (await call('reader1', 'GET', '/cms/message/queryMessage')) as unknown as { rows: object[] };
  expect(rows[0]).toMatchObject({ title: '写在第二版之前', likeNum: 1, replyNum: 1, liked: true, mine: false });
  expect((await inbox('author1'))[0]).toBe('reader2评论了「写在第二版之前」');
  expect((await call('reader1', 'PUT', `/cms/message/mine/${made.messageId}`, note)).code).toBe(404);
  expect((await call('author1', 'DELETE', `/cms/message/mine/${made.messageId}`)).code).toBe(200);
  expect(((await call('reader1', 'GET', '/cms/message/queryMessage')) as unknown as { total: number }).total).toBe(0);
});
