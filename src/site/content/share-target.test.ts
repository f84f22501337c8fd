import { expect, test } from 'vitest';
import { shareTarget } from './share-target.ts';

const ORIGIN = 'https://shuzhou.example';
const target = (shared: Record<string, string>) => shareTarget(new URLSearchParams(shared), ORIGIN);

test('44.18 a shared link of this site opens its page, also inside a text', () => {
  expect(target({ url: `${ORIGIN}/cms/main/bookDetail/3?a=1#part` })).toBe('/cms/main/bookDetail/3?a=1#part');
  expect(target({ title: '桥上的灯', text: `读读看 ${ORIGIN}/cms/main/bookDetail/3` })).toBe('/cms/main/bookDetail/3');
});

test('44.18 any other text is searched for, without links and within the limit of a keyword', () => {
  expect(target({ text: '  老桥的\n灯 https://elsewhere.example/x ' })).toBe(`/cms/main/search?keyword=${encodeURIComponent('老桥的 灯')}`);
  expect(target({ title: '标题', text: 'https://elsewhere.example/x' })).toBe(`/cms/main/search?keyword=${encodeURIComponent('标题')}`);
  expect(decodeURIComponent(target({ text: '字'.repeat(500) })?.split('=')[1] ?? '').length).toBeLessThan(200);
});

test('44.18 a link of another site or nothing at all opens nothing', () => {
  expect(target({ url: 'https://elsewhere.example/x' })).toBeNull();
  expect(target({ url: `${ORIGIN}.evil.example/cms/main/bookDetail/3` })).toBeNull();
  expect(target({ url: 'javascript:alert(1)' })).toBeNull();
  expect(target({})).toBeNull();
});
