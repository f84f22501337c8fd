// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { headOf, setRestAside } from './first-part.ts';

/** A screen and a half holds 200 characters at this size. */
const SCREEN = { width: 160, height: 125 };
const TYPE = { em: 10, line: 15 };
const nothing = (): void => undefined;
const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body;
const paragraphs = (count: number): string => Array.from({ length: count }, (_, index) => `<p id="p${index}">${'字'.repeat(50)}</p>`).join('');

it('keeps a short document whole', () => {
  const body = bodyOf(paragraphs(4));
  expect(setRestAside(body, null, SCREEN, TYPE, nothing)).toBeNull();
  expect(body.children).toHaveLength(4);
});

it('keeps a screen and a half of a long document, at every depth, and restores the rest unchanged', () => {
  const body = bodyOf(`<section><div>${paragraphs(6)}</div><p>尾</p></section><section>${paragraphs(3)}</section>`);
  const before = body.innerHTML;
  const rest = setRestAside(body, null, SCREEN, TYPE, nothing);
  expect(body.textContent).toHaveLength(200);
  rest?.putBack();
  expect(body.innerHTML).toBe(before);
});

it('keeps a screen and a half after the position at which reading continues', () => {
  const body = bodyOf(paragraphs(20));
  const rest = setRestAside(body, body.querySelector('#p9')?.firstChild ?? null, SCREEN, TYPE, nothing);
  expect(body.lastElementChild?.id).toBe('p12');
  rest?.putBack();
  expect(body.children).toHaveLength(20);
});

it('restores the rest in order, in slightly more than four parts at most, and reports the end', () => {
  const body = bodyOf(`<section>${paragraphs(40)}</section><section>${paragraphs(60)}</section>`);
  const before = body.innerHTML;
  const rest = setRestAside(body, null, SCREEN, TYPE, nothing);
  const lengths: number[] = [];
  while (rest?.putBack('part')) {
    expect(before.startsWith(body.innerHTML.replace(/(<\/section>)+$/, ''))).toBe(true);
    lengths.push(body.textContent.length);
  }
  expect(lengths).toEqual([1400, 2600, 3800]);
  expect(body.innerHTML).toBe(before);
});

it('does not cut a table, and keeps everything for a position at the end', () => {
  const row = `<tr><td>${'表'.repeat(60)}</td></tr>`;
  const body = bodyOf(`<table><tbody>${row.repeat(8)}</tbody></table>${paragraphs(9)}`);
  setRestAside(body, null, SCREEN, TYPE, nothing);
  expect(body.querySelectorAll('tr')).toHaveLength(8);
  expect(body.querySelectorAll('p')).toHaveLength(0);
  const other = bodyOf(paragraphs(20));
  expect(setRestAside(other, other.querySelector('#p18')?.firstChild ?? null, SCREEN, TYPE, nothing)).toBeNull();
});

it('keeps more letters than Han characters on a screen, because letters are narrower', () => {
  const body = bodyOf(paragraphs(20).replaceAll('字', 'a'));
  setRestAside(body, null, SCREEN, TYPE, nothing);
  expect(body.children).toHaveLength(9);
});

it('keeps pictures in place after the text of a short document, or after the end of the text', () => {
  const plates = '<p><img src="a.png"/></p><p><img src="b.png"/></p>';
  for (const [html, from] of [
    [paragraphs(3) + plates, ''],
    [plates, ''],
    [paragraphs(20) + plates, '#p18'],
  ] as const) {
    const body = bodyOf(html);
    expect(setRestAside(body, from ? (body.querySelector(from)?.firstChild ?? null) : null, SCREEN, TYPE, nothing)).toBeNull();
    expect(body.querySelectorAll('img')).toHaveLength(2);
    expect(body.innerHTML).toBe(bodyOf(html).innerHTML);
  }
});

it('prepares restored elements, each part once, and a split paragraph again', () => {
  const body = bodyOf(
    `<p id="cut">${'字'.repeat(190)}<b>${'字'.repeat(20)}</b><i id="i">字</i></p>${paragraphs(3)}<section>${paragraphs(2).replaceAll('id="p', 'id="s')}</section>`,
  );
  const dressed: string[] = [];
  const rest = setRestAside(body, null, SCREEN, TYPE, (part) => {
    expect(part.id === 'cut' || !part.isConnected).toBe(true);
    dressed.push(part.id || part.localName);
  });
  while (rest?.putBack('part'));
  expect(dressed).toEqual(['i', 'cut', 'p0', 'p1', 'p2', 'section']);
});

const xml = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>题</title></head><body>${body}</body></html>`;
const read = (markup: string): Document => new DOMParser().parseFromString(markup, 'application/xhtml+xml');
const ANGLE = '<p title="a &gt; b > c">&lt;b&gt; &amp; <br/>行<!-- </p> --><img src="a.png" alt="1 > 0"/></p>';
const RUBY = `<p>${'<ruby>灯<rt>deng</rt></ruby>'.repeat(30)}</p>`;

it.each([
  ['paragraphs', paragraphs(40)],
  ['sections in sections', `<section class="a"><div>${paragraphs(6)}</div><p>中</p></section><section><div>${paragraphs(30)}</div></section>尾`],
  ['signs that look like tags', ANGLE.repeat(12) + paragraphs(30)],
  ['entities, which are one sign each', `<p>${'&#x706f;'.repeat(180)}<b>${'字'.repeat(40)}</b>后</p>${paragraphs(30)}`],
  ['text of the body itself', `${'字'.repeat(150)}<br/>${'字'.repeat(150)}${paragraphs(30)}`],
  ['a table across the end', `${paragraphs(3)}<table><tr><td>${'表'.repeat(90)}</td><td>格</td></tr></table>${paragraphs(30)}`],
  ['ruby across the end', `${paragraphs(3)}${RUBY}${paragraphs(30)}`],
])('lays out the head of a document like the document, and restores the rest: %s', (_name, body) => {
  const markup = xml(body);
  const head = headOf(markup, SCREEN, TYPE);
  expect(head).not.toBeNull();
  expect(head!.length).toBeLessThan(markup.length);
  const [one, other, whole] = [read(head!), read(markup), read(markup)];
  const rest = setRestAside(one.body, null, SCREEN, TYPE, nothing, () => whole.body);
  setRestAside(other.body, null, SCREEN, TYPE, nothing);
  expect(one.body.innerHTML).toBe(other.body.innerHTML);
  let parts = 1;
  while (rest?.putBack('part')) parts += 1;
  expect(parts).toBeGreaterThan(1);
  expect(one.body.innerHTML).toBe(read(markup).body.innerHTML);
});

it('returns no head for a document that is short or not in the format of prepared books', () => {
  const none = (markup: string) => expect(headOf(markup, SCREEN, TYPE)).toBeNull();
  none(xml(paragraphs(4)));
  none(xml(`<p><![CDATA[${'字'.repeat(900)}]]></p>`));
  none(xml(`<p>一<br>二</p>${paragraphs(40)}`));
  none(`<svg xmlns="http://www.w3.org/2000/svg"><text>${'字'.repeat(900)}</text></svg>`);
  none(xml(`<table>${`<tr><td>${'表'.repeat(60)}</td></tr>`.repeat(20)}</table>`));
});
