// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { headOf, setRestAside } from './first-part.ts';

/** A screen and a half hold 200 characters of this type. */
const SCREEN = { width: 160, height: 125 };
const TYPE = { em: 10, line: 15 };
const nothing = (): void => undefined;
const bodyOf = (html: string): HTMLElement => new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body;
const paragraphs = (count: number): string => Array.from({ length: count }, (_, index) => `<p id="p${index}">${'字'.repeat(50)}</p>`).join('');

it('a short document stays whole', () => {
  const body = bodyOf(paragraphs(4));
  expect(setRestAside(body, null, SCREEN, TYPE, nothing)).toBeNull();
  expect(body.children).toHaveLength(4);
});

it('of a long one a screen and a half is left, at every depth, and what was taken comes back as it was', () => {
  const body = bodyOf(`<section><div>${paragraphs(6)}</div><p>尾</p></section><section>${paragraphs(3)}</section>`);
  const before = body.innerHTML;
  const rest = setRestAside(body, null, SCREEN, TYPE, nothing);
  expect(body.textContent).toHaveLength(200);
  rest?.putBack();
  expect(body.innerHTML).toBe(before);
});

it('a screen and a half stands behind the place where reading goes on', () => {
  const body = bodyOf(paragraphs(20));
  const rest = setRestAside(body, body.querySelector('#p9')?.firstChild ?? null, SCREEN, TYPE, nothing);
  expect(body.lastElementChild?.id).toBe('p12');
  rest?.putBack();
  expect(body.children).toHaveLength(20);
});

it('the rest comes back in order, in at most four parts and a little, and says when it is whole', () => {
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

it('a table is not cut, and a place at the end leaves everything', () => {
  const row = `<tr><td>${'表'.repeat(60)}</td></tr>`;
  const body = bodyOf(`<table><tbody>${row.repeat(8)}</tbody></table>${paragraphs(9)}`);
  setRestAside(body, null, SCREEN, TYPE, nothing);
  expect(body.querySelectorAll('tr')).toHaveLength(8);
  expect(body.querySelectorAll('p')).toHaveLength(0);
  const other = bodyOf(paragraphs(20));
  expect(setRestAside(other, other.querySelector('#p18')?.firstChild ?? null, SCREEN, TYPE, nothing)).toBeNull();
});

it('of letters, which are narrower than characters, more stand on a screen', () => {
  const body = bodyOf(paragraphs(20).replaceAll('字', 'a'));
  setRestAside(body, null, SCREEN, TYPE, nothing);
  expect(body.children).toHaveLength(9);
});

it('pictures behind the text of a short document, or of its end, stay where they are', () => {
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

it('what comes back is dressed, each part once, and a paragraph again that was cut', () => {
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
])('the head of a document is laid out as the document is, and the rest of it comes back: %s', (_name, body) => {
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

it('what is short, or not written as books are prepared, has no head', () => {
  const none = (markup: string) => expect(headOf(markup, SCREEN, TYPE)).toBeNull();
  none(xml(paragraphs(4)));
  none(xml(`<p><![CDATA[${'字'.repeat(900)}]]></p>`));
  none(xml(`<p>一<br>二</p>${paragraphs(40)}`));
  none(`<svg xmlns="http://www.w3.org/2000/svg"><text>${'字'.repeat(900)}</text></svg>`);
  none(xml(`<table>${`<tr><td>${'表'.repeat(60)}</td></tr>`.repeat(20)}</table>`));
});
