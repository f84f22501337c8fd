// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pointOfCfi } from './cfi-point.ts';
import { cfiOf } from './cfi.ts';
import { firstPointOf, textNodesOf } from './visible-text.ts';

const { prototype } = Range;
const real = Object.getOwnPropertyDescriptor(prototype, 'getClientRects');
beforeEach(() => {
  prototype.getClientRects = function rects(this: Range) {
    return (this.startContainer.parentElement?.closest('[hidden]') || (this.startContainer as Element).closest?.('[hidden]') ? [] : [{}]) as never;
  };
});
afterEach(() => (real ? Object.defineProperty(prototype, 'getClientRects', real) : Reflect.deleteProperty(prototype, 'getClientRects')));

/** One page per paragraph. A hidden paragraph seems to be on whichever page is requested, as its rectangle is empty. */
function pages(markup: string): (page: number) => string | null {
  document.body.innerHTML = markup;
  const all = [...document.querySelectorAll('p:not([hidden])')];
  return (page) => {
    const point = firstPointOf(textNodesOf(document.body), page, (range) => {
      const at = all.indexOf(range.startContainer.parentElement?.closest('p') as Element);
      return at < 0 ? page : at;
    });
    return point && (point.startContainer as Text).data;
  };
}

it('starts a page with the first visible text, however many hidden notes come before it', () => {
  const hidden = '<p hidden>注</p>';
  for (const notes of ['', hidden, hidden.repeat(7)]) {
    const at = pages(`${notes}<p>甲</p>${notes}<p>乙</p>${notes}<p>丙</p>${notes}`);
    expect([at(0), at(1), at(2)], `${notes.length}`).toEqual(['甲', '乙', '丙']);
  }
  expect(pages(hidden)(0)).toBeNull();
});

it('leaves out formula annotations and ruby readings', () => {
  document.body.innerHTML =
    '<p>甲<ruby>乙<rt><b>yǐ</b></rt></ruby><math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></p>';
  expect(textNodesOf(document.body).map(({ data }) => data)).toEqual(['甲', '乙', 'x']);
});

it('finds a position again with any id, and in an element without text', () => {
  document.body.innerHTML = '<section id="sec:intro"><h2 id="a,b!/4"><img id="p[1]"/>题</h2><p id="x">甲乙丙</p></section>';
  const text = document.querySelector('p')?.firstChild as Text;
  const point = document.createRange();
  point.setStart(text, 2);
  point.collapse(true);
  const cfi = cfiOf(3, point);
  expect(cfi).toBe('epubcfi(/6/8!/4/2/4/1:2)');
  // Also in the format that earlier versions saved.
  for (const saved of [cfi, 'epubcfi(/6/8!/4/2[sec:intro]/4[x]/1:2)']) {
    const found = pointOfCfi(saved, document);
    expect([found?.startContainer, found?.startOffset]).toEqual([text, 2]);
  }
  const image = document.querySelector('img') as Element;
  point.setStart(image, 0);
  point.collapse(true);
  expect(cfiOf(3, point)).toBe('epubcfi(/6/8!/4/2/2/2)');
  expect(pointOfCfi('epubcfi(/6/8!/4/2/2/2)', document)?.startContainer).toBe(image);
});
