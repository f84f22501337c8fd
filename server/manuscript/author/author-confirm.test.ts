import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff, type StaffName } from '../../../tests/support/press-staff.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { saveIdentities } from '../../identity/account-identity.service.ts';
import { hashOfSecret } from '../../mail/link-secret.ts';

let town: TestContext;
let staff: PressStaff;
/** The co-author with an account; `twin` is a second account of the submitter. */
const people: Record<'lv' | 'twin' | 'other', { id: number; as: Bearer }> = {} as never;

beforeAll(async () => {
  // The port is closed: mails wait.
  town = await testContext({ smtpUrl: 'smtp://127.0.0.1:9' });
  staff = await pressStaff(town);
  for (const name of ['lv', 'twin', 'other'] as const) {
    const id = await town.addUser({ userName: name, roles: ['author'] });
    await town.context.db
      .updateTable('user')
      .set({ email: `${name}@example.test`, ...(name === 'twin' ? { identityKey: '110101199003070011' } : {}) })
      .where('id', '=', id)
      .execute();
    await saveIdentities(town.context.db, id);
    await town.context.db.updateTable('account').set({ verified: '1' }).where('userId', '=', id).where('identityType', '=', 'email').execute();
    people[name] = { id, as: await town.as(name) };
  }
  await town.context.db.updateTable('user').set({ identityKey: '110101199003070011' }).where('id', '=', staff.ids.author).execute();
});
afterAll(() => town.close());

const twoAuthors = async (title: string, userId: number | null = null) => {
  const archiveId = await staff.submitted('other', title);
  const authors = [
    { name: '何语', role: '著', share: 6000, userId: staff.ids.author },
    { name: '吕文', role: '著', share: 4000, userId },
  ];
  await staff.put(archiveId, { authors: JSON.stringify(authors), editorId: staff.ids.editor });
  return { archiveId, authors };
};
const rowsOf = async (archiveId: number) => (await staff.ask('author', 'GET', `/cms/archive/confirm/${archiveId}`)).data.rows;
const send = (archiveId: number, mail: string, who: StaffName = 'author') =>
  staff.ask(who, 'POST', `/cms/archive/confirm/${archiveId}`, { name: '吕文', mail });
const open = (who: Bearer, link: object) => staff.ask(who, 'POST', '/cms/archive/confirm/open', link);
const answer = (who: Bearer, link: object, agrees = true, note = '') =>
  staff.ask(who, 'PUT', '/cms/archive/confirm/answer', { ...link, agrees, note });
const newest = async (archiveId: number) =>
  (await town.context.db.selectFrom('authorConfirm').select('id').where('archiveId', '=', archiveId).orderBy('id', 'desc').executeTakeFirstOrThrow())
    .id;

/** A link as an earlier release mailed it: the token is in the mail. */
async function oldLink(archiveId: number, mail: string): Promise<string> {
  await send(archiveId, mail);
  const token = `${archiveId}-${'o'.repeat(40)}`;
  await town.context.db
    .updateTable('authorConfirm')
    .set({ tokenHash: hashOfSecret(token) })
    .where('id', '=', await newest(archiveId))
    .execute();
  return token;
}

