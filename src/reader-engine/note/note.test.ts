// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { type BookNote, noteAt } from './note.ts';
import { noteContent } from './note-content.ts';
import { copyOfNote } from './note-copy.ts';
import { isNote, isNoteLink } from '../epub-type.ts';

const made = (markup: string): Element =>
  new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>${markup}</body></html>`,
    'application/xhtml+xml',
  ).body.firstElementChild!;

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

/** Returns the text of a note, one string per paragraph, table row and line. */
function paragraphs(root: Element | undefined): string[] {
  const copy = root?.querySelector('body')?.cloneNode(true) as Element;
  for (const line of copy.querySelectorAll('p,li,dd,dt,tr,h3,br,div')) line.append('\n');
  for (const line of copy.querySelectorAll('p,li,dd,dt,tr,h3,div,br')) line.before('\n');
  for (const cell of copy.querySelectorAll('td')) cell.append(' ');
  return lines(copy.textContent);
}

const copied = (stands: Element): string[] => {
  const { root } = copyOfNote(noteContent(stands), '', stands);
  return paragraphs(root);
};

it('recognises note links and notes by their EPUB type or by their ARIA role', () => {
  expect(isNoteLink(made('<a epub:type="noteref" href="#n">1</a>'))).toBe(true);
  expect(isNoteLink(made('<a role="doc-noteref" href="#n">1</a>'))).toBe(true);
  expect(isNoteLink(made('<a href="c2.xhtml">下一章</a>'))).toBe(false);
  expect(isNote(made('<aside epub:type="footnote" id="n"/>'))).toBe(true);
  expect(isNote(made('<p id="n">正文</p>'))).toBe(false);
});

it('reads a note without its back link', () => {
  const aside = made(
    '<aside epub:type="footnote"><p>① 见<ruby>漢<rt>かん</rt></ruby>書。<a href="#r" role="doc-backlink">返回</a></p><p>又见<a href="x">别处</a>。</p></aside>',
  );
  expect(copied(aside)).toEqual(['① 见漢かん書。', '又见别处。']);
  expect(copied(made('<p><a id="n1" href="#r1">↩</a> 一条注。</p>').firstElementChild!)).toEqual(['一条注。']);
  expect(copied(made('<li id="n2"><a href="#r2">◎</a> 又一条，见<a href="#x">第三章</a>。</li>'))).toEqual(['又一条，见第三章。']);
});

it('does not treat an element in the head as a note, whatever it declares', () => {
  const page = new DOMParser().parseFromString(
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title id="n" epub:type="footnote">题</title></head><body/></html>',
    'application/xhtml+xml',
  );
  expect(noteContent(page.getElementById('n')!)).toEqual([]);
});

it('shows the sign of a note in its title only', async () => {
  document.body.innerHTML = '<a id="sign" epub:type="noteref" href="#n">[1]</a><aside id="n"><p>[1] 桥堍：桥两头的坡。</p><p>见卷二。</p></aside>';
  const link = document.getElementById('sign') as Element;
  const note = (await noteAt('a.xhtml#n', link, async () => document)) as BookNote;
  expect(note).toMatchObject({ sign: '[1]', href: 'a.xhtml#n' });
  expect(paragraphs(note.root)).toEqual(['桥堍：桥两头的坡。', '见卷二。']);
  expect(await noteAt('a.xhtml', link, async () => document)).toBeNull();
});

const NOTES = `<h1>注释种种</h1>
<p>正文<a epub:type="noteref" href="#a2">[2]</a>，<a epub:type="noteref" href="#b1">[1]</a>，<a epub:type="noteref" href="#e1">[1]</a>，
<a epub:type="noteref" href="#h1">[1]</a>，<a epub:type="noteref" href="#t1">[1]</a>，<a epub:type="noteref" href="#m1">[1]</a>，
<a epub:type="noteref" href="#k1">①</a>，<a epub:type="noteref" href="#s1">[1]</a>，<a epub:type="noteref" href="#c1">[1]</a>，<a epub:type="noteref" href="#q1">[1]</a>。</p>
<p id="c1">[1] 当页的注。</p><p>正文接着写，见<a epub:type="noteref" href="#c2">[2]</a>。</p><p id="c2">[2] 又一条当页的注。</p>
<hr/>
<p><a id="a1"></a>[1] 甲之一。<br/><a id="a2"></a>[2] 甲之二，<br/>第二行。<br/><a id="a3"></a>[3] 甲之三。</p>
<dl><dt id="b1">[1]</dt><dd>乙之一。</dd><dd>乙之一的又一条。</dd><dt id="b2">[2]</dt><dd>乙之二。</dd></dl>
<div><a id="e1"></a><p>[1] 丙之一。</p><p>丙之一的续段。</p><a id="e2"></a><p>[2] 丙之二。</p></div>
<aside epub:type="footnote" id="h1" style="display:none"><p>丁之一。</p></aside>
<table><tr><td id="t1">[1]</td><td>戊之一。</td></tr><tr><td></td><td>戊之一的续行。</td></tr><tr><td id="t2">[2]</td><td>戊之二。</td></tr></table>
<div><p id="m1">[1] 庚之一：首段。</p><p>庚之一：续段。</p></div>
<ol><li><p id="k1">辛之一：首段。</p><p>辛之一：续段。</p></li><li><p id="k2">辛之二。</p></li></ol>
<div><h3 id="s1">[1]</h3><p>壬之一。</p><p>壬之一的续段。</p><h3 id="s2">[2]</h3><p>壬之二。</p></div>
<div><p>[1] 没有名字的前一条<a id="q1"></a></p><p>[1] 癸之一。</p><p>癸之一的续段。</p><p>[2] 癸之二。</p></div>`;

it.each([
  ['one of several notes in a paragraph', 'a2', ['甲之二，', '第二行。']],
  ['a term and all its definitions', 'b1', ['乙之一。', '乙之一的又一条。']],
  ['an empty anchor before the paragraphs', 'e1', ['丙之一。', '丙之一的续段。']],
  ['an aside the book hides', 'h1', ['丁之一。']],
  ['a table row that goes on in the next', 't1', ['戊之一。', '戊之一的续行。']],
  ['paragraphs until the end of their part', 'm1', ['庚之一：首段。', '庚之一：续段。']],
  ['paragraphs of a list item', 'k1', ['辛之一：首段。', '辛之一：续段。']],
  ['a heading with its paragraphs', 's1', ['壬之一。', '壬之一的续段。']],
  ['a paragraph among running text', 'c1', ['当页的注。']],
  ['an empty anchor at the end of the paragraph before', 'q1', ['癸之一。', '癸之一的续段。']],
])('#33.9 a note link shows exactly its own note, complete, for %s', async (_kind, id, expected) => {
  const page = made(`<div>${NOTES}</div>`).ownerDocument;
  const link = page.querySelector(`a[href="#${id}"]`)!;
  expect(paragraphs((await noteAt(`c1.xhtml#${id}`, link, async () => page))?.root)).toEqual(expected);
});

