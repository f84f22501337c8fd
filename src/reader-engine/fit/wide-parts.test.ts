// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { pageBox } from '../page-box.ts';
import { defaultLook } from '../style/look.ts';
import { fitWideParts } from './wide-parts.ts';

const BOX = pageBox({ width: 390, height: 760 }, defaultLook(390), false);

afterEach(() => vi.restoreAllMocks());

/** Records the order of layout reads and writes; each table is `width` pixels wide at its own size. */
function watched(inside: Document, width: number): string[] {
  const done: string[] = [];
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: HTMLElement) {
    done.push('read');
    const rect = { width: width * Number(this.style.zoom || 1), height: 20, left: 0, right: 0, top: 0, bottom: 20 };
    return [rect] as unknown as DOMRectList;
  });
  for (const table of inside.querySelectorAll('table')) {
    const { style } = table;
    let zoom = '';
    const set = (value: string): void => {
      done.push('write');
      zoom = value;
    };
    Object.defineProperty(style, 'zoom', { configurable: true, get: () => zoom, set });
  }
  return done;
}
const layouts = (done: readonly string[]): number => done.filter((one, at) => one === 'read' && done[at - 1] !== 'read').length;

it('#33.11 fits hundreds of tables that are too wide in two layouts, and needs one layout when they already fit', () => {
  document.body.innerHTML = '<table><tr><td>表</td></tr></table>'.repeat(300);
  const done = watched(document, 700);
  fitWideParts(document, BOX);
  expect(document.querySelector('table')?.style.zoom).toBe('0.48');
  expect(layouts(done)).toBeLessThanOrEqual(2);
  done.length = 0;
  fitWideParts(document, BOX);
  expect(done.filter((one) => one === 'write')).toEqual([]);
  expect(layouts(done)).toBe(1);
});

it('restores the original size of a scaled-down table where there is room for it', () => {
  document.body.innerHTML = '<table><tr><td>表</td></tr></table>';
  watched(document, 700);
  fitWideParts(document, BOX);
  fitWideParts(document, { ...BOX, width: 1200, column: 900 });
  expect(document.querySelector('table')?.style.zoom).toBe('');
});
