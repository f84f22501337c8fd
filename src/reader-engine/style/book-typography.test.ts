// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { relativeSizes, bookTypography } from './book-typography.ts';

const page = (html: string, css = ''): Document => {
  document.documentElement.innerHTML = `<head><style>${css}</style></head><body>${html}</body>`;
  return document;
};
const marked = (name: string): string[] => [...document.querySelectorAll(`[${name}]`)].map((element) => element.id);

it('scales sizes in pixels and points with the reader’s font size', () => {
  const { documentElement } = page(
    '<p id="a" style="font-size:24px;color:red">字</p><p style="line-height:12px">字</p>',
    '.n{font-size: 9pt}.m{font-size:1.2em;--font-size:3px}',
  );
  relativeSizes(documentElement);
  expect(document.querySelector('style')?.textContent).toBe('.n{font-size:0.75rem}.m{font-size:1.2em;--font-size:3px}');
  expect(document.querySelector('#a')?.getAttribute('style')).toBe('font-size:1.5rem;color:red');
});

it('scales a single part that is added later', () => {
  const { body } = page('<p style="font-size:24px;margin-left:60px">字</p>');
  const part = body.firstElementChild as Element;
  relativeSizes(part);
  expect(part.getAttribute('style')).toBe('font-size:1.5rem;margin-left:min(60px,25%)');
});

it('limits side margins to a quarter of the line, and boxes to the width of the page', () => {
  const { documentElement } = page(
    '<p id="a" style="margin:200px 8em 0 2em">字</p><p id="b" style="text-align:left;padding-left:60px">字</p>',
    '.m{margin: 0 120px}.n{MARGIN-LEFT:40pt !important;margin-top:300px}.w{min-width:600px;margin:0 auto}.k{padding:3em;margin:calc(90px + 1em)}',
  );
  relativeSizes(documentElement);
  expect(document.querySelector('style')?.textContent).toBe(
    '.m{margin: 0 min(120px,25%)}.n{MARGIN-LEFT:40pt !important;margin-top:300px}.w{min-width:min(600px,100%);margin:0 auto}.k{padding:3em;margin:calc(90px + 1em)}',
  );
  expect(document.querySelector('#a')?.getAttribute('style')).toBe('margin:200px min(8em,25%) 0 2em');
  expect(document.querySelector('#b')?.getAttribute('style')).toBe('text-align:left;padding-left:min(60px,25%)');
});

it('marks letters taller than their lines, and not those whose line height equals their size', () => {
  page(
    '<p id="a" class="t">题</p><p id="b">字</p><span id="c" style="font-size:54px;line-height:54px">首</span>',
    'p,span{line-height:33px;font-size:18px}.t{font-size:44px}',
  );
  bookTypography(document).look();
  expect(marked('data-large')).toEqual(['a']);
});

it('marks long text in an unbreakable box, and not a few words', () => {
  const text = '灯'.repeat(300);
  page(
    `<div id="a" class="i">${text}</div><span id="b" class="i">图注</span><div id="c" style="position:absolute">${text}</div><div id="d" style="overflow-y:hidden">${text}</div><div id="e">${text}</div>`,
    '.i{display:inline-block}',
  );
  bookTypography(document).look();
  expect(marked('data-boxed')).toEqual(['a', 'c', 'd']);
});
