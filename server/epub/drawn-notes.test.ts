import { expect, test } from 'vitest';
import { sanitise } from './sanitise.ts';

const page = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;

test.each([
  ['掌阅', '<img class="zhangyue-footnote" zy-footnote="江，指 &lt;大江&gt;。" src="n.png" alt=""/>'],
  ['QQ阅读', '<img class="x qqreader-footnote" alt="江，指 &lt;大江&gt;。" src="n.png"/>'],
])('writes a note that %s stores in its picture after the text and links the picture to it', (_app, sign) => {
  const { markup, text } = sanitise(page(`<p>江${sign}上起雾。</p><p>又${sign}</p>`), 'a.xhtml');
  expect(markup).toMatch(/<p>江<a id="drawn-note-sign-1" role="doc-noteref" href="#drawn-note-1"><img [^>]*alt="注"\/><\/a>上起雾。<\/p>/);
  expect(markup).not.toContain('zy-footnote');
  expect(markup).toMatch(
    /<aside id="drawn-note-2" role="doc-footnote"><p><a role="doc-backlink" href="#drawn-note-sign-2">\[2\]<\/a> 江，指 &lt;大江&gt;。<\/p><\/aside><\/body>/,
  );
  expect(text).toBe('江\n上起雾。\n又\n[1] 江，指 <大江>。\n[2] 江，指 <大江>。');
});

test('leaves a linked note picture, a picture without a note, and other pictures unchanged', () => {
  const body =
    '<p><a class="duokan-footnote" href="#n"><img class="qqreader-footnote" alt="注文" src="n.png"/></a><img class="qqreader-footnote" alt="" src="n.png"/><img class="qqreader-footnote" alt="注" src="n.png"/><img alt="一座桥" src="b.png"/></p>';
  const { markup } = sanitise(page(body), 'a.xhtml');
  expect(markup).toContain(body);
  expect(markup).not.toContain('drawn-note');
});

test('adds the notes of a document without a body element', () => {
  expect(sanitise('<p>江<img zy-footnote="大江" src="n.png"/>', 'a.html').markup).toMatch(
    /<aside id="drawn-note-1"[^>]*>.*大江<\/p><\/aside><\/body>/,
  );
});
