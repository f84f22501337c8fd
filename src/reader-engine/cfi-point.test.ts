// @vitest-environment jsdom
import EpubCFI from 'epubjs/src/epubcfi.js';
import { expect, it, vi } from 'vitest';
import { pointOfCfi } from './cfi-point.ts';
import { cfiOf, rangeCfi } from './cfi.ts';

const MARKUP = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>船</title></head><body>
<!-- 一 --><section><h1>第一<!-- 二 -->章</h1><p>甲<em>乙</em>丙<br/>丁</p>己
<p><img src="a.png"/></p><svg xmlns="http://www.w3.org/2000/svg"><text>庚</text></svg></section><p/>辛</body></html>`;
const parsed = new DOMParser().parseFromString(MARKUP, 'application/xhtml+xml');

type Ends = readonly [Node, number, Node, number] | null;
const endsOf = (range: Range | null): Ends => range && [range.startContainer, range.startOffset, range.endContainer, range.endOffset];

/** Resolves a CFI with epub.js. */
function asEpubJs(cfi: string, document: Document): Ends {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  try {
    return endsOf(new EpubCFI(cfi).toRange(document));
  } catch {
    return null;
  } finally {
    log.mockRestore();
  }
}

function textsOf(document: Document): Text[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text);
  return found;
}

function stretch(from: Node, start: number, to: Node, end: number): Range {
  const range = from.ownerDocument!.createRange();
  range.setStart(from, start);
  range.setEnd(to, end);
  return range;
}

it('resolves every point, range and element of a document to the same place as epub.js', () => {
  const texts = textsOf(parsed);
  const points = texts.flatMap((text) => [...Array.from({ length: text.length + 1 }).keys()].map((at) => cfiOf(2, stretch(text, at, text, at))));
  const stretches = texts.flatMap((text, index) => texts.slice(index).map((other) => rangeCfi(2, stretch(text, 0, other, other.length))));
  const elements = [...parsed.body.querySelectorAll('*')].map((element) => cfiOf(2, stretch(element, 0, element, 0)));
  const all = [...points, ...stretches.filter((cfi) => cfi !== null), ...elements];
  expect(all.length).toBeGreaterThan(80);
  for (const cfi of all) expect(endsOf(pointOfCfi(cfi, parsed)), cfi).toEqual(asEpubJs(cfi, parsed));
  const [first] = texts.filter(({ data }) => data === '甲');
  expect(endsOf(pointOfCfi(cfiOf(2, stretch(first!, 1, first!, 1)), parsed))).toEqual([first, 1, first, 1]);
});

it('resolves a position after a CDATA section', () => {
  const document = new DOMParser().parseFromString(MARKUP.replace('</p>己', '</p>戊<![CDATA[己]]><i/>庚'), 'application/xhtml+xml');
  expect(textsOf(document).length).toBeGreaterThan(0);
  for (const text of textsOf(document)) expect(endsOf(pointOfCfi(cfiOf(2, stretch(text, 1, text, 1)), document))).toEqual([text, 1, text, 1]);
});

it('returns null for a missing target and for an invalid identifier', () => {
  const gone = ['/4/2/20/1:0', '/4/2/4/1:99', '/4/2/4/9:0', '/4/x/1:0', ''].map((path) => `epubcfi(/6/6!${path})`);
  for (const cfi of [...gone, 'epubcfi(/6/6)', '/6/6!/4/2', 'page=3', '']) expect(pointOfCfi(cfi, parsed), cfi).toBeNull();
});

it('resolves a range with a missing end to its start', () => {
  const found = pointOfCfi('epubcfi(/6/6!/4/2,/4/1:0,/40/1:3)', parsed);
  expect([found?.toString(), found?.startContainer.textContent]).toEqual(['', '甲']);
});

it('counts through a text that is split into several nodes', () => {
  const document = parsed.cloneNode(true) as Document;
  const [text] = textsOf(document).filter(({ data }) => data.startsWith('己'));
  const whole = cfiOf(2, stretch(text!, 2, text!, 2));
  text!.splitText(1);
  expect(endsOf(pointOfCfi(whole, document))).toEqual([text!.nextSibling, 1, text!.nextSibling, 1]);
});
