// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { showAlert, confirm } from './dialogs.ts';
import { eventLoopTurns } from '../../../tests/support/event-loop.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));

afterEach(() => vi.waitFor(() => expect(document.querySelector('.adm-dialog')).toBeNull()));

/** Opens a sheet as a browser does; the test environment has no modal dialogs. */
function openSheet(): HTMLDialogElement {
  const sheet = document.createElement('dialog');
  Object.assign(sheet, { matches: (question: string) => question === ':modal' });
  sheet.open = true;
  document.body.append(sheet);
  return sheet;
}
const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('.adm-dialog-button')].find((one) => one.textContent === name);
const asked = (name: string): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const found = button(name);
    if (!found) throw new Error('nothing is asked');
    expect(document.activeElement).toBe(found);
    return found;
  });

test('a question above a closing sheet outlives the sheet, has the focus, and gets its answer', async () => {
  const sheet = openSheet();
  const answer = confirm('删除这条笔记', '删除后不能恢复。', '删除');
  expect(sheet.contains(await asked('删除'))).toBe(true);
  sheet.remove();
  const left = await asked('删除');
  expect(document.body.contains(left)).toBe(true);
  left.click();
  expect(await answer).toBe(true);
});

test('going back from the page counts as no to its question, and leaves an information dialog open', async () => {
  const answer = confirm('删除本机副本', '断网时将不能阅读。', '删除');
  await asked('删除');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(await answer).toBe(false);
  await vi.waitFor(() => expect(document.querySelector('.adm-dialog')).toBeNull());

  const said = showAlert('系统提示', '请登录!', '登录');
  await asked('登录');
  dispatchEvent(new PopStateEvent('popstate'));
  await eventLoopTurns();
  expect(button('登录')).toBeDefined();
  (await asked('登录')).click();
  await said;
});

test('the back key of a phone answers no, once', async () => {
  const watchers: (EventTarget & { gone?: true })[] = [];
  class Watcher extends EventTarget {
    gone?: true;
    constructor() {
      super();
      watchers.push(this);
    }
    destroy(): void {
      this.gone = true;
    }
  }
  vi.stubGlobal('CloseWatcher', Watcher);
  const answer = confirm('删除本机副本', '断网时将不能阅读。', '删除');
  await asked('删除');
  watchers[0]?.dispatchEvent(new Event('close'));
  expect(await answer).toBe(false);
  vi.stubGlobal('CloseWatcher', undefined);
  expect(watchers.map((one) => one.gone)).toEqual([true]);
});

test('an answered dialog disappears at once with the sheet below it', async () => {
  const sheet = openSheet();
  const said = showAlert('系统提示', '请登录!', '登录');
  (await asked('登录')).click();
  await said;
  sheet.remove();
  await eventLoopTurns();
  expect(button('登录')).toBeUndefined();
});

test('a message shown before a sheet opens is above the sheet', async () => {
  const said = showAlert('系统提示', '请登录!', '登录');
  await asked('登录');
  const sheet = openSheet();
  await vi.waitFor(() => expect(sheet.contains(button('登录') ?? null)).toBe(true));
  (await asked('登录')).click();
  await said;
  sheet.remove();
});
