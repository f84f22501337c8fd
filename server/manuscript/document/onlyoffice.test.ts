import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documentServer, tokenOf, type DocumentServer, type Message } from '../../../tests/support/document-server.ts';
import { inserted, makeDocx, paragraph, run } from '../../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { verifyJwt } from '../../document/json-web-token.ts';
import { documentPolicy } from '../../http/headers.ts';
import { docxText } from '../../document/docx-text.ts';
import { addVersion } from '../version/manuscript-version.service.ts';

let office: DocumentServer;
let town: TestContext;
let staff: PressStaff;
let archiveId: number;
const FIRST = paragraph(run('桥上的灯亮了。'));
beforeAll(async () => {
  office = await documentServer();
  town = await testContext({ documentReview: 'onlyoffice', onlyoffice: { url: office.url, secret: office.secret } });
  staff = await pressStaff(town);
});
afterAll(async () => {
  await town.close();
  await office.close();
});
beforeEach(async () => {
  archiveId = await staff.submitted();
  await addDocx(FIRST);
  await staff.put(archiveId, { status: 'editing', editorId: staff.ids.editor, turn: 'editor', turnUserId: staff.ids.editor });
});

async function addDocx(...body: string[]): Promise<void> {
  const bytes = await makeDocx(body);
  const currentUser = { userId: staff.ids.author, userName: 'author', nickName: 'author' } as never;
  await addVersion(town.context, currentUser, archiveId, { type: 'docx', bytes, text: await docxText(bytes), source: 'author', note: '' });
}
const open = async (who: StaffName, kind = 'open') => (await staff.ask(who, 'GET', `/doc/${kind}/${archiveId}`)).data.onlyoffice;
const send = async ({ url, headers, payload }: Message) => {
  const answer = await town.app.inject({ method: 'POST', url, headers, payload });
  return [answer.statusCode, answer.json<{ error: number }>().error];
};
const versions = async (): Promise<number> =>
  ((await staff.ask('editor', 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)).data as unknown[]).length;
const DONE = [200, 0];
const REFUSED = [403, 1];

test('opens a document with a signed configuration in the mode of the person', async () => {
  const { script, config } = await open('editor');
  expect(script).toBe(`${office.url}/web-apps/apps/api/documents/api.js`);
  const { token, ...rest } = config;
  expect(verifyJwt(office.secret, token)).toMatchObject(rest);
  expect(config.document.permissions).toMatchObject({ edit: true, review: true });
  expect(config.editorConfig.user).toEqual({ id: String(staff.ids.editor), name: `editor（${staff.ids.editor}）` });
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  expect((await open('editor2', 'audit')).config.document.permissions).toMatchObject({ edit: false, review: true });
  const viewer = (await open('section')).config;
  expect(viewer.editorConfig).toMatchObject({ mode: 'view' });
  expect(viewer.editorConfig.callbackUrl).toBeUndefined();
});

test('only a request with the signature of the document server downloads the file', async () => {
  const { config } = await open('editor');
  const { pathname, search } = new URL(config.document.url);
  const get = (headers: Record<string, string>) => town.app.inject({ url: pathname + search, headers });
  expect((await get({})).statusCode).toBe(403);
  expect((await get({ authorization: `Bearer ${tokenOf('another secret of somebody', {})}` })).statusCode).toBe(403);
  const file = await get({ authorization: `Bearer ${tokenOf(office.secret, { payload: { url: config.document.url } })}` });
  expect(await docxText(file.rawPayload)).toBe('桥上的灯亮了。');
  expect((await town.app.inject({ url: `${pathname}?token=x`, headers: { authorization: `Bearer ${tokenOf(office.secret, {})}` } })).statusCode).toBe(
    403,
  );
});

