import { expect, it } from 'vitest';
import { type FirstPage, firstPageElement, picturesAhead } from './first-page.ts';

const page = (text: string, rest: Partial<FirstPage> = {}): FirstPage => ({
  publishId: 7,
  editionId: 9,
  documentIndex: 0,
  language: 'zh',
  layout: 'reflowable',
  writing: 'horizontal',
  direction: 'ltr',
  href: 'OPS/正文/cover.xhtml',
  text,
  sheets: {},
  place: null,
  ...rest,
});

it('returns the pictures of the first screen with full paths, from any element', () => {
  const text = `<p><img alt="" src="../图/a&amp;b.jpg"/><svg:image xlink:href='./c.png'/><img class="x" src="../图/a&amp;b.jpg"/></p>`;
  expect(picturesAhead(page(text))).toEqual(['/books/7/9/OPS/图/a&b.jpg', `/books/7/9/OPS/${encodeURIComponent('正文')}/c.png`]);
});

it('preloads nothing outside the book, far down in the text, or when reading continues in the middle', () => {
  expect(
    picturesAhead(page('<img src="https://other.example/a.png"/><img src="//other.example/a.png"/><img src="data:image/png;base64,AA"/>')),
  ).toEqual([]);
  expect(picturesAhead(page(`${' '.repeat(9000)}<img src="a.png"/>`))).toEqual([]);
  expect(picturesAhead(page('<img src="a.png"/>', { place: { cfi: 'epubcfi(/6/2!/4)', clock: 1 } }))).toEqual([]);
});

it('a file name cannot break out of its preload link', () => {
  const html = firstPageElement(page(`<img src='"><script>a</script>.png'/>`), 'apart');
  expect(html).toMatch(/^<link rel="preload" as="image" href="[^"<>]*">/);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});

it('lists the pictures of a first screen in the JSON, and adds preload links only when the server is the source', () => {
  const one = page('<img src="a.png"/>');
  const [, json = ''] = />(\{.*)<\/script>$/.exec(firstPageElement(one)) ?? [];
  expect(JSON.parse(json)).toEqual({ ...one, pictures: picturesAhead(one) });
  expect(picturesAhead(one)).toHaveLength(1);
  expect(firstPageElement(one)).not.toContain('<link');
  expect(firstPageElement(one, 'apart')).toContain(`href="${picturesAhead(one)[0]}"`);
});
