// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Uploads from '../../uploads/resumable-upload.ts';
import { useTrackQueue } from './use-track-queue.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

type Listener = Parameters<typeof Uploads.sendFile>[2];
const server = vi.hoisted(() => ({ sent: [] as { name: string; listener: Listener; asked: string[] }[], added: [] as string[] }));
vi.mock('../../uploads/resumable-upload.ts', () => ({
  sendFile: (_path: string, file: File, listener: Listener) => {
    const asked: string[] = [];
    server.sent.push({ name: file.name, listener, asked });
    const note = (what: string) => () => Promise.resolve(void asked.push(what));
    return Promise.resolve({ pause: note('pause'), resume: note('resume'), cancel: note('cancel') });
  },
}));
vi.mock('../../api/call.ts', () => ({
  call: (_endpoint: unknown, { body }: { body: { uploadId: string } }) => Promise.resolve(void server.added.push(body.uploadId)),
}));

let root: Root;
let queue: ReturnType<typeof useTrackQueue>;
function Queue() {
  const now = useTrackQueue(1, () => undefined);
  useEffect(() => void (queue = now));
  return null;
}
beforeEach(async () => {
  server.sent.length = server.added.length = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Queue />));
});
afterEach(() => act(async () => root.unmount()));

const states = () => queue.items.map((item) => `${item.file.name} ${item.state}`);
const take = (...names: string[]) => act(async () => names.forEach((name) => queue.take(new File(['声'], name), '')));
const at = (place: number) => queue.items[place] as (typeof queue.items)[number];

test('starts the next upload when one is paused, and resumes it when its turn comes', async () => {
  await take('a.mp3', 'b.mp3');
  expect(states()).toEqual(['a.mp3 sending', 'b.mp3 waiting']);
  await act(async () => queue.pause(at(0)));
  expect(states()).toEqual(['a.mp3 paused', 'b.mp3 sending']);
  expect(server.sent.map(({ name, asked }) => [name, asked])).toEqual([
    ['a.mp3', ['pause']],
    ['b.mp3', []],
  ]);
  await act(async () => queue.resume(at(0)));
  expect(states()).toEqual(['a.mp3 waiting', 'b.mp3 sending']);
  await act(async () => server.sent[1]?.listener.onDone('bb'));
  expect(states()).toEqual(['a.mp3 sending']);
  expect(server.sent[0]?.asked).toEqual(['pause', 'resume']);
  await act(async () => server.sent[0]?.listener.onDone('aa'));
  expect(states()).toEqual([]);
  expect(server.added).toEqual(['bb', 'aa']);
});

test('a failed upload that was paused does not stop the running one', async () => {
  await take('a.mp3', 'b.mp3', 'c.mp3');
  await act(async () => queue.pause(at(0)));
  await act(async () => server.sent[0]?.listener.onError('断了', true));
  expect(states()).toEqual(['a.mp3 failed', 'b.mp3 sending', 'c.mp3 waiting']);
  await act(async () => queue.remove(at(0)));
  expect(states()).toEqual(['b.mp3 sending', 'c.mp3 waiting']);
});

test('deletes a paused upload on the server when it is removed', async () => {
  await take('a.mp3');
  await act(async () => queue.pause(at(0)));
  await act(async () => queue.remove(at(0)));
  expect(server.sent[0]?.asked).toEqual(['pause', 'cancel']);
});
