// @vitest-environment jsdom
import { eventLoopTurns } from '../../../../tests/support/event-loop.ts';
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAnnotations } from '../../../annotations/annotations.store.ts';
import { addMark, changeMark, marksIn, removeMark } from '../../../annotations/marks.ts';
import { personOf } from '../../../../tests/support/person.ts';
import { session } from '../../../session/session.store.ts';
import { marking } from './marking.store.ts';
import { NoteTask } from './note-task.tsx';
import { useMarks } from './use-marks.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};

const passage = {
  publishId: 12,
  editionId: 3,
  documentIndex: 0,
  chapterTitle: '第一章',
  cfi: 'epubcfi(/6/2!/4/2)',
  text: '灯亮了',
  before: '',
  after: '',
};

let root: Root | null = null;
let place: HTMLElement;
/** The editor as the page uses it: the mark is read again whenever it changes. */
function Open() {
  return <NoteTask marks={useMarks(12)} />;
}
const settle = () => act(eventLoopTurns);
async function open(clientId: string, fresh = false): Promise<void> {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  marking.task = { kind: 'note', clientId, fresh };
  await act(async () => root?.render(<Open />));
  await settle();
}
async function leave(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  place.remove();
  await settle();
}
const field = () => place.querySelector('textarea') as HTMLTextAreaElement;
async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
async function press(words: string): Promise<void> {
  const button = [...place.querySelectorAll('button')].find((one) => one.textContent === words || one.getAttribute('aria-label') === words);
  if (!button) throw new Error(`no button ${words}`);
  await act(async () => button.click());
}

let clientId = '';
beforeEach(async () => {
  session.now = { state: 'authenticated', user: personOf({ userId: 7 }), roles: [], permissions: [] };
  await openAnnotations();
  clientId = addMark({ ...passage, type: 'note', note: '从前写的', colour: 'yellow', percent: 1 });
});
afterEach(async () => {
  await leave();
  for (const mark of marksIn(12)) removeMark(mark.clientId);
});

test('restores a note that was closed without saving, or whose tab was killed', async () => {
  await open(clientId);
  await type('从前写的，现在又想到一句');
  await press('关闭');
  expect(marking.task).toBeNull();
  await leave();
  expect(marksIn(12)[0]?.note).toBe('从前写的');
  await open(clientId);
  expect(field().value).toBe('从前写的，现在又想到一句');
  expect(place.textContent).toContain('接着上次没有保存的写');
  await press('保存');
  expect(marksIn(12)[0]?.note).toBe('从前写的，现在又想到一句');
  await leave();
  await open(clientId);
  expect(place.textContent).not.toContain('接着上次');
});

test("shows another device's version next to an open note, and both can be kept", async () => {
  await open(clientId);
  await type('这里写的');
  await act(async () => changeMark(clientId, { note: '那边写的' }));
  expect(field().value).toBe('这里写的');
  expect(place.textContent).toContain('另一台设备也改了这条笔记');
  expect(place.querySelector('.note-twin')?.textContent).toContain('那边写的');
  await press('两条都留下');
  expect(
    marksIn(12)
      .map((mark) => mark.note)
      .sort(),
  ).toEqual(['这里写的', '那边写的']);
});

test('shows a version saved after the draft was started next to it, and the draft can be discarded', async () => {
  await open(clientId);
  await type('没写完的');
  await press('关闭');
  await leave();
  changeMark(clientId, { note: '后来写好的' });
  await open(clientId);
  expect(field().value).toBe('没写完的');
  expect(place.textContent).toContain('您上次没有写完，后来这条笔记又改过');
  expect(place.querySelector('.note-twin')?.textContent).toContain('后来写好的');
  await press('不要这些，看已保存的');
  await settle();
  expect(field().value).toBe('后来写好的');
  expect(place.querySelector('.note-twin')).toBeNull();
});

test('a note removed elsewhere stays open in the editor, and saving restores it', async () => {
  await open(clientId);
  await type('正在写');
  await act(async () => removeMark(clientId));
  expect(field().value).toBe('正在写');
  expect(place.textContent).toContain('这条笔记已在别处删除；保存会恢复它');
  await press('保存');
  expect(marksIn(12).map(({ note, type }) => [note, type])).toEqual([['正在写', 'note']]);
});

test('neither cuts off nor saves a text that is too long', async () => {
  await open(clientId);
  await type('长'.repeat(1649));
  expect(field().value).toHaveLength(1649);
  expect(place.querySelector('[role=alert]')?.textContent).toBe('最多 1000 个字，请删去 649 个字');
  await press('保存');
  expect(marking.task).not.toBeNull();
  expect(marksIn(12)[0]?.note).toBe('从前写的');
  await type('长'.repeat(1000));
  await press('保存');
  expect(marksIn(12)[0]?.note).toHaveLength(1000);
});

test('removes a mark that was created for a note when the note stays empty', async () => {
  changeMark(clientId, { note: '' });
  await open(clientId, true);
  await press('关闭');
  expect(marksIn(12)).toEqual([]);
});
