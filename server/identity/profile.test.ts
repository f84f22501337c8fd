import { eventLoopTurns } from '../../tests/support/event-loop.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { meanwhile, onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { hashPassword, passwordMatches } from './password.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'reader', password: 'right-pass-1' });
});
afterAll(() => town.close());

test('ASVS 6.3.1: limits guesses of the old password with a stolen session', async () => {
  const headers = await town.as('reader');
  const change = async (oldPassword: string) =>
    (
      await town.app.inject({
        method: 'PUT',
        url: '/prod-api/system/user/profile/updatePwd',
        headers,
        payload: { oldPassword, newPassword: 'other-pass-1' },
      })
    ).json<{ code: number }>();
  for (let index = 0; index < 5; index += 1) expect(await change(`wrong-pass-${index}`)).toMatchObject({ code: 500 });
  expect(await change('right-pass-1')).toMatchObject({ code: 429 });
});

test('keeps a password that was reset while its owner was changing the old one', async () => {
  await town.addUser({ userName: 'taken', password: 'right-pass-1' });
  const headers = await town.as('taken');
  const passwordHash = await hashPassword('given-pass-2');
  const payload = { oldPassword: 'right-pass-1', newPassword: 'thief-pass-3' };
  const begun = town.app.inject({ method: 'PUT', url: '/prod-api/system/user/profile/updatePwd', headers, payload });
  await eventLoopTurns();
  await town.context.db.updateTable('user').set({ passwordHash }).where('userName', '=', 'taken').execute();
  await begun;
  const kept = await town.context.db.selectFrom('user').select('passwordHash').where('userName', '=', 'taken').executeTakeFirstOrThrow();
  expect(kept.passwordHash).toBe(passwordHash);
});

test('keeps the old password when the other sessions cannot be ended', async () => {
  const { db } = town.context;
  await town.addUser({ userName: 'robbed', password: 'right-pass-1' });
  const { id } = await db.selectFrom('user').select('id').where('userName', '=', 'robbed').executeTakeFirstOrThrow();
  await town.as('robbed');
  await sql`create table session_holder (id text references session(id))`.execute(db);
  try {
    await sql`insert into session_holder select id from session where user_id = ${id}`.execute(db);
    const payload = { oldPassword: 'right-pass-1', newPassword: 'other-pass-2' };
    const headers = await town.as('robbed');
    const answer = await town.app.inject({ method: 'PUT', url: '/prod-api/system/user/profile/updatePwd', headers, payload });
    expect(answer.json()).toMatchObject({ code: 500 });
    const { passwordHash } = await db.selectFrom('user').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await passwordMatches('right-pass-1', passwordHash)).toBe(true);
  } finally {
    await sql`drop table session_holder`.execute(db);
  }
});

test('accepts twenty avatar changes per hour, of which the last one stays', async () => {
  const HOUR = 3_600_000;
  for (const userName of ['vain', 'plain']) await town.addUser({ userName });
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const change = async (userName: string) => {
    const form = new FormData();
    form.append('avatarfile', new Blob([new Uint8Array(bytes)]), 'me.png');
    const request = new Request('http://x/', { method: 'POST', body: form });
    const headers = { ...(await town.as(userName)), 'content-type': request.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await request.arrayBuffer());
    return (await town.app.inject({ method: 'POST', url: '/prod-api/system/user/profile/avatar', headers, payload })).json();
  };
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    for (let times = 0; times < 20; times += 1) expect(await change('vain')).toMatchObject({ code: 200 });
    expect(await change('vain')).toEqual({ code: 429, msg: '头像更换过于频繁，请一小时后再试' });
    expect(await change('plain')).toMatchObject({ code: 200 });
    expect(await readdir(join(town.context.settings.dataDir, 'files', 'avatars'))).toHaveLength(2);
    vi.setSystemTime(now + HOUR);
    expect(await change('vain')).toMatchObject({ code: 200 });
  } finally {
    vi.useRealTimers();
  }
});

onRealPostgres('a profile that two people change, on a PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let other: TestContext;
  beforeAll(async () => {
    server = await realPostgres();
    other = await testContext({ databaseUrl: server.url });
  });
  afterAll(async () => {
    await other?.close();
    await server?.close();
  });

  test.each([
    [{ phonenumber: '13800000888' }, '手机号码已存在'],
    [{ email: 'same@example.com' }, '邮箱账号已存在'],
  ])('rejects %o taken by another user meanwhile with a message, and changes nothing', async (taken, words) => {
    const [first, late] = [`${words.slice(0, 2)}甲`, `${words.slice(0, 2)}乙`];
    for (const userName of [first, late]) await other.addUser({ userName, password: 'right-pass-1' });
    const headers = await other.as(late);
    const payload = { nickName: '改了', sex: '2', phonenumber: '', email: '', ...taken };
    const answer = await meanwhile(
      other.context.db,
      (tx) => tx.updateTable('user').set(taken).where('userName', '=', first).execute(),
      async () => other.app.inject({ method: 'PUT', url: '/prod-api/system/user/profile', headers, payload }),
    );
    expect(answer.json()).toMatchObject({ code: 500, msg: `修改用户'${late}'失败，${words}` });
    const kept = await other.context.db.selectFrom('user').select('nickName').where('userName', '=', late).executeTakeFirstOrThrow();
    expect(kept.nickName).not.toBe('改了');
  });
});
