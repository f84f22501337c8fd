// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyboardInText } from './keyboard-in-text.ts';

vi.useFakeTimers();
let stop: () => void;
const by = (id: string) => document.getElementById(id) as HTMLElement;
const wait = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(500));

beforeEach(() => {
  document.body.innerHTML =
    '<button id="beside">旁</button><main><iframe data-shown tabindex="0"></iframe><div id="sheet"><button id="chapter">第二章</button></div><button id="keep">存到本机</button></main>';
  stop = keyboardInText(document.querySelector('main') as HTMLElement);
});
afterEach(() => stop());

it('moves the focus to the text when the focused control disappears or changes', async () => {
  by('chapter').focus();
  by('sheet').remove();
  await wait();
  expect(document.activeElement?.localName).toBe('iframe');

  by('keep').focus();
  by('keep').replaceWith(document.createElement('span'));
  await wait();
  expect(document.activeElement?.localName).toBe('iframe');
});

it('a control that handles focus changes itself keeps the focus, and so does a panel next to the page', async () => {
  by('chapter').focus();
  by('sheet').remove();
  by('keep').focus();
  await wait();
  expect(document.activeElement?.id).toBe('keep');
  by('beside').focus();
  by('beside').remove();
  await wait();
  expect(document.activeElement).toBe(document.body);
});

it('a press outside all controls removes the focus on purpose', async () => {
  by('chapter').focus();
  document.querySelector('main')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  by('sheet').remove();
  await wait();
  expect(document.activeElement).toBe(document.body);
});