test('#43.3 #37.2 only the account of the mail address confirms, and an objection stops the agreement', async () => {
  const { archiveId, authors } = await twoAuthors('两人合写');
  expect(await rowsOf(archiveId)).toMatchObject([{ name: '吕文', share: 4000, status: '', hasAccount: false }]);
  expect(await send(archiveId, '')).toMatchObject({ code: 500, msg: '这位作者没有平台账号，请填写邮箱' });
  expect((await send(archiveId, 'a@b.test', 'outsider')).code).not.toBe(200);
  expect(await send(archiveId, 'LV@example.test')).toMatchObject({ code: 200 });
  const link = { id: await newest(archiveId) };
  expect((await open({} as never, link)).code).toBe(401);
  for (const who of [staff.as.author, staff.as.editor, people.twin.as, people.other.as]) {
    expect((await open(who, link)).code).toBe(404);
    expect((await answer(who, link)).code).toBe(404);
  }
  expect(await open(people.lv.as, link)).toMatchObject({
    code: 200,
    data: { title: '两人合写', name: '吕文', share: 4000, status: 'sent', ownerName: 'author' },
  });
  expect(await answer(people.lv.as, link, false)).toMatchObject({ code: 400, msg: '请写明有什么异议' });
  await answer(people.lv.as, link, false, '应是各一半');
  expect(await rowsOf(archiveId)).toMatchObject([{ status: 'rejected', note: '应是各一半', answeredBy: 'lv' }]);
  // A new request replaces the first; a changed share makes it invalid.
  await send(archiveId, 'lv@example.test');
  expect((await open(people.lv.as, link)).code).toBe(404);
  await staff.put(archiveId, { authors: JSON.stringify(authors.map((line) => ({ ...line, share: 5000 }))) });
  expect(await answer(people.lv.as, { id: await newest(archiveId) })).toMatchObject({ msg: '署名或份额已经改动，请投稿人重新发出确认请求' });
  await send(archiveId, 'lv@example.test');
  expect(await answer(people.lv.as, { id: await newest(archiveId) })).toMatchObject({ code: 200 });
  expect(await rowsOf(archiveId)).toMatchObject([{ share: 5000, status: 'confirmed', answeredBy: 'lv', evidenceFileId: null }]);
});

test('#43.3 a submitter cannot confirm with an own mail, a second account, or the token of an old link', async () => {
  const { archiveId } = await twoAuthors('一人分饰两角');
  expect((await send(archiveId, 'twin@example.test')).msg).toContain('这是投稿人自己的账号或邮箱');
  const token = await oldLink(archiveId, 'not-registered@example.test');
  for (const who of [staff.as.author, people.twin.as, people.other.as]) expect((await answer(who, { token })).code).toBe(404);
  expect((await answer({} as never, { token })).code).toBe(401);
  expect(await rowsOf(archiveId)).toMatchObject([{ status: 'sent' }]);
  // Mails with a request contain no secret.
  const mails = await town.context.db.selectFrom('mail').select(['body', 'html', 'sealed']).where('template', '=', 'authorConfirm').execute();
  expect(mails.length).toBeGreaterThan(0);
  for (const mail of mails) expect([mail.sealed, /token=/.test(mail.body + mail.html)]).toEqual(['', false]);
});

test('#43.3 an old link of a mail that belongs to an account opens and answers for that account', async () => {
  const { archiveId } = await twoAuthors('旧链接');
  const token = await oldLink(archiveId, 'lv@example.test');
  expect((await open(people.lv.as, { token })).data).toMatchObject({ title: '旧链接' });
  expect((await answer(people.lv.as, { token })).code).toBe(200);
  expect(await rowsOf(archiveId)).toMatchObject([{ status: 'confirmed', answeredBy: 'lv' }]);
});

