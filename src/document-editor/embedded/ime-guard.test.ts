// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { caretIn, guardInput, placeForComposition } from './ime-guard.ts';

interface Run {
  readonly text: string;
  readonly mark?: 'insert' | 'delete';
}

/** One painted paragraph, as the editor paints it: fragment, line, runs with their positions. */
function paint(runs: readonly Run[], id = '/word/document.xml#0.0.1'): HTMLElement {
  const fragment = document.createElement('div');
  fragment.className = 'docx-paragraph-fragment';
  fragment.dataset['paragraphId'] = id;
  const line = document.createElement('div');
  line.dataset['paragraphId'] = id;
  let at = 0;
  for (const { text, mark } of runs) {
    const run = document.createElement('span');
    Object.assign(run.dataset, { paragraphId: id, start: String(at), end: String((at += text.length)), ...(mark ? { revisionKind: mark } : {}) });
    run.textContent = text;
    line.append(run);
  }
  fragment.append(line);
  document.body.append(fragment);
  return line;
}

function caret(node: Node, offset: number): Selection {
  const selection = document.getSelection()!;
  selection.collapse(node, offset);
  return selection;
}
const textOf = (line: HTMLElement, run: number): Node => line.children[run]!.firstChild!;

beforeEach(() => document.body.replaceChildren());

test('reads the place of the caret inside a run, at its end, and between runs', () => {
  const line = paint([{ text: '桥上的' }, { text: '灯' }]);
  expect(caretIn(caret(textOf(line, 0), 2))).toMatchObject({ offset: 2, between: false });
  expect(caretIn(caret(textOf(line, 1), 1))).toMatchObject({ offset: 4, between: false });
  expect(caretIn(caret(line, 1))).toMatchObject({ offset: 3, between: true });
  expect(caretIn(caret(line, 0))).toMatchObject({ offset: 0, between: true });
  expect(caretIn(caret(document.body, 0))).toBeNull();
});

test('trap 2: before struck text the composition begins behind it', () => {
  const line = paint([{ text: '前文' }, { text: '零一', mark: 'delete' }, { text: '二三', mark: 'delete' }, { text: '后文' }]);
  for (const selection of [() => caret(textOf(line, 0), 2), () => caret(line, 1), () => caret(textOf(line, 1), 1)])
    expect(placeForComposition(selection())).toEqual({ paragraphId: '/word/document.xml#0.0.1', offset: 6 });
  expect(placeForComposition(caret(textOf(line, 0), 1))).toBeNull();
  expect(placeForComposition(caret(textOf(line, 3), 0))).toBeNull();
});

test('trap 2: struck text of another paragraph does not count', () => {
  const line = paint([{ text: '前文' }]);
  paint([{ text: '零一二三', mark: 'delete' }], '/word/document.xml#0.0.2');
  expect(placeForComposition(caret(textOf(line, 0), 2))).toBeNull();
});

test('trap 3: right after the number of a note the composition begins behind the space', () => {
  const line = paint([{ text: '1' }, { text: ' 注文' }], '/word/footnotes.xml#0.1.0');
  expect(placeForComposition(caret(line, 1))).toEqual({ paragraphId: '/word/footnotes.xml#0.1.0', offset: 2 });
  expect(placeForComposition(caret(textOf(line, 1), 2))).toBeNull();
  const body = paint([{ text: '1' }, { text: ' 正文' }]);
  expect(placeForComposition(caret(body, 1))).toBeNull();
});

test('trap 1: marks the page while a composition may begin, and no longer', () => {
  const line = paint([{ text: '文' }]);
  const exec = vi.fn();
  const stop = guardInput(document.body, { exec } as never);
  const composing = () => document.body.classList.contains('docx-composing');
  const key = (keyCode: number) => line.dispatchEvent(new KeyboardEvent('keydown', { keyCode, bubbles: true }));
  key(229);
  expect(composing()).toBe(true);
  line.dispatchEvent(new Event('compositionend', { bubbles: true }));
  expect(composing()).toBe(false);
  line.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  expect(composing()).toBe(true);
  key(65);
  expect(composing()).toBe(false);
  key(229);
  stop();
  expect(composing()).toBe(false);
  expect(exec).not.toHaveBeenCalled();
});

test('moves the caret before the composition', () => {
  const line = paint([{ text: '前' }, { text: '零一', mark: 'delete' }]);
  const exec = vi.fn();
  const stop = guardInput(document.body, { exec } as never);
  caret(line, 1);
  line.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  const place = { paragraphId: '/word/document.xml#0.0.1', offset: 3 };
  expect(exec).toHaveBeenCalledWith({ type: 'setSelection', range: { anchor: place, head: place } });
  stop();
});