it('#33.9 a note link finds the note of the other file when both files use the same id', async () => {
  const text = made('<p>正文<a epub:type="noteref" id="fn-1" href="notes.xhtml#fn-1">[1]</a></p>').ownerDocument;
  const notes = made(
    '<div><aside epub:type="footnote" id="fn-1"><p><a href="c1.xhtml#fn-1" role="doc-backlink">[1]</a> 己之一。</p></aside><aside epub:type="footnote" id="fn-2"><p>己之二。</p></aside></div>',
  ).ownerDocument;
  expect(paragraphs((await noteAt('notes.xhtml#fn-1', text.querySelector('a')!, async () => notes))?.root)).toEqual(['己之一。']);
});

const RICH = `<section class="notes" hidden="hidden"><h2>注</h2>
<aside epub:type="footnote" id="f1" class="hide"><p><a href="#r1">[1]</a> 面积 <i>x</i><sup>2</sup> 与 H<sub>2</sub>O，<del>旧说</del>，字<img src="g.png" alt="𠀀"/>，
<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi></math>，见<a id="to" href="c2.xhtml#p">那一段</a>。</p><table><tr><td>甲</td><td>乙</td></tr></table></aside>
<p id="f2"><img src="only.png" alt=""/></p><p id="f3">[3] 下一条。</p><p id="f4"><a href="#r4">[4]</a></p>
<ol><li id="f5">五。</li><li id="f6"><a href="#r6"><img src="back.png" alt=""/></a>六，<a href="#r9"><img src="glyph.png" alt=""/></a>。</li></ol></section>`;
const text = (): Element =>
  made(`<div><p>正文${[1, 2, 3, 4, 5, 6].map((n) => `<a epub:type="noteref" id="r${n}" href="#f${n}">[${n}]</a>`).join('')}</p>${RICH}</div>`);
const opened = async (n: number): Promise<BookNote | null> => {
  const page = text().ownerDocument;
  return noteAt(`c1.xhtml#f${n}`, page.getElementById(`r${n}`) as Element, async () => page);
};

it('#44.2 a note keeps its pictures, formulas, raised signs, deletions, tables and links', async () => {
  const note = (await opened(1)) as BookNote;
  const body = note.root.querySelector('body')!;
  for (const kept of ['sup', 'sub', 'del', 'img[src="g.png"]', 'math', 'table td', 'a#to']) expect(body.querySelector(kept), kept).not.toBeNull();
  expect(body.textContent.trim().startsWith('面积'), 'the sign is in the title').toBe(true);
  expect(body.querySelector('section.notes > aside.hide'), 'the elements around it, for the styles').not.toBeNull();
  expect(body.querySelector('[hidden]')).toBeNull();
  expect(body.querySelector('h2')).toBeNull();
  expect(note.links.map((link) => link.id)).toEqual(['to']);
  expect([...note.root.querySelectorAll('a[href]')]).toHaveLength(1);
});

it('#44.2 a note that is only a picture shows the picture and not the next note', async () => {
  const note = (await opened(2)) as BookNote;
  expect(note.root.querySelector('img')?.getAttribute('src')).toBe('only.png');
  expect(note.root.textContent).not.toContain('下一条');
});

it('#44.2 a note that shows nothing opens no pop-up', async () => {
  expect(await opened(4)).toBeNull();
});

it('#44.2 a back link drawn as a picture is left out, and another link with a picture stays', async () => {
  const note = (await opened(6)) as BookNote;
  expect([...note.root.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(['glyph.png']);
});
