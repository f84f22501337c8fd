// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { captchaImage } from '../../contract/identity/login.ts';
import { clearToken, writeToken } from './token.ts';
import { call, CallError, isAway, TOO_LATE } from './call.ts';
import { receiveFile } from './receive-file.ts';

const list = endpoint('GET /shelf/{shelfId}/list', {
  summary: '架上的书',
  access: 'signed-in',
  params: z.object({ shelfId: z.number() }),
  query: z.object({ word: z.string().optional(), pageNum: z.number().optional() }),
  data: z.array(z.string()),
});
const open = endpoint('GET /open', { summary: '公开', access: 'public', data: z.string() });
const put = endpoint('POST /shelf', { summary: '上架', access: 'signed-in', body: z.object({ title: z.string() }), data: z.string() });

const asked: { address: string; init: RequestInit }[] = [];
let answer = (_init: RequestInit): Response | Promise<Response> => Response.json({ code: 200, msg: '', data: ['灯塔来信'] });
vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
  asked.push({ address, init });
  return answer(init);
});
const last = () => asked.at(-1) ?? { address: '', init: {} };
const header = (name: string) => new Headers(last().init.headers).get(name);
/** A server that never answers: rejects when the request is aborted. */
const silent = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

beforeEach(() => writeToken('a-token'));
afterEach(() => {
  vi.useRealTimers();
  clearToken();
  answer = () => Response.json({ code: 200, msg: '', data: ['灯塔来信'] });
});

/** True when `start` fails as timed out after exactly `ms`, with a server that never answers. */
async function timesOutAfter(ms: number, start: () => Promise<unknown>): Promise<boolean> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let error: unknown = null;
  const sent = new Promise<void>((resolve) => {
    answer = (init) => (resolve(), silent(init));
  });
  const ended = start().catch((caught: unknown) => (error = caught));
  await sent;
  await vi.advanceTimersByTimeAsync(ms - 1);
  if (error !== null) return false;
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  const { code, message } = error as unknown as CallError;
  return code === TOO_LATE && message === '系统接口请求超时';
}

test('S7.1 S9.10 a call is sent under /prod-api with the bearer header and its parameters in the query', async () => {
  expect(await call(list, { params: { shelfId: 7 }, query: { word: '灯 塔&', pageNum: 2 } })).toEqual(['灯塔来信']);
  expect(last().address).toBe(`/prod-api/shelf/7/list?word=${encodeURIComponent('灯 塔&').replaceAll('%20', '+')}&pageNum=2`);
  expect([last().init.method, header('authorization'), last().init.body]).toEqual(['GET', 'Bearer a-token', null]);
  await call(put, { body: { title: '灯塔来信' } });
  expect([last().init.method, header('authorization'), last().init.body]).toEqual(['POST', 'Bearer a-token', '{"title":"灯塔来信"}']);
});

test('S7.1 a public call carries no token', async () => {
  await call(open, {});
  expect([last().address, header('authorization')]).toEqual(['/prod-api/open', null]);
  clearToken();
  await call(list, { params: { shelfId: 7 }, query: {} });
  expect([last().address, header('authorization')]).toEqual(['/prod-api/shelf/7/list', null]);
});

test('S7.7 the captcha is requested without a token', async () => {
  await call(captchaImage, {});
  expect([last().address, header('authorization')]).toEqual(['/prod-api/captchaImage', null]);
});

test('S8.9 S9.1 a request times out after 10 s, a captcha after 20 s, a download after 1 000 s', async () => {
  expect(await timesOutAfter(10_000, () => call(open, {}))).toBe(true);
  expect(await timesOutAfter(20_000, () => call(captchaImage, {}))).toBe(true);
  expect(await timesOutAfter(1_000_000, () => receiveFile({ method: 'POST', path: '/system/user/export' }))).toBe(true);
});

test('a cancelled call rejects and is not reported as a network error', async () => {
  answer = silent;
  const cancel = new AbortController();
  const failed = call(open, {}, { signal: cancel.signal }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(asked.at(-1)?.init.signal).toBeDefined());
  cancel.abort();
  expect(await failed).not.toBeInstanceOf(CallError);
});

test('a call does not name the HTTP library as its user agent', async () => {
  await call(open, {});
  expect(header('user-agent')).toBeNull();
});

