// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribe } from 'valtio/vanilla';
import { personOf } from '../../tests/support/person.ts';
import { sendPendingLogouts } from './pending-logouts.ts';
import { currentPerson } from './current-person.ts';
import {
  endSession,
  followOtherTab,
  STORED_PERSON,
  storePerson,
  storedPerson,
  loadPerson,
  onPersonChange,
  personOfToken,
  session,
} from './session.store.ts';
import { logIn } from './sign-in.ts';

const user = personOf({ userId: 7, userName: 'reader', nickName: '江边读者', avatar: '/profile/avatar/a.png', introduction: '夜里读书的人' });
let roles: string[] = [];
const asked: { address: string; init: RequestInit }[] = [];
vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
  asked.push({ address, init });
  if (address.endsWith('/login')) return Response.json({ code: 200, msg: '', token: 'the-token' });
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, msg: '', user, roles, permissions: ['system:user:list'] });
  return Response.json({ code: 200, msg: '' });
});
const enter = () => logIn({ username: 'reader', password: 'right-pass-1', code: '12', uuid: 'u' }, false);

beforeEach(() => {
  asked.length = 0;
  session.now = { state: 'anonymous' };
});
afterEach(() => endSession());

test('S3.1 S3.3 S9.10 signing in sends name, password, code and uuid, stores the token in the cookie Admin-Token, and loads the user', async () => {
  roles = ['works_admin'];
  await enter();
  expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
    username: 'reader',
    password: 'right-pass-1',
    code: '12',
    uuid: 'u',
    secondFactor: true,
  });
  expect(document.cookie.split('; ')).toContain('Admin-Token=the-token');
  expect(session.now).toMatchObject({
    state: 'authenticated',
    user: { nickName: '江边读者', avatar: '/profile/avatar/a.png', introduction: '夜里读书的人' },
    roles: ['works_admin'],
    permissions: ['system:user:list'],
  });
});

test('S6.2 a user without roles from the server gets ROLE_DEFAULT', async () => {
  roles = [];
  await enter();
  expect(session.now).toMatchObject({ state: 'authenticated', roles: ['ROLE_DEFAULT'] });
});

test('S4.1 S7.6 signing out clears token, roles and permissions, here and on the server', async () => {
  roles = ['admin'];
  await enter();
  await endSession();
  await vi.waitFor(() => expect(asked.at(-1)?.address).toMatch(/logout$/));
  const { address, init } = asked.at(-1) ?? { address: '', init: {} };
  expect([address, init.method, new Headers(init.headers).get('authorization')]).toEqual(['/prod-api/logout', 'POST', 'Bearer the-token']);
  expect([session.now, document.cookie, localStorage.getItem(STORED_PERSON)]).toEqual([{ state: 'anonymous' }, '', null]);
  expect(await loadPerson()).toEqual({ state: 'anonymous' });
});

test('signs out locally at once when the network hangs', async () => {
  roles = ['admin'];
  await enter();
  const fetching = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  await endSession();
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledOnce());
  expect([session.now, document.cookie]).toEqual([{ state: 'anonymous' }, '']);
  fetching.mockRestore();
});

test('follows a sign-out in another tab, even if the browser still shows the cookie here', async () => {
  await enter();
  localStorage.removeItem(STORED_PERSON);
  expect(await followOtherTab()).toBe(true);
  expect(session.now).toEqual({ state: 'anonymous' });
});

test('ignores an answer about a token that another tab has discarded meanwhile', async () => {
  const answer = vi.fn(async (): Promise<Response> => {
    document.cookie = 'Admin-Token=; max-age=0';
    return Response.json({ code: 200, msg: '', user, roles, permissions: [] });
  });
  await enter();
  session.now = { state: 'restoring' };
  const before = globalThis.fetch;
  vi.stubGlobal('fetch', answer);
  expect(await loadPerson()).toEqual({ state: 'anonymous' });
  expect([answer.mock.calls.length, localStorage.getItem(STORED_PERSON)]).toEqual([1, null]);
  // Another tab signed in as another user: the old token is rejected, and the new one must not be removed because of it.
  await (vi.stubGlobal('fetch', before), enter());
  session.now = { state: 'restoring' };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (new Headers(init.headers).get('authorization') !== 'Bearer the-token') return before(address, init);
    document.cookie = 'Admin-Token=another; path=/';
    return Response.json({ code: 401, msg: '登录状态已过期' });
  });
  expect((await loadPerson()).state).toBe('authenticated');
  expect(document.cookie).toContain('Admin-Token=another');
  vi.stubGlobal('fetch', before);
});

const answering = (answer: () => Promise<Response>) => async (address: string) =>
  address.endsWith('/getInfo')
    ? answer()
    : Response.json({ code: 200, msg: '', ...(address.endsWith('/login') ? { token: 'the-second-token' } : {}) });

