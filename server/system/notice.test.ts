import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { failed } from '../http/app-error.ts';
import { addEffect } from '../state-machine/effects.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
const who: Record<string, Bearer> = {};

beforeAll(async () => {
  t = await testContext();
  const edit = ['list', 'query', 'add', 'edit', 'remove'].map((action) => `system:notice:${action}`);
  await t.addUser({ userName: 'root', roles: ['admin'] });
  await t.addUser({ userName: 'writer', roles: ['ops_admin'], permissions: edit });
  await t.addUser({ userName: 'auditor', roles: ['works_admin'], permissions: ['system:notice:list', 'cms:content:audit'] });
  await t.addUser({ userName: 'both', permissions: [...edit, 'cms:content:audit'] });
  await t.addUser({ userName: 'adder', permissions: ['system:notice:add'] });
  await t.addUser({ userName: 'reader' });
  await t.addUser({ userName: 'clerk', permissions: ['list', 'edit', 'remove'].map((action) => `system:feedback:${action}`) });
  for (const name of ['root', 'writer', 'auditor', 'both', 'adder', 'reader', 'clerk']) who[name] = await t.as(name);
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- answers of many calls
type Answer = any;

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = 'writer'): Promise<Answer> {
  const answer = await t.app.inject({ method, url: `/prod-api/system${path}`, headers: who[as] ?? {}, ...(body ? { payload: body } : {}) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const draft = (noticeTitle: string, more: object = {}) => ({ noticeTitle, noticeType: '2', noticeContent: '<p>正文</p>', ...more });
const stateOf = async (id: number) => (await ask('GET', `/notice/${id}`)).data.state;

test('SM24 writes, submits, approves by another user, publishes, takes down and republishes a notice, and records each step', async () => {
  const { noticeId } = (await ask('POST', '/notice', draft('开馆'))).data;
  const sendEvent = (event: string, as: string, note = '') => ask('PUT', `/notice/${event}/${noticeId}`, { note }, as);
  expect(await stateOf(noticeId)).toBe('draft');
  expect(await sendEvent('approve', 'auditor')).toEqual({ code: 22401, msg: '公告《开馆》当前状态为「草稿」，不能审核通过' });
  expect((await sendEvent('submit', 'auditor')).code).toBe(403);
  expect((await sendEvent('submit', 'writer')).code).toBe(200);
  expect((await sendEvent('approve', 'writer')).code).toBe(403);
  expect(await sendEvent('reject', 'auditor')).toMatchObject({ code: 400, msg: '请填写退回的原因' });
  expect((await sendEvent('reject', 'auditor', '标题再具体些')).code).toBe(200);
  await sendEvent('submit', 'both');
  expect(await sendEvent('approve', 'both')).toEqual({ code: 22402, msg: '不能审核本人发布的内容' });
  expect((await sendEvent('approve', 'auditor')).code).toBe(200);
  expect(await stateOf(noticeId)).toBe('published');
  await sendEvent('offline', 'writer');
  await sendEvent('publish', 'writer');
  expect(await stateOf(noticeId)).toBe('published');
  const flow = await t.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'note'])
    .where('entityType', '=', 'notice')
    .orderBy('id')
    .execute();
  expect(flow.map((row) => row.event)).toEqual(['submit', 'reject', 'submit', 'approve', 'offline', 'publish']);
  expect(flow[1]).toMatchObject({ fromStatus: 'pending', toStatus: 'draft', note: '标题再具体些' });
});

test('SM24 a user who may add but not edit submits a new notice with its form', async () => {
  const added = await ask('POST', '/notice', draft('新增即提交', { status: '0' }), 'adder');
  expect([added.code, await stateOf(added.data.noticeId)]).toEqual([200, 'pending']);
  expect((await ask('PUT', `/notice/offline/${added.data.noticeId}`, {}, 'adder')).code).toBe(403);
});

test('an effect of another area runs in the transaction of the event, and its error undoes the event', async () => {
  const { noticeId } = (await ask('POST', '/notice', draft('受影响'))).data;
  const seen: string[] = [];
  const remove = addEffect({
    entity: 'notice',
    run: async ({ entityId, from, to }) => {
      seen.push(`${entityId} ${from} ${to}`);
      if (seen.length === 1) throw failed('下游不能处理');
    },
  });
  expect(await ask('PUT', `/notice/submit/${noticeId}`)).toMatchObject({ code: 500, msg: '下游不能处理' });
  expect(await stateOf(noticeId)).toBe('draft');
  expect((await ask('PUT', `/notice/submit/${noticeId}`)).code).toBe(200);
  remove();
  expect(seen).toEqual([`${noticeId} draft pending`, `${noticeId} draft pending`]);
});

test('SM24 a future publish time schedules a notice, and the clock publishes and expires it', async () => {
  const at = (ms: number) => new Date(Date.now() + ms + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');
  const { noticeId } = (await ask('POST', '/notice', draft('定时', { publishTime: at(3_600_000), expireTime: at(7_200_000) }))).data;
  await ask('PUT', `/notice/submit/${noticeId}`);
  await ask('PUT', `/notice/approve/${noticeId}`, {}, 'auditor');
  expect(await stateOf(noticeId)).toBe('scheduled');
  const seen = async () => (await ask('GET', '/notice/queryNotice', undefined, 'nobody')).rows.map((row: Answer) => row.noticeTitle);
  expect(await seen()).not.toContain('定时');
  const set = (change: object) => t.context.db.updateTable('notice').set(change).where('id', '=', noticeId).execute();
  await set({ publishTime: Date.now() - 1000 });
  expect(await stateOf(noticeId)).toBe('published');
  expect(await seen()).toContain('定时');
  expect((await ask('GET', '/notice/list?state=published')).rows.map((row: Answer) => row.noticeTitle)).toContain('定时');
  await set({ expireTime: Date.now() - 1 });
  expect(await stateOf(noticeId)).toBe('offline');
  expect(await seen()).not.toContain('定时');
  await ask('PUT', `/notice/publish/${noticeId}`);
  expect(await stateOf(noticeId)).toBe('published');
});

test('accepts the status 0 and 1 of compatible clients: 0 requests release, 1 takes the notice down, and the same value is read back', async () => {
  const added = (await ask('POST', '/notice', draft('家族', { status: '0', noticeId: null, createBy: null }))).data;
  expect(added).toMatchObject({ status: '0', state: 'pending', isRead: false });
  await ask('PUT', `/notice/approve/${added.noticeId}`, {}, 'auditor');
  const closed = (await ask('PUT', '/notice', { ...draft('家族'), noticeId: added.noticeId, status: '1' }, 'both')).data;
  expect(closed).toMatchObject({ status: '1', state: 'offline' });
  expect((await ask('PUT', '/notice', { ...draft('家族'), noticeId: added.noticeId, status: '0' })).data).toMatchObject({
    status: '0',
    state: 'published',
  });
  await t.context.db
    .insertInto('config')
    .values({ configName: 'x', configKey: 'cms.content.audit', configValue: 'false', createTime: 1, updateTime: 1 })
    .execute();
  expect((await ask('POST', '/notice', draft('不审', { status: '0' }))).data).toMatchObject({ status: '0', state: 'published' });
  await t.context.db.deleteFrom('config').where('configKey', '=', 'cms.content.audit').execute();
});

test('requires approval again when an approved notice is changed', async () => {
  const [row] = (await ask('GET', '/notice/list?noticeTitle=开馆')).rows;
  expect((await ask('PUT', '/notice', { ...row, noticeContent: '<p>换成别的</p>' })).data.state).toBe('pending');
  await ask('PUT', `/notice/approve/${row.noticeId}`, {}, 'auditor');
});

test('SM24 requires approval before publishing when an offline notice was changed', async () => {
  const { noticeId } = (await ask('POST', '/notice', draft('换稿', { status: '0' }))).data;
  await ask('PUT', `/notice/approve/${noticeId}`, {}, 'auditor');
  await ask('PUT', `/notice/offline/${noticeId}`);
  const down = (await ask('GET', `/notice/${noticeId}`)).data;
  const changed = (await ask('PUT', '/notice', { ...down, noticeContent: '<p>没人看过的</p>' })).data;
  expect(changed).toMatchObject({ status: '1', state: 'draft' });
  expect(await ask('PUT', `/notice/publish/${noticeId}`)).toMatchObject({ code: 22401 });
  expect((await ask('PUT', `/notice/submit/${noticeId}`)).code).toBe(200);
  await ask('PUT', `/notice/approve/${noticeId}`, {}, 'auditor');
  await ask('PUT', `/notice/offline/${noticeId}`);
  const again = (await ask('GET', `/notice/${noticeId}`)).data;
  expect((await ask('PUT', '/notice', { ...again, remark: '只改备注', status: '0' })).data).toMatchObject({ state: 'published' });
  await ask('PUT', `/notice/offline/${noticeId}`);
  const last = (await ask('GET', `/notice/${noticeId}`)).data;
  expect((await ask('PUT', '/notice', { ...last, noticeContent: '<p>也没人看过</p>', status: '0' })).data).toMatchObject({
    status: '0',
    state: 'pending',
  });
  expect((await ask('GET', `/notice/getInfo/${noticeId}`, undefined, 'nobody')).code).toBe(404);
});

test('SM24 requires approval again when a notice approved for staff is opened to everybody', async () => {
  const { noticeId } = (await ask('POST', '/notice', draft('只在内部', { audience: 'staff', status: '0' }))).data;
  await ask('PUT', `/notice/approve/${noticeId}`, {}, 'auditor');
  const up = (await ask('GET', `/notice/${noticeId}`)).data;
  expect((await ask('PUT', '/notice', { ...up, audience: 'all' })).data).toMatchObject({ state: 'pending' });
  expect((await ask('GET', `/notice/getInfo/${noticeId}`, undefined, 'nobody')).code).toBe(404);
  await ask('PUT', `/notice/approve/${noticeId}`, {}, 'auditor');
  expect((await ask('GET', `/notice/getInfo/${noticeId}`, undefined, 'nobody')).code).toBe(200);
  const open = (await ask('GET', `/notice/${noticeId}`)).data;
  expect((await ask('PUT', '/notice', { ...open, audience: 'staff' })).data).toMatchObject({ state: 'published' });
});

test('SM24 rejects approval by the writer and by a reviewer who read an older version', async () => {
  const { noticeId } = (await ask('POST', '/notice', draft('两个人', { status: '0' }))).data;
  const read = (await ask('GET', `/notice/${noticeId}`, undefined, 'both')).data;
  const changed = (await ask('PUT', '/notice', { ...read, noticeContent: '<p>换过的</p>' }, 'both')).data;
  expect(changed.state).toBe('pending');
  expect((await ask('PUT', `/notice/approve/${noticeId}`, { version: read.version }, 'auditor')).code).toBe(409);
  expect((await ask('PUT', `/notice/approve/${noticeId}`, { version: changed.version }, 'auditor')).code).toBe(200);
  const up = (await ask('GET', `/notice/${noticeId}`, undefined, 'both')).data;
  expect((await ask('PUT', '/notice', { ...up, noticeContent: '<p>上线后再换</p>' }, 'both')).data.state).toBe('pending');
  expect(await ask('PUT', `/notice/approve/${noticeId}`, {}, 'both')).toMatchObject({ code: 22402 });
});

test('SM24 a user who changes a pending notice becomes its submitter and cannot approve it', async () => {
  const { noticeId } = (await ask('POST', '/notice', draft('四只眼睛', { status: '0' }))).data;
  const { data } = await ask('GET', `/notice/${noticeId}`, undefined, 'both');
  expect((await ask('PUT', '/notice', { ...data, noticeContent: '<p>审的人改了</p>' }, 'both')).code).toBe(200);
  expect(await ask('PUT', `/notice/approve/${noticeId}`, {}, 'both')).toMatchObject({ code: 22402, msg: '不能审核本人发布的内容' });
});

const TAGS = ['img', 'svg', 'video', 'audio', 'details', 'input', 'object', 'embed', 'math', 'iframe', 'link', 'base', 'meta', 'p', 'a', 'xss'];
const TRICKS = [
  'src=x onerror=x()',
  'href="java&#115;cript:x()"',
  'open ontoggle=x()',
  "data='data:text/html,<script>x()</script>'",
  'onfocus=x() autofocus tabindex=1',
  'style="behavior:url(x)"',
  'src="data:text/html;base64,PHNjcmlwdD4="',
  'http-equiv=refresh content="0;url=javascript:x()"',
];
const RUNS = /<(script|iframe|style|form|svg|math|object|embed|link|base|meta|input|xss)[\s/>]|\son\w+\s*=|javascript:|style=|data:text/i;

test('A12 removes scripts from a notice, whatever is sent', async () => {
  const payloads = [
    '<script>window.__x=1</script>',
    '<img src=x onerror="window.__x=1">',
    '<svg/onload=window.__x=1>',
    '<a href="javascript:window.__x=1">点</a>',
    '<iframe srcdoc="<script>1</script>"></iframe>',
    '<p style="background:url(javascript:1)">x</p>',
    '<math><mtext><style><img src=x onerror=1></style></mtext></math>',
    '<form action=//evil><button>x</button></form>',
    ...TAGS.flatMap((tag) => TRICKS.map((trick) => `<${tag} ${trick}>x</${tag}>`)),
  ];
  expect(payloads.length).toBeGreaterThan(120);
  for (const payload of payloads) {
    const { data } = await ask('POST', '/notice', draft('脚本', { noticeContent: `<p>好</p>${payload}` }));
    expect([payload, data.noticeContent]).toEqual([payload, expect.not.stringMatching(RUNS)]);
    expect(data.noticeContent).toContain('<p>好</p>');
  }
  expect((await ask('POST', '/notice', draft('<script>1</script>'))).code).toBe(400);
});

test('readers see the notices of their audience and mark them as read, and staff see who has read them', async () => {
  const make = async (title: string, audience: string) => {
    const { noticeId } = (await ask('POST', '/notice', draft(title, { audience, status: '0' }))).data;
    await ask('PUT', `/notice/approve/${noticeId}`, {}, 'auditor');
    return noticeId as number;
  };
  const staff = await make('只给员工', 'staff');
  const everybody = await make('给大家', 'all');
  const top = await ask('GET', '/notice/listTop', undefined, 'reader');
  expect(top.data.length).toBeLessThanOrEqual(5);
  expect(top.data.map((row: Answer) => row.noticeId)).toContain(everybody);
  expect(top.data.map((row: Answer) => row.noticeId)).not.toContain(staff);
  expect((await ask('GET', '/notice/listTop', undefined, 'auditor')).data.map((row: Answer) => row.noticeId)).toContain(staff);
  expect((await ask('GET', `/notice/${staff}`, undefined, 'reader')).code).toBe(404);
  expect((await ask('GET', `/notice/getInfo/${staff}`, undefined, 'nobody')).code).toBe(404);
  for (let index = 0; index < 2; index += 1)
    expect((await ask('POST', `/notice/markRead?noticeId=${everybody}`, undefined, 'reader')).code).toBe(200);
  await ask('POST', `/notice/markReadAll?ids=${everybody},${staff}`, undefined, 'reader');
  expect((await ask('GET', '/notice/listTop', undefined, 'reader')).unreadCount).toBe(top.unreadCount - 1);
  const read = await ask('GET', `/notice/readUsers/list?noticeId=${everybody}&searchValue=READ`);
  expect(read).toMatchObject({ code: 200, msg: '查询成功', total: 1, rows: [{ userName: 'reader', deptName: '', phonenumber: '' }] });
  expect((await ask('GET', `/notice/readUsers/list?noticeId=${staff}`)).total).toBe(0);
});

test('SM23 handles, answers, reopens once and closes feedback, and rejects steps by other users', async () => {
  expect(await ask('POST', '/feedback', { type: 'bug', content: '打不开' }, 'reader')).toMatchObject({ code: 400, msg: '反馈内容至少5个字' });
  expect((await ask('POST', '/feedback', { type: 'bug', content: '第三章打不开了' }, 'reader')).code).toBe(200);
  expect((await ask('POST', '/feedback', { type: 'suggest', content: '希望有夜间模式', contact: 'a@b.c' }, 'nobody')).code).toBe(200);
  const [guest, row] = (await ask('GET', '/feedback/list', undefined, 'clerk')).rows;
  expect([guest.userName, row.userName, row.status]).toEqual(['', 'reader', 'new']);
  const sendEvent = (event: string, as: string, text = '') => ask('PUT', `/feedback/${event}/${row.feedbackId}`, { text }, as);
  expect((await sendEvent('handle', 'reader')).code).toBe(403);
  expect(await sendEvent('reply', 'clerk', '已经修好了')).toEqual({ code: 22301, msg: '意见反馈当前状态为「待处理」，不能回复' });
  expect((await sendEvent('handle', 'clerk')).code).toBe(200);
  expect(await sendEvent('reply', 'clerk', '好')).toMatchObject({ msg: '回复至少5个字' });
  expect((await sendEvent('reply', 'clerk', '已经修好了，请再试')).code).toBe(200);
  expect((await t.context.db.selectFrom('message').selectAll().execute())[0]).toMatchObject({ title: '您的意见反馈有了回复' });
  expect((await sendEvent('reopen', 'clerk')).code).toBe(404);
  expect((await sendEvent('reopen', 'reader')).code).toBe(200);
  await sendEvent('reply', 'clerk', '这次真的修好了');
  expect(await sendEvent('reopen', 'reader')).toMatchObject({ msg: '每条反馈只能再次反馈一次，请重新提交一条' });
  expect((await sendEvent('close', 'reader')).code).toBe(200);
  expect((await ask('GET', '/feedback/mine', undefined, 'reader')).rows).toMatchObject([{ status: 'closed' }]);
  expect((await ask('PUT', `/feedback/ignore/${guest.feedbackId}`, { text: '重复' }, 'clerk')).code).toBe(200);
  for (let index = 0; index < 4; index += 1) await ask('POST', '/feedback', { type: 'bug', content: '一遍又一遍地说' }, 'reader');
  expect((await ask('POST', '/feedback', { type: 'bug', content: '一遍又一遍地说' }, 'reader')).code).toBe(429);
});

test('SM23 closes feedback that is not reopened within 15 days of the reply', async () => {
  const { rows } = await ask('GET', '/feedback/list?status=new', undefined, 'clerk');
  const id = rows[0].feedbackId;
  await t.context.db
    .updateTable('feedback')
    .set({ status: 'replied', replyTime: Date.now() - 16 * DAY_MS })
    .where('id', '=', id)
    .execute();
  expect((await ask('GET', `/feedback/${id}`, undefined, 'clerk')).data.status).toBe('closed');
  expect((await ask('GET', '/feedback/list?status=closed', undefined, 'clerk')).rows.map((row: Answer) => row.feedbackId)).toContain(id);
});

test('regions: derives level and parent from the code, keeps a region in use, and lists children by level', async () => {
  const add = (areaCode: string, areaName: string) => ask('POST', '/area', { areaCode, areaName }, 'root');
  expect(await add('320100', '江城市')).toMatchObject({ code: 500, msg: '上级地区 320000 还没有，请先新增上级地区' });
  expect((await add('320000', '江省')).data).toMatchObject({ level: 1, parentCode: '' });
  expect((await add('320100', '江城市')).data).toMatchObject({ level: 2, parentCode: '320000' });
  expect((await add('320102', '河区')).data).toMatchObject({ level: 3, parentCode: '320100' });
  expect((await add('329001', '直管县')).data).toMatchObject({ level: 3, parentCode: '320000' });
  expect((await add('32010', 'x')).code).toBe(400);
  const children = async (code: string) =>
    (await ask('GET', `/area/children?parentCode=${code}`, undefined, 'reader')).data.map((row: Answer) => [row.areaName, row.leaf]);
  expect(await children('')).toEqual([['江省', false]]);
  expect(await children('320000')).toEqual([
    ['江城市', false],
    ['直管县', true],
  ]);
  const [top] = (await ask('GET', '/area/list?areaCode=320000', undefined, 'root')).rows;
  expect(await ask('DELETE', `/area/${top.areaId}`, undefined, 'root')).toEqual({ code: 601, msg: '存在下级地区,不允许删除' });
});

test('shows problems to everybody by category and order; A15 rejects a mode with a role its writer cannot grant', async () => {
  const add = (question: string, more: object = {}) =>
    ask('POST', '/problem', { category: '账号', question, answer: '<p>这样做</p>', ...more }, 'root');
  await add('二', { orderNum: 2 });
  await add('一', { orderNum: 1 });
  await add('停', { status: '1' });
  expect((await add('空', { answer: '<p> </p>' })).msg).toBe('请填写回答');
  expect((await ask('GET', '/problem/queryProblem', undefined, 'nobody')).data.map((row: Answer) => row.question)).toEqual(['一', '二']);
  const admin = (await t.context.db.selectFrom('role').select('id').where('roleKey', '=', 'admin').executeTakeFirstOrThrow()).id;
  expect(await ask('POST', '/usermode', { modeKey: 'boss', modeName: '老板', defaultRoleIds: [admin] }, 'root')).toMatchObject({ code: 500 });
  const made = await ask(
    'POST',
    '/usermode',
    { modeKey: 'author', modeName: '作者', requiredMaterials: [{ label: '样章', accept: 'docx', maxMb: 10 }] },
    'root',
  );
  expect(made.data).toMatchObject({ needAudit: '1', requiredMaterials: [{ label: '样章', accept: 'docx', maxMb: 10 }], defaultRoleIds: [] });
});