test('a save during the session keeps its key; the save at its end follows it, and the next session has another key', async () => {
  const { config } = await open('editor');
  const users = [String(staff.ids.editor)];
  expect(await send(office.message(config, { status: 1, users }))).toEqual(DONE);
  const url = office.offer(await makeDocx([paragraph(run('桥上的两盏灯亮了。'))]));
  expect(await send(office.message(config, { status: 6, url, users }))).toEqual(DONE);
  expect(await versions()).toBe(2);
  expect((await open('editor')).config.document.key).toBe(config.document.key);
  const end = office.offer(await makeDocx([paragraph(run('桥上的三盏灯亮了。'))]));
  expect(await send(office.message(config, { status: 4 }))).toEqual(DONE);
  expect(await send(office.message(config, { status: 2, url: end, users }))).toEqual(DONE);
  expect(await versions()).toBe(3);
  expect((await open('editor')).config.document.key).not.toBe(config.document.key);
});

test.each([3, 7])('after a failed save (status %i) the file that it offers is stored', async (status) => {
  const { config } = await open('editor');
  const url = office.offer(await makeDocx([paragraph(run(`存下来的文字${status}。`))]));
  expect(await send(office.message(config, { status, url, users: [String(staff.ids.editor)] }))).toEqual(DONE);
  expect(await versions()).toBe(2);
});

test('a reviewer saves marks there; what is not marked is kept beside the versions', async () => {
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  const { config } = await open('editor2', 'audit');
  const users = [String(staff.ids.editor2)];
  const silent = office.offer(await makeDocx([paragraph(run('桥上的两盏灯亮了。'))]));
  expect(await send(office.message(config, { status: 6, url: silent, users }))).toEqual(DONE);
  expect(await versions()).toBe(1);
  const kept = (await staff.ask('editor2', 'GET', `/doc/beside/list?archiveId=${archiveId}`)).data as { fileName: string }[];
  expect(kept[0]?.fileName).toMatch(/^未采用 /);
  const me = `editor2（${staff.ids.editor2}）`;
  const marked = office.offer(await makeDocx([paragraph(run('桥上的'), inserted(me, run('两盏')), run('灯亮了。'))]));
  expect(await send(office.message(config, { status: 2, url: marked, users }))).toEqual(DONE);
  expect(await versions()).toBe(2);
});

test('a document that was uploaded elsewhere meanwhile is not overwritten', async () => {
  const { config } = await open('editor');
  await addDocx(paragraph(run('另一个人的版本。')));
  const url = office.offer(await makeDocx([paragraph(run('会话里的版本。'))]));
  expect(await send(office.message(config, { status: 2, url, users: [String(staff.ids.editor)] }))).toEqual(DONE);
  expect(await versions()).toBe(2);
  expect((await staff.ask('editor', 'GET', `/doc/beside/list?archiveId=${archiveId}`)).data).toHaveLength(1);
});

const beside = async (who: StaffName): Promise<string[]> =>
  ((await staff.ask(who, 'GET', `/doc/beside/list?archiveId=${archiveId}`)).data as { fileName: string }[]).map(({ fileName }) => fileName);
const messagesOf = (who: StaffName) =>
  town.context.db.selectFrom('message').select(['title', 'content', 'link']).where('userId', '=', staff.ids[who]).orderBy('id', 'desc').execute();
const newest = () =>
  town.context.db
    .selectFrom('manuscriptVersion')
    .selectAll()
    .where('archiveId', '=', archiveId)
    .orderBy('versionNo', 'desc')
    .executeTakeFirstOrThrow();
const idsOf = (...names: StaffName[]) => names.map((name) => String(staff.ids[name]));

test('a save is attributed to those named in it who may change the manuscript, and the record says who lost the right', async () => {
  const { config } = await open('editor');
  // The section editor, named last, only reads.
  const first = office.offer(await makeDocx([paragraph(run('两个人的文字。'))]));
  expect(await send(office.message(config, { status: 6, url: first, users: idsOf('editor', 'section') }))).toEqual(DONE);
  expect(await newest()).toMatchObject({ versionNo: 2, changedBy: staff.ids.editor, note: '协作编辑：1人，另有1人在保存前失去了修改权' });
  const log = await town.context.db.selectFrom('operLog').select('jsonResult').where('title', '=', '协作编辑').executeTakeFirstOrThrow();
  expect(JSON.parse(log.jsonResult)).toMatchObject({ versionNo: 2, people: [`editor（${staff.ids.editor}）`], lostRight: [staff.ids.section] });
  // The editor has lost the right, and the other person never had it.
  await staff.put(archiveId, { status: 'composing', editorId: staff.ids.editor2, turn: 'typesetter', turnUserId: staff.ids.typesetter });
  const late = office.offer(await makeDocx([paragraph(run('失去权利以后的文字。'))]));
  expect(await send(office.message(config, { status: 2, url: late, users: idsOf('section', 'editor') }))).toEqual(DONE);
  expect(await versions()).toBe(2);
  expect(await beside('editor')).toEqual([expect.stringMatching(/^未采用 /)]);
  const [told] = await messagesOf('editor');
  expect(told).toMatchObject({ title: '《桥上的灯》的一份修改没有成为新版本', link: `/pageoffice?archiveId=${archiveId}` });
  expect(told?.content).toContain('您已没有修改这份稿子的权限');
});

