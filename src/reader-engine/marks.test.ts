// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { markLayers } from './marks.ts';
import type { PageFrame } from './frame/page-frame.ts';

/** A frame of the window's document with the parts of the custom highlight API that marks need. */
function frameOf(index: number): { frame: PageFrame; sheets: unknown[]; replaced: ReturnType<typeof vi.fn> } {
  const replaced = vi.fn<(css: string) => void>();
  class Sheet {
    replaceSync = replaced;
  }
  class Highlight {
    priority = 0;
  }
  const sheets: unknown[] = [];
  const element = { contentWindow: { Highlight, CSSStyleSheet: Sheet, CSS: { highlights: new Map() } } };
  const inside = document.implementation.createHTMLDocument();
  inside.body.innerHTML = '<p>灯在雾里走</p>';
  Object.defineProperty(inside, 'adoptedStyleSheets', { value: sheets });
  return { frame: { index, document: inside, element } as unknown as PageFrame, sheets, replaced };
}

const mark = { id: 'a', cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:2)', style: 'search' } as const;

it('#33.11 lays out a page without marks without a style sheet for them', () => {
  const { frame, sheets } = frameOf(0);
  const marks = markLayers(() => false);
  marks.draw(frame);
  marks.set('search', [], [frame]);
  expect(sheets).toHaveLength(0);
});

it('#33.11 the style sheet has rules for the used highlights only, and changes once for each new one', () => {
  const { frame, sheets, replaced } = frameOf(0);
  const marks = markLayers(() => false);
  marks.set('search', [mark], [frame]);
  marks.set('search', [], [frame]);
  marks.set('search', [mark], [frame]);
  expect([sheets.length, replaced.mock.calls.length]).toEqual([1, 1]);
  expect(replaced.mock.lastCall?.[0]).toMatch(/^::highlight\(search\)\{[^}]+\}$/);
  marks.set('notes', [{ ...mark, id: 'b', style: 'highlight', colour: 'pink', noted: true }], [frame]);
  expect(replaced).toHaveBeenCalledTimes(2);
  const css = String(replaced.mock.lastCall?.[0]);
  expect([css.match(/::highlight\(([a-z-]+)\)/g)].flat().filter((one, index, all) => all.indexOf(one) === index)).toEqual([
    '::highlight(highlight-pink)',
    '::highlight(noted-pink)',
    '::highlight(search)',
  ]);
});
