// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { placeMarks, startOf } from './mark-places.ts';

test('finds the quote after its context among equal quotes, else the first one', () => {
  const text = '灯亮了。桥上的灯亮了。';
  expect(startOf(text, { quote: '灯亮了', context: '桥上的' })).toBe(7);
  expect(startOf(text, { quote: '灯亮了', context: '' })).toBe(0);
  expect(startOf(text, { quote: '灯亮了', context: '改过的上文' })).toBe(0);
  expect(startOf(text, { quote: '没有的字', context: '' })).toBe(-1);
});

test('wraps a quote that crosses elements, and reports what the text does not have', () => {
  const root = document.createElement('div');
  root.innerHTML = '<p>桥上的<em>灯</em>亮了。</p>';
  const found = placeMarks(root, [
    { markId: 1, quote: '的灯亮', context: '桥上' },
    { markId: 2, quote: '船', context: '' },
  ]);
  expect([...found]).toEqual([1]);
  expect([...root.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['的', '灯', '亮']);
  expect(root.textContent).toBe('桥上的灯亮了。');
});