test('what one of the people of a save may not do, none may: unmarked changes beside a reviewer are kept apart', async () => {
  await staff.put(archiveId, { status: 'assigned', turn: 'reviewer', turnUserId: staff.ids.editor2 });
  const { config } = await open('editor');
  await open('editor2');
  const silent = office.offer(await makeDocx([paragraph(run('桥上的两盏灯亮了。'))]));
  expect(await send(office.message(config, { status: 6, url: silent, users: idsOf('editor2', 'editor') }))).toEqual(DONE);
  expect(await versions()).toBe(1);
  expect(await beside('editor')).toHaveLength(1);
  const [me, other] = [`editor（${staff.ids.editor}）`, `editor2（${staff.ids.editor2}）`];
  const marked = office.offer(await makeDocx([paragraph(run('桥上的'), inserted(me, run('两盏')), run('灯亮了。'), inserted(other, run('真亮。')))]));
  expect(await send(office.message(config, { status: 6, url: marked, users: idsOf('editor2', 'editor') }))).toEqual(DONE);
  expect(await newest()).toMatchObject({ versionNo: 2, changedBy: staff.ids.editor, note: '协作编辑：2人' });
});

test('a file that cannot be read never becomes a version; its owner reads where it is', async () => {
  const { config } = await open('editor');
  const url = office.offer(Buffer.from('504b0304 broken', 'utf8'));
  expect(await send(office.message(config, { status: 2, url, users: idsOf('editor') }))).toEqual(DONE);
  expect(await versions()).toBe(1);
  expect(await beside('editor')).toHaveLength(1);
  expect((await messagesOf('editor'))[0]?.content).toMatch(/^文件不完整或已损坏.*“另存的稿子”/);
});

test('the same save twice is one version, also at the same moment, at the end of the session and after it', async () => {
  const { config } = await open('editor');
  const users = idsOf('editor');
  const bytes = await makeDocx([paragraph(run('同一份文字。'))]);
  const message = office.message(config, { status: 6, url: office.offer(bytes), users });
  expect(await Promise.all([send(message), send(message)])).toEqual([DONE, DONE]);
  expect(await send(office.message(config, { status: 2, url: office.offer(bytes), users }))).toEqual(DONE);
  expect(await send(message)).toEqual(DONE);
  expect(await versions()).toBe(2);
  expect(await beside('editor')).toEqual([]);
});

test('an earlier save that arrives or is replayed after a later one never becomes the newest version', async () => {
  const { config } = await open('editor');
  const users = idsOf('editor');
  const first = office.message(config, { status: 6, url: office.offer(await makeDocx([paragraph(run('先写的。'))])), users });
  expect(await send(first)).toEqual(DONE);
  const delayed = office.message(config, { status: 6, url: office.offer(await makeDocx([paragraph(run('路上耽搁的。'))])), users }, {}, -60);
  expect(await send(office.message(config, { status: 6, url: office.offer(await makeDocx([paragraph(run('后写的。'))])), users }))).toEqual(DONE);
  expect(await send(first)).toEqual(DONE);
  expect(await versions()).toBe(3);
  expect(await send(delayed)).toEqual(DONE);
  expect(await versions()).toBe(3);
  expect(await beside('editor')).toEqual([expect.stringMatching(/^冲突 /)]);
});

