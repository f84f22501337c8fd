// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { paragraphsOf } from './paragraphs.ts';

test('§7 asides that the book declares for exercises are places: the first paragraph of each with an id', () => {
  const parsed = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
      <p>渡口在江南。</p>
      <aside id="a1" epub:type="practice"><p>读完做一做。</p><p>写在本子上。</p></aside>
      <aside id="a2" epub:type="assessment help">本章小测</aside>
      <aside epub:type="practice"><p>没有编号。</p></aside>
      <aside id="a4" epub:type="footnote"><p>一条注。</p></aside>
    </body></html>`,
    'application/xhtml+xml',
  );
  expect(paragraphsOf(parsed, 2).map(({ quote, declared }) => [quote, declared])).toEqual([
    ['渡口在江南。', false],
    ['读完做一做。', true],
    ['写在本子上。', false],
    ['本章小测', true],
    ['没有编号。', false],
    ['一条注。', false],
  ]);
});
