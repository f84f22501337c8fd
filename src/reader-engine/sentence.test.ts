// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { characterIn } from './sentence.ts';

it('finds the character at a fraction of a text, without ruby and without text outside the range', () => {
  document.body.innerHTML = '<p>前面。江<ruby>霧<rt>wù</rt></ruby>起，<b>船</b>不出。后面。</p>';
  const paragraph = document.querySelector('p')!;
  const range = document.createRange();
  range.setStart(paragraph.firstChild!, 3);
  range.setEnd(paragraph.lastChild!, 3);
  expect([0, 0.13, 0.5, 0.99, 1].map((part) => characterIn(range, part).toString())).toEqual(['江', '霧', '船', '。', '。']);
  range.setStart(paragraph.lastChild!, 0);
  expect(characterIn(range, 0.5).toString()).toBe('出');
});
