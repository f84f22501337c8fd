import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_TEMPLATES, SECRET_MASK, type MailTemplate } from '../../contract/mail-template.ts';
import { journalOffice, type JournalOffice } from '../../tests/support/journal-office.ts';
import { mailServer } from '../../tests/support/mail-server.ts';
import { mailedSecrets } from '../../tests/support/mailed-secrets.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { saveIdentities } from '../identity/account-identity.service.ts';
import { newLinkSecret, secretLink } from './link-secret.ts';
import { queueMail, sendNextMail } from './mail-queue.ts';
import { mailText } from './mail-template.ts';
import { sealOldLinks } from './old-link.ts';

let town: TestContext;
let office: JournalOffice;
let server: Server;
const { server: created, messages } = mailServer();
let smtpUrl = '';

beforeAll(async () => {
  server = created.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // The product knows a mail server whose port is closed; the test sends the mails itself.
  town = await testContext({ smtpUrl: 'smtp://127.0.0.1:9' });
  await town.context.jobs.stop();
  office = await journalOffice(town);
  for (const [userName, verified] of [
    ['owner', '1'],
    ['fresh', '0'],
  ] as const) {
    const id = await town.addUser({ userName });
    await town.context.db
      .updateTable('user')
      .set({ email: `${userName}@a.test` })
      .where('id', '=', id)
      .execute();
    await saveIdentities(town.context.db, id);
    await town.context.db.updateTable('account').set({ verified }).where('userId', '=', id).where('identityType', '=', 'email').execute();
  }
});
afterAll(async () => {
  server.close();
  await town.close();
});

const post = async (path: string, payload: object, headers: object = {}) => {
  const answer = await town.app.inject({ method: 'POST', url: `/prod-api${path}`, payload, headers: headers as never });
  expect(answer.json()).toMatchObject({ code: 200 });
};

/** How the product makes a mail of each template with a link secret. A new template fails the type check and the test until it is here. */
const SECRET_MAILS: Readonly<Record<MailTemplate, null | (() => Promise<void>)>> = {
  password: () => post('/findPassword', { account: 'owner' }),
  confirm: async () => post('/system/user/profile/confirmEmail', {}, await town.as('fresh')),
  审稿邀请: async () => {
    const id = await office.submitted();
    await office.confirm(id);
    const people = [{ userId: office.ids.reviewer1 }, { name: '外请专家', email: 'outside@expert.test' }];
    await office.ask('editor', 'POST', '/cms/journal/review/invite', { submissionId: id, people, wanted: 2 });
    await office.fire('editor', 'passScreening', id);
  },
  authorConfirm: null,
  审稿通知: null,
  发票: null,
  信件: null,
  报表: null,
  消息通知: null,
};

async function everything(): Promise<string> {
  const { db, settings } = town.context;
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  const rows = [];
  for (const name of names) rows.push(JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows));
  const files = (await readdir(settings.dataDir, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  // Without the database itself, in which deleted text may remain until its pages are used again.
  for (const file of files) if (!/\.(?:db|sqlite)/.test(file.name)) rows.push((await readFile(join(file.parentPath, file.name))).toString('latin1'));
  return rows.join('\n');
}

async function mailPage(): Promise<string> {
  const list = await office.ask('boss', 'GET', '/monitor/mail/list?pageNum=1&pageSize=50');
  const texts = [];
  for (const { mailId } of list.rows) texts.push(await office.ask('boss', 'GET', `/monitor/mail/${mailId}/text`));
  expect(JSON.stringify(texts)).toContain(SECRET_MASK);
  return JSON.stringify([list, texts, await office.ask('boss', 'GET', '/monitor/operlog/list?pageNum=1&pageSize=50')]);
}

test.each(Object.keys(MAIL_TEMPLATES) as MailTemplate[])(
  '#43.1 the link secret of the mail %s is readable nowhere but in the sent mail',
  async (template) => {
    const make = SECRET_MAILS[template];
    expect(make !== null).toBe(MAIL_TEMPLATES[template].secret);
    if (!make) return;
    await town.context.db.deleteFrom('mail').execute();
    messages.length = 0;
    await make();
    const secrets = await mailedSecrets(town, {});
    expect(secrets.length).toBeGreaterThan(0);
    const readable = async () => {
      const places = { stored: await everything(), 'mail page': await mailPage() };
      return secrets.flatMap((secret) => Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [place] : [])));
    };
    expect(await readable()).toEqual([]);
    const context = { ...town.context, settings: { ...town.context.settings, smtpUrl } };
    while (await sendNextMail(context));
    const delivered = messages.join('\n').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    for (const secret of secrets) {
      expect(delivered).toContain(`=${secret}`);
      // In the fragment: no server sees it and no referrer contains it.
      expect(delivered).toMatch(new RegExp(`#(?:token|confirm)=${secret}`));
    }
    expect(await readable()).toEqual([]);
    expect(await town.context.db.selectFrom('mail').select('id').where('sealed', '<>', '').execute()).toEqual([]);
  },
);

test('#43.1 a text with a secret in its link, and a template that does not declare its secret, are rejected', async () => {
  const url = `https://a.test/somewhere?token=${newLinkSecret()}`;
  const parts = { subject: '主题', greeting: '您好：', paragraphs: [] };
  expect(() => mailText({ ...parts, link: { label: '打开', url } })).toThrow('contains a secret');
  const sealed = mailText({ ...parts, link: { label: '打开', ...secretLink(town.context.settings, '/findPassword', 'token', newLinkSecret()) } });
  await expect(queueMail(town.context.db, { email: 'a@b.test', userId: null }, '信件', sealed)).rejects.toThrow('link secret');
  await expect(queueMail(town.context.db, { email: 'a@b.test', userId: null }, 'password', mailText(parts))).rejects.toThrow('link secret');
});

test('#43.1 a mail that is given up loses its secret and cannot be sent again', async () => {
  const { db } = town.context;
  await db.deleteFrom('mail').execute();
  await post('/findPassword', { account: 'owner' });
  await db.updateTable('mail').set({ attempts: 11 }).execute();
  while (await sendNextMail(town.context));
  const row = await db.selectFrom('mail').select(['id', 'state', 'sealed']).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'failed', sealed: '' });
  expect((await office.ask('boss', 'PUT', `/monitor/mail/resend/${row.id}`)).msg).toContain('链接已经作废');
});

test('#43.1 mails that an earlier release stored are masked at the start, and those that wait still work', async () => {
  const { db } = town.context;
  await db.deleteFrom('mail').execute();
  const old = 'Z'.repeat(43);
  const stored = (state: 'waiting' | 'sent', link: string) => ({
    email: `${state}@a.test`,
    userId: null,
    template: 'password',
    subject: '找回密码',
    body: `打开：\n${link}`,
    html: `<a href="${link}">打开</a>${link}`,
    state,
    createTime: 1,
    nextAttempt: 1,
    sentTime: null,
  });
  const links = [`https://a.test/findPassword?token=${old}`, `https://a.test/cms/main/cmsPeriodical/invitation/${old}`];
  for (const link of links)
    await db
      .insertInto('mail')
      .values([stored('waiting', link), stored('sent', link)])
      .execute();
  await sealOldLinks(town.context);
  expect(await everything()).not.toContain(old);
  messages.length = 0;
  while (await sendNextMail({ ...town.context, settings: { ...town.context.settings, smtpUrl } }));
  const delivered = messages.join('\n').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(messages).toHaveLength(2);
  expect(delivered).toContain(`token=${old}`);
  expect(delivered).toContain(`invitation/${old}`);
});
