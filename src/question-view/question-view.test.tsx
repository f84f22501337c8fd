// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer, Judged, QuestionKey, ShownQuestion } from '../../contract/textbook/question-kind.ts';
import { moved } from './order-part.tsx';
import { QuestionView } from './question-view.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
let answer: Answer = null;
const page = () => document.body;
const find = <T extends Element = HTMLElement>(selector: string): T => page().querySelector<T>(selector) as T;
const all = (selector: string): HTMLElement[] => [...page().querySelectorAll<HTMLElement>(selector)];

function Page({ shown, judged, keyPart }: { shown: ShownQuestion; judged?: Judged; keyPart?: QuestionKey }) {
  const [value, setValue] = useState<Answer>(null);
  return (
    <QuestionView
      shown={shown}
      answer={value}
      onChange={(next) => {
        answer = next;
        setValue(next);
      }}
      order=""
      judged={judged ?? null}
      keyPart={keyPart ?? null}
    />
  );
}

const draw = (shown: ShownQuestion, judged?: Judged, keyPart?: QuestionKey) =>
  act(async () => root.render(<Page shown={shown} {...(judged ? { judged } : {})} {...(keyPart ? { keyPart } : {})} />));
const press = (element: HTMLElement) => act(async () => element.click());

function type(input: HTMLInputElement | HTMLSelectElement, value: string, event = 'input') {
  const prototype = input instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  return act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event(event, { bubbles: true }));
  });
}

beforeEach(() => {
  answer = null;
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.querySelector('div') as HTMLElement);
});
afterEach(() => act(async () => root.unmount()));

const choices = (...ids: string[]) => ids.map((id) => ({ id, html: `选项${id}` }));

test('answers hold option ids; taking back the last choice is unanswered', async () => {
  await draw({ kind: 'multi', stem: '选', options: choices('x1', 'x2') });
  const [first, second] = all('input');
  await press(first as HTMLElement);
  await press(second as HTMLElement);
  expect(answer).toEqual(['x1', 'x2']);
  await press(first as HTMLElement);
  await press(second as HTMLElement);
  expect(answer).toBeNull();
});

test('a blank is drawn at its place in the stem; pinyin that is being composed is no answer', async () => {
  await draw({ kind: 'fill', stem: '<p>我在[[b1]]。</p>', blanks: [{ id: 'b1', type: 'text' }] });
  const input = find<HTMLInputElement>('p input[aria-label="第1空"]');
  await act(async () => input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })));
  await type(input, 'du kou');
  expect(answer).toBeNull();
  expect(input.value).toBe('du kou');
  await type(input, '渡口');
  await act(async () => input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
  expect(answer).toEqual({ b1: '渡口' });
});

test('pairs are made by two taps or by a select box; an item that is not reusable moves', async () => {
  await draw({ kind: 'match', stem: '连', left: choices('l1', 'l2'), right: choices('r1', 'r2'), reusable: false });
  const [l1, l2, r1] = all('.question-item');
  await press(l1 as HTMLElement);
  await press(r1 as HTMLElement);
  expect(answer).toEqual({ l1: 'r1' });
  expect(find('output').textContent).toBe('选项l1连到A');
  await press(l2 as HTMLElement);
  await press(r1 as HTMLElement);
  expect(answer).toEqual({ l2: 'r1' });
  await type(find<HTMLSelectElement>('select[aria-label="第1项连到"]'), 'r2', 'change');
  expect(answer).toEqual({ l2: 'r1', l1: 'r2' });
});

test('an order is changed by taps, arrows and a select box, and is announced', async () => {
  await draw({ kind: 'order', stem: '排', items: choices('a', 'b', 'c') });
  await press(all('.question-item')[0] as HTMLElement);
  await press(all('.question-item')[2] as HTMLElement);
  expect(answer).toEqual(['b', 'c', 'a']);
  await press(all('.question-item')[2] as HTMLElement);
  await act(async () => all('.question-item')[2]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })));
  expect(answer).toEqual(['b', 'a', 'c']);
  expect(find('output').textContent).toBe('选项a，第2位');
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
});

test('says right and wrong by word, with hint, key and explanation', async () => {
  const shown: ShownQuestion = { kind: 'fill', stem: '[[b1]]', blanks: [{ id: 'b1', type: 'text' }] };
  const judged: Judged = { verdict: 'wrong', score: 0, parts: { b1: { share: 0, hint: 'punct' } } };
  await draw(shown, judged);
  expect(page().textContent).toContain('错误，注意标点');
  expect(page().textContent).toContain('答错了');
  expect(page().textContent).not.toContain('答案');
  await draw(shown, judged, {
    kind: 'fill',
    policy: 'each',
    language: 'zh',
    explanation: '因为有桥',
    blanks: [
      {
        id: 'b1',
        keys: [
          { share: 10_000, text: '渡口' },
          { share: 10_000, text: '码头', hidden: true },
        ],
      },
    ],
  });
  expect(page().textContent).toContain('答案：渡口');
  expect(page().textContent).not.toContain('码头');
  expect(page().textContent).toContain('因为有桥');
});

test('a passage keeps the answers of its parts apart', async () => {
  await draw({
    kind: 'passage',
    stem: '<p>材料</p>',
    plays: 0,
    parts: [
      { id: 'p1', points: 100, kind: 'judge', stem: '甲' },
      { id: 'p2', points: 100, kind: 'single', stem: '乙', options: choices('x', 'y') },
    ],
  });
  await press(all('input')[1] as HTMLElement);
  await press(all('input')[2] as HTMLElement);
  expect(answer).toEqual({ p1: false, p2: 'x' });
});