test('#47.2 SM41 each step of a confirmation is logged, and none is taken after its due date', async () => {
  const { archiveId } = await twoAuthors('过了期限');
  const { db } = town.context;
  await send(archiveId, 'lv@example.test');
  const first = await newest(archiveId);
  await answer(people.lv.as, { id: first }, false, '应是各一半');
  await answer(people.lv.as, { id: first });
  await send(archiveId, 'lv@example.test');
  const second = await newest(archiveId);
  await db.updateTable('authorConfirm').set({ dueAt: 1 }).where('id', '=', second).execute();
  expect(await rowsOf(archiveId)).toMatchObject([{ status: 'expired' }]);
  expect(await answer(people.lv.as, { id: second })).toMatchObject({ code: 24101, msg: '确认请求已过期，请投稿人重新发出' });
  await send(archiveId, 'lv@example.test');
  const logged = await db
    .selectFrom('flowLog')
    .select(['entityId', 'event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', 'authorConfirm')
    .where('entityId', 'in', [first, second])
    .orderBy('id')
    .execute();
  expect(logged).toEqual([
    { entityId: first, event: 'object', fromStatus: 'sent', toStatus: 'rejected', operatorId: people.lv.id },
    { entityId: first, event: 'confirm', fromStatus: 'rejected', toStatus: 'confirmed', operatorId: people.lv.id },
    { entityId: first, event: 'replace', fromStatus: 'confirmed', toStatus: 'replaced', operatorId: staff.ids.author },
    { entityId: second, event: 'replace', fromStatus: 'expired', toStatus: 'replaced', operatorId: staff.ids.author },
  ]);
});

test('#43.3 a line with an account is confirmed by that account alone, asked in the inbox', async () => {
  const { archiveId } = await twoAuthors('名单里有账号', people.lv.id);
  expect((await send(archiveId, 'other@example.test')).code).toBe(200);
  const link = { id: await newest(archiveId) };
  expect((await answer(people.other.as, link)).code).toBe(404);
  const [message] = await town.context.db.selectFrom('message').select('link').where('userId', '=', people.lv.id).orderBy('id', 'desc').execute();
  expect(message?.link).toBe(`/cms/main/authorConfirm?id=${link.id}`);
  expect((await answer(people.lv.as, link)).code).toBe(200);
});

test('#43.3 the editor confirms by an uploaded document, logged, and nobody else does', async () => {
  const { archiveId } = await twoAuthors('凭确认书');
  const upload = async (who: Bearer, name = '吕文') => {
    const boundary = 'b0undary';
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="confirm.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4 signed\r\n--${boundary}--\r\n`;
    return (
      await town.app.inject({
        method: 'POST',
        url: `/prod-api/cms/archive/confirm/document/${archiveId}?name=${encodeURIComponent(name)}`,
        headers: { ...who, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      })
    ).json<{ code: number; msg: string }>();
  };
  for (const who of [staff.as.author, people.other.as, staff.as.manager]) expect((await upload(who)).code).not.toBe(200);
  expect((await upload(staff.as.editor, '查无此人')).msg).toContain('作者名单里没有');
  expect(await upload(staff.as.editor)).toMatchObject({ code: 200 });
  const [row] = await rowsOf(archiveId);
  expect(row).toMatchObject({ status: 'confirmed', answeredBy: 'editor' });
  const file = await town.context.db.selectFrom('manuscriptFile').selectAll().where('id', '=', row.evidenceFileId).executeTakeFirstOrThrow();
  expect(file).toMatchObject({ archiveId, fileRole: 'authorisation', ownerId: staff.ids.editor });
  const log = await town.context.db
    .selectFrom('operLog')
    .select(['title', 'operName'])
    .where('title', '=', '作者确认')
    .where('status', '=', 0)
    .execute();
  expect(log).toEqual([{ title: '作者确认', operName: 'editor' }]);
  expect((await staff.ask('editor', 'DELETE', `/cms/archive/file/${row.evidenceFileId}`)).msg).toContain('确认书');
  // An editor who is an author of the manuscript confirms nobody.
  await staff.put(archiveId, {
    authors: JSON.stringify([
      { name: '何语', role: '著', share: 5000, userId: staff.ids.author },
      { name: '吕文', role: '著', share: 4000, userId: null },
      { name: '编辑', role: '著', share: 1000, userId: staff.ids.editor },
    ]),
  });
  expect((await upload(staff.as.editor)).code).not.toBe(200);
});

test('52.3 a co-author with two lines confirms each of them', async () => {
  const archiveId = await staff.submitted('other', '既写又译');
  const authors = [
    { name: '何语', role: '著', share: 5000, userId: staff.ids.author },
    { name: '吕文', role: '著', share: 3000, userId: people.lv.id },
    { name: '吕文', role: '译', share: 2000, userId: people.lv.id },
  ];
  await staff.put(archiveId, { authors: JSON.stringify(authors), editorId: staff.ids.editor });
  const confirm = async (role: string) => {
    expect(await staff.ask('author', 'POST', `/cms/archive/confirm/${archiveId}`, { name: '吕文', role, mail: '' })).toMatchObject({ code: 200 });
    expect(await answer(people.lv.as, { id: await newest(archiveId) })).toMatchObject({ code: 200 });
  };
  await confirm('译');
  expect(await rowsOf(archiveId)).toMatchObject([
    { role: '著', status: '' },
    { role: '译', status: 'confirmed' },
  ]);
  await confirm('著');
  expect(await rowsOf(archiveId)).toMatchObject([
    { role: '著', status: 'confirmed' },
    { role: '译', status: 'confirmed' },
  ]);
});
