import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { BODY_MS } from './body-timeout.ts';

let t: TestContext;
let boss: Bearer;
let port: number;
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  boss = await t.as('boss');
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = t.app.server.address() as AddressInfo);
});
afterAll(() => t.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

interface Slow {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: () => boolean;
}

/** Sends the head and the beginning of a body, and never the rest. */
async function begin(method: string, path: string, type: string, headers: object = {}): Promise<Slow> {
  let text = '';
  let closed = false;
  const lines = Object.entries({ host: 'x', 'content-type': type, 'content-length': '5000', ...headers }).map(([name, value]) => `${name}: ${value}`);
  const requests: string[] = [];
  const note = ({ url }: { url?: string }) => void requests.push(url ?? '');
  t.app.server.on('request', note);
  const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"a":`));
  socket
    .on('data', (part) => (text += part.toString()))
    .on('close', () => (closed = true))
    .on('error', () => undefined);
  await vi.waitUntil(() => requests.includes(path));
  t.app.server.off('request', note);
  // The hook runs in the same event loop turn as the request.
  await new Promise((resolve) => setImmediate(resolve));
  return { socket, text: () => text, closed: () => closed };
}

test.each([
  ['POST', '/prod-api/login', 'application/json'],
  ['POST', '/prod-api/login', 'multipart/form-data; boundary=b'],
  ['PUT', '/prod-api/system/user/profile', 'application/x-www-form-urlencoded'],
  ['POST', '/prod-api/no/such/call', 'application/json'],
])('#33.31 ends a slow body of %s %s as %s after 30 s', async (method, path, type) => {
  const slow = await begin(method, path, type);
  await vi.advanceTimersByTimeAsync(BODY_MS - 1_000);
  expect(slow.closed()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitUntil(() => slow.closed());
});

test('#33.31 returns 408 with a message for a JSON body that takes too long', async () => {
  const slow = await begin('POST', '/prod-api/login', 'application/json');
  await vi.advanceTimersByTimeAsync(BODY_MS);
  await vi.waitUntil(() => slow.closed());
  expect(slow.text()).toMatch(/^HTTP\/1\.1 408 [\s\S]*请求超时，请检查网络后重试/);
});

test('#33.31 lets a resumable upload or a file upload take as long as a slow connection needs', async () => {
  const tus = { ...boss, 'tus-resumable': '1.0.0' };
  const made = await t.app.inject({
    method: 'POST',
    url: '/prod-api/publication-uploads',
    headers: { ...tus, 'upload-length': '5000', 'upload-metadata': 'filename eA==' },
  });
  const path = new URL(String(made.headers['location']), 'http://x').pathname;
  const part = await begin('PATCH', path.startsWith('/prod-api') ? path : `/prod-api${path}`, 'application/offset+octet-stream', {
    ...tus,
    'upload-offset': '0',
  });
  const file = await begin('POST', '/prod-api/common/upload', 'multipart/form-data; boundary=b', boss);
  await vi.advanceTimersByTimeAsync(BODY_MS * 4);
  expect([part.closed(), file.closed()]).toEqual([false, false]);
  for (const { socket } of [part, file]) socket.destroy();
  await vi.waitUntil(() => part.closed() && file.closed());
});
