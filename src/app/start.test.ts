// @vitest-environment jsdom
import { afterAll, expect, test, vi } from 'vitest';
import { getRouters } from '../../contract/identity/session.ts';
import { call, CallError } from '../api/call.ts';
import { answerAlerts } from '../session/alert.ts';
import { session } from '../session/session.store.ts';
import { readToken, writeToken } from '../api/token.ts';
import { personOf } from '../../tests/support/person.ts';

const went = vi.hoisted(() => [] as unknown[]);
vi.mock('./router.ts', () => ({
  router: { state: { location: { pathname: '/system/user' } }, navigate: async (to: unknown) => went.push(to) },
}));
vi.mock('./service-worker.ts', () => ({ startWorker: async () => undefined }));
vi.mock('../downloads/stored-downloads.store.ts', () => ({ watchKept: async () => undefined }));

const asked: string[] = [];
const user = personOf();
vi.stubGlobal('fetch', async (address: string) => {
  asked.push(address);
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, user, roles: ['works_admin'], permissions: [] });
  return Response.json(address.endsWith('/logout') ? { code: 200 } : { code: 401, msg: '认证失败' });
});

const { afterFirstPaint } = await import('./start.ts');
history.replaceState(null, '', '/system/user?pageNum=2#row');
const alerts: [string, string, string][] = [];
let press = (): void => undefined;
answerAlerts((...words) => {
  alerts.push(words);
  return new Promise((resolve) => (press = resolve));
});

// Modules that load after the first paint are loaded before the file ends.
afterAll(() => vi.dynamicImportSettled());

async function enter(): Promise<void> {
  writeToken('token');
  session.now = { state: 'restoring' };
  afterFirstPaint();
  await vi.waitFor(() => expect(session.now.state).toBe('authenticated'));
  await Promise.resolve();
  for (const list of [went, asked, alerts]) list.length = 0;
}
const twenty = () => Promise.all(Array.from({ length: 20 }, () => call(getRouters, {}).catch((error: unknown) => error)));

test('S8.1 shows one dialog, signs out once and redirects to login with the return path for twenty simultaneous 401 answers', async () => {
  await enter();
  const answers = await twenty();
  expect(answers).toHaveLength(20);
  expect(answers.every((error) => error instanceof CallError && error.code === 401)).toBe(true);
  await vi.waitFor(() => expect(alerts).toEqual([['系统提示', '请登录!', '登录']]));
  expect([session.now.state, went]).toEqual(['authenticated', []]);
  await twenty();
  expect(alerts).toHaveLength(1);
  press();
  await vi.waitFor(() => expect(went).toEqual(['/cmsLogin?redirect=%2Fsystem%2Fuser%3FpageNum%3D2%23row']));
  expect(asked.filter((address) => address.endsWith('/logout'))).toHaveLength(1);
  expect([session.now.state, readToken()]).toEqual(['anonymous', null]);
});

test('keeps a user on the page who signed in again in another window meanwhile', async () => {
  await enter();
  await twenty();
  await vi.waitFor(() => expect(alerts).toHaveLength(1));
  writeToken('another');
  press();
  await vi.waitFor(() => expect(session.now.state).toBe('authenticated'));
  expect([went, readToken(), asked.some((address) => address.endsWith('/logout'))]).toEqual([[], 'another', false]);
});
