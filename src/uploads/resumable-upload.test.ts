import { beforeEach, expect, test, vi } from 'vitest';
import { onSignedOut } from '../api/call.ts';
import { sendFile } from './resumable-upload.ts';

interface Options {
  onError(error: Error): void;
  onProgress(sent: number, total: number): void;
  onBeforeRequest(request: { setHeader(): void }): void;
}
const sent = vi.hoisted(() => ({ options: null as Options | null, done: [] as string[] }));
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(_file: File, options: Options) {
      sent.options = options;
    }
    findPreviousUploads = () => Promise.resolve([]);
    start = () => void sent.done.push('start');
    abort = () => Promise.resolve(void sent.done.push('abort'));
  },
}));

vi.stubGlobal('document', { cookie: '' });
const notified = vi.fn();
beforeEach(() => notified.mockReset());

/** Returns what an upload that ends with `error` reports. */
async function ended(file: File, error: Error): Promise<unknown[]> {
  await sendFile('/uploads', file, { onProgress: () => undefined, onDone: () => undefined, onError: notified });
  sent.options?.onError(error);
  await vi.waitFor(() => expect(notified).toHaveBeenCalledOnce());
  return notified.mock.calls[0] ?? [];
}

const whole = new File(['书'], '书.epub');
/** A browser cannot read a file that was changed or moved after the user chose it. */
const changed = Object.assign(new File(['书'], '书.epub'), {
  slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
});
const answered = (status: number, body: string): Error =>
  Object.assign(new Error('refused'), { originalResponse: { getStatus: () => status, getBody: () => body } });

test('reports a network error as one, and the upload can be resumed', async () =>
  expect(await ended(whole, new Error('no answer'))).toEqual(['上传中断，请检查网络后继续', true]));

test('does not report a changed or moved file as a network error, and asks for the file again', async () =>
  expect(await ended(changed, new Error('no answer'))).toEqual(['文件在上传时被改动或移走，请重新选择', false]));

test("shows the server's error message unchanged", async () => {
  expect(await ended(changed, answered(413, '{"code":413,"msg":"文件过大"}'))).toEqual(['文件过大', false]);
});

test('an error that does not concern the file lets the upload resume', async () => {
  expect(await ended(whole, answered(401, '{"code":401,"msg":"请重新登录"}'))).toEqual(['请重新登录', true]);
});

test('an upload with an expired session redirects to sign-in once, like every call', async () => {
  vi.stubGlobal('document', { cookie: 'Admin-Token=spent' });
  const refused = vi.fn();
  const unlisten = onSignedOut(refused);
  await sendFile('/uploads', whole, { onProgress: () => undefined, onDone: () => undefined, onError: notified });
  sent.options?.onBeforeRequest({ setHeader: () => undefined });
  sent.options?.onError(answered(401, '{"code":401,"msg":"请重新登录"}'));
  await vi.waitFor(() => expect(notified).toHaveBeenCalledOnce());
  sent.options?.onError(answered(413, '{"code":413,"msg":"文件过大"}'));
  expect(refused).toHaveBeenCalledExactlyOnceWith('spent');
  unlisten();
  vi.stubGlobal('document', { cookie: '' });
});

test('restarts a stalled connection once; then it reports an error, and the upload can be resumed', async () => {
  vi.useFakeTimers();
  sent.done.length = 0;
  const upload = await sendFile('/uploads', whole, { onProgress: () => undefined, onDone: () => undefined, onError: notified });
  const asks = () => sent.options?.onBeforeRequest({ setHeader: () => undefined });
  asks();
  await vi.advanceTimersByTimeAsync(59_000);
  sent.options?.onProgress(1, 3);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent.done).toEqual(['start']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.done).toEqual(['start', 'abort', 'start']);
  // Progress restarts the stall timer.
  sent.options?.onProgress(2, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notified).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notified).toHaveBeenCalledExactlyOnceWith('上传中断，请检查网络后继续', true);
  upload.resume();
  asks();
  upload.pause();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent.done.slice(-2)).toEqual(['start', 'abort']);
  vi.useRealTimers();
});
