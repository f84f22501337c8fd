// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedOf, openAnnotations, write } from '../../annotations/annotations.store.ts';
import { addMark, addWord } from '../../annotations/marks.ts';
import { dayOfReading } from '../../reading-stats/reading-days.ts';
import { session } from '../../session/session.store.ts';
import { network } from '../frame/network.store.ts';
import { NotesScreen } from './notes.screen.tsx';
import { ReadingDaysScreen } from './reading-days.screen.tsx';
import { WordsScreen } from './words.screen.tsx';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// jsdom does not support modal dialogs.
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  this.open = true;
};
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

const user = {
  userId: 9,
  userName: 'a',
  nickName: '',
  email: '',
  phonenumber: '',
  avatar: '',
  introduction: '',
  admin: false,
  sex: '0',
  status: '0',
} as const;
const passage = { publishId: 12, editionId: 3, documentIndex: 0, chapterTitle: '第一章', cfi: 'epubcfi(/6/2!/4/2)', before: '', after: '' };

let root: Root;
let place: HTMLElement;
const settle = () => act(eventLoopTurns);
async function open(Screen: ComponentType): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Screen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await settle();
}
const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';
async function press(name: string): Promise<void> {
  const button = [...place.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
  button?.focus();
  await act(async () => button?.click());
  await settle();
}

beforeEach(async () => {
  session.now = { state: 'authenticated', user, roles: [], permissions: [] };
  await openAnnotations();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

test('moves the focus through a word review from step to step and out of it', async () => {
  await addWord({ ...passage, text: '灯塔' }, '灯塔亮了。', '海边的灯', Date.now() - 9e8);
  await addWord({ ...passage, text: '港口' }, '船出港口。', '停船的地方', Date.now() - 8e8);
  await open(WordsScreen);
  await press('开始复习');
  expect(focused()).toBe('看释义');
  expect(document.getElementById(document.activeElement?.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toBe('灯塔');
  await press('看释义');
  expect(focused()).toBe('海边的灯');
  await press('认识');
  expect(focused()).toBe('看释义');
  await press('先到这里');
  expect(focused()).toBe('复习');
  await press('删除：港口');
  expect(focused()).toBe('删除：灯塔');
});

test('edits a meaning in the list and during a review, and keeps the learning progress of the word', async () => {
  await addWord({ ...passage, text: '罗盘' }, '罗盘指北。', '', Date.now() - 9e8);
  const kept = () => storedOf('word').find(({ text }) => text === '罗盘');
  const before = kept();
  const write = async (text: string): Promise<void> => {
    const field = place.querySelector('textarea');
    if (!field) throw new Error('no field to write in');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await press('保存');
  };
  await open(WordsScreen);
  await press('改释义：罗盘');
  await write(' 指方向的仪器 ');
  expect(kept()).toMatchObject({ meaning: '指方向的仪器', box: before?.box, dueAt: before?.dueAt, reviews: before?.reviews });
  expect(place.querySelector('dialog')).toBeNull();
  expect(focused()).toBe('改释义：罗盘');
  await press('开始复习');
  while (document.getElementById('word-card-word')?.textContent !== '罗盘') {
    await press('看释义');
    await press('认识');
  }
  await press('看释义');
  await press('改释义');
  await write('');
  expect(kept()?.meaning).toBe('');
  expect(place.querySelector('.word-card-meaning')?.textContent).toBe('还没有写释义');
});

test('two books without loaded titles do not become two landmarks with the same name', async () => {
  for (const publishId of [12, 13]) addMark({ ...passage, publishId, text: '灯', type: 'highlight', note: '', colour: 'yellow', percent: 1 });
  await open(NotesScreen);
  expect([...place.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual(['一本书', '一本书']);
  expect(place.querySelectorAll('section[aria-label]')).toHaveLength(0);
  // The group label applies to both export buttons and is announced once only.
  const groups = [...place.querySelectorAll('fieldset')].map((group) => [group.getAttribute('aria-label'), group.textContent]);
  expect(groups[0]).toEqual(['导出《一本书》的笔记', '导出笔记MarkdownCSV 表格']);
});

test('the days of a month are one tab stop, and arrow keys move from day to day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 18, 12) });
  await open(ReadingDaysScreen);
  const days = [...place.querySelectorAll<HTMLButtonElement>('.calendar-day:enabled')];
  expect(days.filter((day) => day.tabIndex === 0).map((day) => day.textContent)).toEqual(['18']);
  days.find((day) => day.tabIndex === 0)?.focus();
  const key = (name: string) => act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
  await key('ArrowUp');
  expect(focused()).toContain('11 月 11 日，周三');
  await key('ArrowLeft');
  expect(focused()).toContain('11 月 10 日，周二');
  await key('End');
  expect(focused()).toContain('11 月 18 日');
  await press('上个月');
  await press('下个月');
  // The button for the next month is disabled here, but the focus is not lost.
  expect(focused()).toBe('下个月');
  vi.useRealTimers();
});

test('shows finished books whose titles are only on the server, instead of leaving them out', async () => {
  write('day', 'day-1', { day: dayOfReading(), seconds: 60, pages: 3, finished: [12, 13] });
  await open(ReadingDaysScreen);
  const words = () => place.querySelector('[aria-label="读完的书"]')?.textContent;
  await vi.waitFor(async () => {
    await settle();
    expect(words()).toContain('书名没有取到，请稍后再来看');
  });
  await act(async () => (network.online = false));
  expect(words()).toContain('书名联网后显示');
  network.online = true;
});
