// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import { BookFileError, documentLoader } from './document-loader.ts';

const PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>一</title></head><body><p>第一句。</p></body></html>';
const book = { spine: [{ href: 'c1.xhtml' }], resources: [], language: 'zh-CN' } as unknown as PreparedBook;

let open = false;
const asked: string[] = [];
beforeEach(() => {
  open = false;
  asked.length = 0;
});
vi.stubGlobal('fetch', async (address: string) => {
  const status = open ? 200 : 403;
  asked.push(`${status} ${new URL(address).pathname}`);
  return new Response(open ? PAGE : '', { status });
});

test('requests a chapter again that was rejected before the reading grant was available', async () => {
  let give: (limit: number) => void = () => undefined;
  const right = new Promise<number>((resolve) => (give = resolve));
  const files = documentLoader('/books/1/2/', book, right);
  files.expect(0);
  const loaded = files.load(0);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  open = true;
  give(1);
  await expect(loaded).resolves.toBeTruthy();
  expect(asked).toEqual(['403 /books/1/2/c1.xhtml', '200 /books/1/2/c1.xhtml']);
});

test.each([
  ['known', () => Promise.resolve(0)],
  ['not to be had', () => Promise.reject(new Error('no network'))],
])('does not retry a rejected chapter when the reading grant is %s', async (_state, ask) => {
  const right: Promise<number> = ask();
  const files = documentLoader('/books/1/2/', book, right);
  await right.catch(() => undefined);
  await Promise.resolve();
  await expect(files.load(0)).rejects.toThrow('403');
  expect(asked).toHaveLength(1);
});

test('reports a network failure when a chapter gets no answer, and allows another request', async () => {
  vi.useFakeTimers();
  const answering = globalThis.fetch;
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))),
  );
  const files = documentLoader('/books/1/2/', book);
  const failed = files.load(0).catch((error: unknown) => (error instanceof BookFileError ? error.status : error));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await failed).toBe(0);
  vi.useRealTimers();
  open = true;
  vi.stubGlobal('fetch', answering);
  await expect(files.load(0)).resolves.toBeTruthy();
});

test('rejects the sign-in page of a captive portal as a chapter, and accepts an HTML chapter from the server', async () => {
  const answering = globalThis.fetch;
  const html = (text: string, more: Record<string, string> = {}) =>
    new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...more } });
  vi.stubGlobal('fetch', async () => html('<h1>机场 Wi-Fi 登录</h1>'));
  const files = documentLoader('/books/1/2/', book);
  await expect(files.load(0)).rejects.toMatchObject({ status: 0 });
  vi.stubGlobal('fetch', async () => html('<p>第一句。</p>', { 'content-security-policy': "default-src 'none'; sandbox" }));
  await expect(files.load(0)).resolves.toBeTruthy();
  vi.stubGlobal('fetch', answering);
});