test('does not take the user of a session that ended with the browser for the next user, when the server is unreachable', async () => {
  await enter();
  // The browser was closed: the session cookie is gone, but the device still has the stored user.
  document.cookie = 'Admin-Token=; max-age=0';
  const before = globalThis.fetch;
  vi.stubGlobal(
    'fetch',
    answering(() => Promise.reject(new TypeError('no network'))),
  );
  expect(await enter()).toEqual({ state: 'restoring' });
  expect([currentPerson(), personOfToken(), storedPerson()]).toEqual([null, null, null]);
  vi.stubGlobal('fetch', before);
});

test('notifies every store of user data of a sign-in as another user in another tab, although the server is unreachable', async () => {
  await enter();
  const heard: (number | null)[] = [];
  onPersonChange((userId) => void heard.push(userId));
  const before = globalThis.fetch;
  vi.stubGlobal(
    'fetch',
    answering(() => Promise.reject(new TypeError('no network'))),
  );
  document.cookie = 'Admin-Token=of-another; path=/';
  storePerson({ user: { ...user, userId: 8 }, roles: [], permissions: [] });
  expect(await followOtherTab()).toBe(true);
  expect([currentPerson(), heard]).toEqual([8, [null, 8]]);
  vi.stubGlobal('fetch', before);
});

test('44.17 the screen stays while another tab signed in again as the same user', async () => {
  await enter();
  const states: string[] = [];
  const stop = subscribe(session, () => void states.push(session.now.state), true);
  document.cookie = 'Admin-Token=the-next-token; path=/';
  storePerson({ user, roles: [], permissions: [] });
  expect(await followOtherTab()).toBe(true);
  stop();
  expect(session.now).toMatchObject({ state: 'authenticated', user: { userId: 7 } });
  expect(states.length).toBeGreaterThan(0);
  expect(states).not.toContain('restoring');
  expect(personOfToken()).toBe(7);
});

test('stays signed in after a gateway error or the page of a captive portal', async () => {
  const before = globalThis.fetch;
  const away = [
    () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    () => new Response('', { status: 503 }),
    () => new Response('<title>Wi-Fi</title>', { headers: { 'content-type': 'text/html' } }),
  ];
  for (const answer of away) {
    await enter();
    session.now = { state: 'restoring' };
    vi.stubGlobal(
      'fetch',
      answering(async () => answer()),
    );
    expect(await loadPerson()).toMatchObject({ state: 'authenticated', user: { userId: 7 } });
    expect(personOfToken()).toBe(7);
    vi.stubGlobal('fetch', before);
  }
  // A server error from the application itself ends the session, as specified.
  await enter();
  session.now = { state: 'restoring' };
  vi.stubGlobal(
    'fetch',
    answering(async () => Response.json({ code: 500, msg: '没有读出来' })),
  );
  expect(await loadPerson()).toEqual({ state: 'anonymous' });
  vi.stubGlobal('fetch', before);
});

test('signs in and out even if a store hangs or fails, or storage is full', async () => {
  roles = ['admin'];
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onPersonChange((userId) => (userId === null ? new Promise(() => undefined) : Promise.reject(new Error('refused'))));
  await enter();
  expect(session.now.state).toBe('authenticated');
  full.mockRestore();
  document.cookie = 'Admin-Token=; max-age=0';
  expect(await followOtherTab()).toBe(true);
  expect(session.now).toEqual({ state: 'anonymous' });
});

test('sends a sign-out without a network to the server later, and is not signed in by anything in between', async () => {
  let answer: () => Promise<Response> = () => Promise.reject(new TypeError('no network'));
  const notified: (string | null)[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('/login')) return Response.json({ code: 200, msg: '', token: 'the-token' });
    if (address.endsWith('/getInfo')) return Response.json({ code: 200, msg: '', user, roles, permissions: [] });
    const came = await answer();
    notified.push(new Headers(init.headers).get('authorization'));
    return came;
  });
  const waiting = () => localStorage.getItem('shuzhou.left-sessions');
  await enter();
  await endSession();
  expect([waiting(), session.now, document.cookie, storedPerson(), personOfToken()]).toEqual([
    '["the-token"]',
    { state: 'anonymous' },
    '',
    null,
    null,
  ]);
  for (const said of [new Response('<title>登录 Wi-Fi</title>'), new Response('', { status: 502 })]) {
    answer = async () => said;
    await sendPendingLogouts();
    expect(waiting()).toBe('["the-token"]');
  }
  answer = async () => Response.json({ code: 200, msg: '退出成功' });
  await sendPendingLogouts();
  await sendPendingLogouts();
  expect([waiting(), notified, session.now]).toEqual([null, Array(3).fill('Bearer the-token'), { state: 'anonymous' }]);
  answer = () => Promise.reject(new TypeError('no network'));
  await enter();
  await endSession();
  answer = async () => new Response('', { status: 401 });
  await sendPendingLogouts();
  expect([waiting(), document.cookie]).toEqual([null, '']);
});
