// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { isNote, isNoteLink, noteAt, noteText } from './note.ts';

const made = (markup: string): Element =>
  new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${markup}</body></html>`,
    'application/xhtml+xml',
  ).body.firstElementChild!;

it('links and places say what they are by EPUB’s words or by ARIA’s', () => {
  expect(isNoteLink(made('<a epub:type="noteref" href="#n">1</a>'))).toBe(true);
  expect(isNoteLink(made('<a role="doc-noteref" href="#n">1</a>'))).toBe(true);
  expect(isNoteLink(made('<a href="c2.xhtml">下一章</a>'))).toBe(false);
  expect(isNote(made('<aside epub:type="footnote" id="n"/>'))).toBe(true);
  expect(isNote(made('<p id="n">正文</p>'))).toBe(false);
});

it('a note is read in paragraphs, without ruby and without the way back', () => {
  const aside = made(
    '<aside epub:type="footnote"><p>① 见<ruby>漢<rt>かん</rt></ruby>書。<a href="#r" role="doc-backlink">返回</a></p><p>又见<a href="x">别处</a>。</p></aside>',
  );
  expect(noteText(aside)).toEqual(['① 见漢書。', '又见别处。']);
  expect(noteText(made('<p><a id="n1" href="#r1">↩</a> 一条注。</p>').firstElementChild!)).toEqual(['一条注。']);
  expect(noteText(made('<li id="n2"><a href="#r2">◎</a> 又一条，见<a href="#x">第三章</a>。</li>'))).toEqual(['又一条，见第三章。']);
});

it('what stands in the head is no note, whatever it says of itself', () => {
  const page = new DOMParser().parseFromString(
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title id="n" epub:type="footnote">题</title></head><body/></html>',
    'application/xhtml+xml',
  );
  expect(noteText(page.getElementById('n')!)).toEqual([]);
});

it('the sign of a note stands in its title alone', async () => {
  document.body.innerHTML = '<a id="sign" epub:type="noteref" href="#n">[1]</a><aside id="n"><p>[1] 桥堍：桥两头的坡。</p><p>见卷二。</p></aside>';
  const link = document.getElementById('sign') as Element;
  expect(await noteAt('a.xhtml#n', link, async () => document)).toEqual({
    sign: '[1]',
    paragraphs: ['桥堍：桥两头的坡。', '见卷二。'],
    href: 'a.xhtml#n',
  });
  expect(await noteAt('a.xhtml', link, async () => document)).toBeNull();
});