test('a save of an older session after a newer one began is kept beside the versions, and the newer session goes on', async () => {
  const older = (await open('editor')).config;
  await addDocx(paragraph(run('另一个人的版本。')));
  const newer = (await open('editor')).config;
  expect(newer.document.key).not.toBe(older.document.key);
  const users = idsOf('editor');
  expect(await send(office.message(older, { status: 2, url: office.offer(await makeDocx([paragraph(run('旧会话。'))])), users }))).toEqual(DONE);
  expect(await versions()).toBe(2);
  expect(await beside('editor')).toEqual([expect.stringMatching(/^冲突 /)]);
  expect(await send(office.message(newer, { status: 6, url: office.offer(await makeDocx([paragraph(run('新会话。'))])), users }))).toEqual(DONE);
  expect(await versions()).toBe(3);
});

test('the last text of a person whose account was stopped goes to the editor of the manuscript', async () => {
  await staff.put(archiveId, { status: 'audit_one', turn: 'reviewer', turnUserId: staff.ids.proof1 });
  const { config } = await open('proof1', 'audit');
  await town.context.db.updateTable('user').set({ status: '1' }).where('id', '=', staff.ids.proof1).execute();
  const url = office.offer(await makeDocx([paragraph(run('停用以前写的。'))]));
  expect(await send(office.message(config, { status: 2, url, users: idsOf('proof1') }))).toEqual(DONE);
  expect(await versions()).toBe(1);
  expect(await beside('editor')).toHaveLength(1);
});

test('refuses forged messages: no token, another secret, no algorithm, another key, changed body, foreign address', async () => {
  const { config } = await open('editor');
  const users = [String(staff.ids.editor)];
  const url = office.offer(await makeDocx([paragraph(run('伪造的文字。'))]));
  const body = { status: 2, url, users };
  const payload = { key: config.document.key, ...body };
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const forged: [string, Message][] = [
    ['no token', office.message(config, body, { headers: {} })],
    ['another secret', office.message(config, body, bearer(tokenOf('another secret of somebody', { payload })))],
    ['no algorithm', office.message(config, body, bearer(tokenOf(office.secret, { payload }, { alg: 'none' })))],
    ['expired', office.message(config, body, bearer(tokenOf(office.secret, { payload, exp: 1 })))],
    ['another key', office.message(config, { ...body, key: 'somebody-elses-key' })],
    ['another host', office.message(config, { ...body, url: 'http://127.0.0.1:1/file.docx' })],
    ['a file of this machine', office.message(config, { ...body, url: 'file:///etc/passwd' })],
    ['another page token', { ...office.message(config, body), url: '/onlyoffice/callback?token=x' }],
  ];
  for (const [name, message] of forged) expect([name, await send(message)]).toEqual([name, REFUSED]);
  // Unsigned fields of the body do not count: the signed ones say that nothing is to be stored.
  expect(await send(office.message(config, { status: 1, users }, { payload }))).toEqual(DONE);
  // A redirect could lead to another host.
  expect(await send(office.message(config, { ...body, url: `${office.url}/elsewhere` }))).toEqual([500, 1]);
  expect(await versions()).toBe(1);
});

test('the pages of documents may load the script and the frame of the document server, and no other page may', () => {
  const policy = (path: string) => documentPolicy(town.context.settings, path) ?? '';
  for (const path of ['/pageoffice', '/auditPageoffice', '/dcOnlyOffice/']) {
    expect(policy(path)).toContain(`script-src 'self' ${office.url};`);
    expect(policy(path)).toContain(`frame-src 'self' blob: ${office.url};`);
    expect(policy(path)).toContain("img-src 'self' data: blob:");
  }
  expect(policy('/cms/main/cmsHomeIndex')).toBe('');
  expect(documentPolicy({ ...town.context.settings, documentReview: 'embedded' }, '/pageoffice')).toBeNull();
});

test('without the setting the two addresses do not exist', async () => {
  const other = await testContext();
  expect((await other.app.inject({ method: 'POST', url: '/onlyoffice/callback?token=x', payload: {} })).statusCode).toBe(404);
  await other.close();
});
