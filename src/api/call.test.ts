// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../contract/endpoint.ts';
import { captchaImage } from '../../contract/identity/login.ts';
import { clearToken, writeToken } from '../session/token.ts';
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
let answer = (): Response => Response.json({ code: 200, msg: '', data: ['灯塔来信'] });
const limits = vi.spyOn(AbortSignal, 'timeout');
vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
  asked.push({ address, init });
  return answer();
});
const last = () => asked.at(-1) ?? { address: '', init: {} };
const header = (name: string) => new Headers(last().init.headers).get(name);

beforeEach(() => writeToken('a-token'));
afterEach(() => {
  clearToken();
  limits.mockClear();
  answer = () => Response.json({ code: 200, msg: '', data: ['灯塔来信'] });
});

test('S7.1 S9.1 S9.10 a call goes under /prod-api with the bearer, its parameters in the query, for ten seconds at most', async () => {
  expect(await call(list, { params: { shelfId: 7 }, query: { word: '灯 塔&', pageNum: 2 } })).toEqual(['灯塔来信']);
  expect(last().address).toBe(`/prod-api/shelf/7/list?word=${encodeURIComponent('灯 塔&').replaceAll('%20', '+')}&pageNum=2`);
  expect([last().init.method, header('authorization'), last().init.body]).toEqual(['GET', 'Bearer a-token', null]);
  expect(limits).toHaveBeenLastCalledWith(10_000);
  await call(put, { body: { title: '灯塔来信' } });
  expect([last().init.method, header('authorization'), last().init.body]).toEqual(['POST', 'Bearer a-token', '{"title":"灯塔来信"}']);
});

test('S7.1 a call marked as one without a token carries none', async () => {
  await call(open, {});
  expect([last().address, header('authorization')]).toEqual(['/prod-api/open', null]);
  clearToken();
  await call(list, { params: { shelfId: 7 }, query: {} });
  expect([last().address, header('authorization')]).toEqual(['/prod-api/shelf/7/list', null]);
});

test('S7.7 S9.1 the captcha is waited for twenty seconds, and asked for without a token', async () => {
  await call(captchaImage, {});
  expect([last().address, header('authorization')]).toEqual(['/prod-api/captchaImage', null]);
  expect(limits).toHaveBeenLastCalledWith(20_000);
});

test('S8.9 an answer that does not come in time is said as that, and not as a lost network', async () => {
  const over = AbortSignal.abort();
  limits.mockReturnValueOnce(over);
  answer = () => {
    throw over.reason;
  };
  const error = await call(open, {}).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ code: TOO_LATE, message: '系统接口请求超时' });
});

test('S7.28 S9.1 a download sends a form, is waited for 1,000,000 ms, and is saved under the name of the header', async () => {
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
  expect(last().init.body).toBeInstanceOf(URLSearchParams);
  expect(limits).toHaveBeenLastCalledWith(1_000_000);
  expect(saved).toEqual(['用户.xlsx']);
  answer = () => Response.json({ code: 500, msg: '没有可导出的数据' });
  await expect(receiveFile({ method: 'POST', path: '/system/user/export' })).rejects.toMatchObject({ code: 500, message: '没有可导出的数据' });
  expect(saved).toEqual(['用户.xlsx']);
  click.mockRestore();
});

test('S7.25 a file that is named in the address is asked for by GET, its name and what comes of it in the query', async () => {
  answer = () => Response.json({ code: 500, msg: '文件已删除' });
  await expect(receiveFile({ method: 'GET', path: '/common/download' }, { fileName: 'a b.xlsx', delete: true })).rejects.toThrow('文件已删除');
  expect([last().address, last().init.body]).toEqual(['/prod-api/common/download?fileName=a+b.xlsx&delete=true', null]);
});

test('the page of a network that wants a sign-in is said to be one: nobody is sent to the administrator', async () => {
  answer = () => new Response('<!doctype html><title>登录 Wi-Fi</title>', { headers: { 'content-type': 'text/html' } });
  const error = await call(open, {}).catch((thrown: unknown) => thrown);
  expect([isAway(error), (error as CallError).message]).toEqual([true, '没有连到书舟：这个网络可能要先登录，如机场、酒店的 Wi-Fi']);
});
