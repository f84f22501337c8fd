// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { markLayers } from './marks.ts';
import type { PageFrame } from './page-frame.ts';

/** A frame of the window's document, with as much of custom highlights as marks need. */
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

it('#33.11 a page without marks is laid out without a sheet for them, and one with marks gets it once', () => {
  const { frame, sheets, replaced } = frameOf(0);
  const marks = markLayers(() => false);
  marks.draw(frame);
  marks.set('search', [], [frame]);
  expect(sheets).toHaveLength(0);
  const mark = { id: 'a', cfi: 'epubcfi(/6/2!/4/2,/1:0,/1:2)', style: 'search' } as const;
  marks.set('search', [mark], [frame]);
  marks.set('speech', [{ ...mark, id: 'b', style: 'speech' }], [frame]);
  expect(sheets).toHaveLength(1);
  expect(replaced).toHaveBeenCalledTimes(1);
});

it('an empty frame gets the sheet before a document fills it', () => {
  const { frame, sheets } = frameOf(-1);
  markLayers(() => false).draw(frame);
  expect(sheets).toHaveLength(1);
});