test('an upload reports its progress from 0 to 1', async () => {
  const shares: number[] = [];
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(100)]), 'a.txt');
  class FakeXhr extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = 200;
    readonly readyState = 4;
    readonly responseURL = '';
    readonly responseText = '{"code":200,"msg":"","data":"灯塔来信"}';
    readonly response = this.responseText;
    onloadend: (() => void) | null = null;
    open = (): void => undefined;
    setRequestHeader = (): void => undefined;
    getAllResponseHeaders = (): string => 'content-type: application/json';
    send(body: unknown): void {
      expect(body).toBe(form);
      for (const loaded of [50, 100]) this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 100 }));
      this.onloadend?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  const data = await call(put, { body: form as never }, { onUploadProgress: (share) => shares.push(share) });
  expect([data, shares.at(-1)]).toEqual(['灯塔来信', 1]);
});

test('S7.28 a download sends a form and is saved under the name in the response header', async () => {
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  answer = () =>
    new Response('rows', { headers: { 'content-type': 'application/octet-stream', 'download-filename': encodeURIComponent('用户.xlsx') } });
  await receiveFile({ method: 'POST', path: '/system/user/export' }, { userName: '甲', status: '' });
  expect([last().address, String(last().init.body), header('authorization')]).toEqual([
    '/prod-api/system/user/export',
    `userName=${encodeURIComponent('甲')}`,
    'Bearer a-token',
  ]);
  expect(header('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
  expect(saved).toEqual(['用户.xlsx']);
  answer = () => Response.json({ code: 500, msg: '没有可导出的数据' });
  await expect(receiveFile({ method: 'POST', path: '/system/user/export' })).rejects.toMatchObject({ code: 500, message: '没有可导出的数据' });
  expect(saved).toEqual(['用户.xlsx']);
  answer = () => Response.json({ code: 200, msg: '导出量大，完成后在消息中通知您' });
  expect(await receiveFile({ method: 'POST', path: '/system/user/export' })).toBe('导出量大，完成后在消息中通知您');
  expect(saved).toEqual(['用户.xlsx']);
  click.mockRestore();
});

test('S7.25 a GET download carries its parameters in the query', async () => {
  answer = () => Response.json({ code: 500, msg: '文件已删除' });
  await expect(receiveFile({ method: 'GET', path: '/common/download' }, { fileName: 'a b.xlsx', delete: true })).rejects.toThrow('文件已删除');
  expect([last().address, last().init.body]).toEqual(['/prod-api/common/download?fileName=a+b.xlsx&delete=true', null]);
});

test('a captive portal page is reported as one, not as a server error', async () => {
  answer = () => new Response('<!doctype html><title>登录 Wi-Fi</title>', { headers: { 'content-type': 'text/html' } });
  const error = await call(open, {}).catch((thrown: unknown) => thrown);
  expect([isAway(error), (error as CallError).message]).toEqual([true, '没有连到书舟：这个网络可能要先登录，如机场、酒店的 Wi-Fi']);
});

const say = endpoint('POST /say', { summary: '说', access: 'signed-in', once: true, body: z.object({ text: z.string() }), data: z.number() });

test('52.1 a change that is asked for twice at the same time is sent once, and both callers get its answer', async () => {
  const before = asked.length;
  let respond: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => (respond = resolve));
  answer = () => response;
  const both = Promise.all([call(say, { body: { text: '请核对' } }), call(say, { body: { text: '请核对' } })]);
  respond(Response.json({ code: 200, msg: '', data: 7 }));
  expect(await both).toEqual([7, 7]);
  expect(asked.length - before).toBe(1);
});

test('52.1 the same change of another user of the device is a call of its own', async () => {
  const before = asked.length;
  let respond: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => (respond = resolve));
  answer = () => response.then((one) => one.clone());
  const first = call(say, { body: { text: '请核对' } });
  await vi.waitFor(() => expect(asked.length - before).toBe(1));
  writeToken('another-token');
  const second = call(say, { body: { text: '请核对' } });
  respond(Response.json({ code: 200, msg: '', data: 7 }));
  expect(await Promise.all([first, second])).toEqual([7, 7]);
  expect(asked.length - before).toBe(2);
});

test('52.1 a change without an answer is repeated under the same key, the next one has its own', async () => {
  answer = () => Promise.reject(new TypeError('offline'));
  await expect(call(say, { body: { text: '请核对' } })).rejects.toBeInstanceOf(CallError);
  const first = header('idempotency-key');
  expect(first).toMatch(/^[\w-]{36}$/);
  answer = () => Response.json({ code: 200, msg: '', data: 7 });
  await call(say, { body: { text: '请核对' } });
  expect(header('idempotency-key')).toBe(first);
  await call(say, { body: { text: '请核对' } });
  expect(header('idempotency-key')).not.toBe(first);
});
