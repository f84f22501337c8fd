// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { File as WholeFile } from 'node:buffer';
import { get, keys } from 'idb-keyval';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CODE } from '../../contract/error.ts';
import { deviceStore } from '../storage/device-store.ts';
import { clearRowsOf } from '../sign-out/personal-keys.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { updateAttempt, attemptsOf } from './attempt-store.ts';

const state = vi.hoisted(() => ({ send: null as null | ((path: string, file: File) => void), stored: [] as object[], fault: null as Error | null }));
vi.mock('../uploads/resumable-upload.ts', () => ({
  sendFile: (path: string, file: File, listener: { onDone(id: string): void; onError(words: string, mayGoOn: boolean): void }) => {
    if (!state.send) listener.onError('上传中断，请检查网络后继续', true);
    else {
      state.send(path, file);
      listener.onDone('f'.repeat(32));
    }
    return Promise.resolve({});
  },
}));
vi.mock('../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: ({ path }: { path: string }, { body }: { body: object }) => {
    if (path !== '/cms/attempt/file') return Promise.reject(new Error(path));
    if (state.fault) return Promise.reject(state.fault);
    state.stored.push(body);
    return Promise.resolve();
  },
}));
const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
vi.mock('../device-key/device-key.ts', () => ({ storedKey: () => Promise.resolve(key), prepareKey: () => Promise.resolve(key) }));
vi.mock('../session/session.store.ts', () => ({ personOfToken: () => 7, session: { now: { state: 'anonymous' } }, onPersonChange: () => undefined }));
const { answerBlob, dropFile, heldFiles, takeFile } = await import('./answer-files.ts');
const { sendAttempts } = await import('./attempt-sender.ts');
const { CallError } = await import('../api/call.ts');

// The file of jsdom cannot be read.
vi.stubGlobal('File', WholeFile);

const store = deviceStore('shuzhou-answer-files', 'files');
let made = 0;
async function attempt(): Promise<string> {
  const attemptKey = `attempt-file-000${(made += 1)}`;
  const record = {
    userId: 7,
    paper: { attemptKey },
    deviceId: 'device-1',
    events: [],
    acknowledged: 0,
    status: 'doing',
    words: '',
    rejected: '',
    latest: 0,
  };
  await updateAttempt(7, attemptKey, () => record as unknown as AttemptRecord);
  return attemptKey;
}
const recordOf = async (attemptKey: string) => (await attemptsOf(7)).find(({ paper }) => paper.attemptKey === attemptKey);
const recording = (text: string): File => new File([text], '录音.webm', { type: 'audio/webm' });
const rowsOf = async (attemptKey: string): Promise<string[]> => (await keys<string>(store)).filter((name) => name.includes(attemptKey));

beforeEach(() => Object.assign(state, { send: null, stored: [], fault: null }));
afterEach(() => vi.restoreAllMocks());

it('§9 a file without a network waits on the device, encrypted, and is sent before anything else when the network is back', async () => {
  const attemptKey = await attempt();
  const fileKey = await takeFile(7, attemptKey, recording('secret-words'), 'recording');
  const [name = ''] = await rowsOf(attemptKey);
  expect(name).toBe(`7 waiting ${attemptKey} ${fileKey}`);
  const row = await get<{ bytes: ArrayBuffer }>(name, store);
  expect(new TextDecoder().decode(row?.bytes)).not.toContain('secret-words');
  expect(await (await answerBlob(7, attemptKey, fileKey)).text()).toBe('secret-words');
  await sendAttempts();
  expect((await recordOf(attemptKey))?.files).toEqual({ [fileKey]: '' });
  const sent: string[] = [];
  state.send = (path, file) => sent.push(`${path} ${file.name} ${file.type} ${file.size}`);
  await sendAttempts();
  expect(sent).toEqual(['/cms/attempt/upload 录音.webm audio/webm 12']);
  expect(state.stored).toEqual([{ attemptKey, fileKey, uploadId: 'f'.repeat(32), kind: 'recording' }]);
  expect((await recordOf(attemptKey))?.files).toEqual({});
});

it('§8 a waiting file stays at the sign-out for its user; a sent one leaves', async () => {
  const attemptKey = await attempt();
  const first = await takeFile(7, attemptKey, recording('one'), 'recording');
  state.send = () => undefined;
  await sendAttempts();
  state.send = null;
  const second = await takeFile(7, attemptKey, recording('two'), 'recording');
  expect(await rowsOf(attemptKey)).toEqual([`7 sent ${attemptKey} ${first}`, `7 waiting ${attemptKey} ${second}`]);
  await clearRowsOf(7);
  expect(await rowsOf(attemptKey)).toEqual([`7 waiting ${attemptKey} ${second}`]);
});

it('§9 a file that the server never takes is not tried again, and says why', async () => {
  const attemptKey = await attempt();
  const fileKey = await takeFile(7, attemptKey, recording('x'), 'recording');
  state.send = () => undefined;
  state.fault = new CallError(CODE.invalid, '文件内容与扩展名webm不符，请检查后重新上传');
  await sendAttempts();
  expect((await recordOf(attemptKey))?.files).toEqual({ [fileKey]: '文件内容与扩展名webm不符，请检查后重新上传' });
  state.fault = null;
  await sendAttempts();
  expect(state.stored).toEqual([]);
});

it('§9 without a record on the device the file is sent at once', async () => {
  state.send = () => undefined;
  const fileKey = await takeFile(7, 'attempt-not-stored', recording('x'), 'recording');
  expect(state.stored).toEqual([expect.objectContaining({ fileKey })]);
  expect(await rowsOf('attempt-not-stored')).toEqual([]);
});

it('§9 a device without room and without a network keeps the file in the page and sends it once', async () => {
  const attemptKey = await attempt();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const fileKey = await takeFile(7, attemptKey, recording('only-here'), 'recording');
  const other = await takeFile(7, attemptKey, recording('not wanted'), 'recording');
  await dropFile(7, attemptKey, other);
  full.mockRestore();
  expect(await rowsOf(attemptKey)).toEqual([]);
  expect(heldFiles(7, attemptKey)).toBe(1);
  expect(heldFiles(8, attemptKey)).toBe(0);
  expect(await (await answerBlob(7, attemptKey, fileKey)).text()).toBe('only-here');
  await sendAttempts();
  expect(heldFiles(7, attemptKey)).toBe(1);
  state.send = () => undefined;
  await sendAttempts();
  await sendAttempts();
  expect(state.stored).toEqual([{ attemptKey, fileKey, uploadId: 'f'.repeat(32), kind: 'recording' }]);
  expect(heldFiles(7, attemptKey)).toBe(0);
});
