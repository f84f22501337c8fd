import { expect, test } from 'vitest';
import { afterClosing, close, closeAll, closeLeft, closeOthers, closeRight, visit, type View } from './tab-rules.ts';

const tab = (path: string, affix = false): View => ({
  path,
  fullPath: `${path}?a=1`,
  title: path.slice(1),
  name: path,
  meta: { affix, noCache: false },
});
const home = tab('/home', true);
const views = [home, tab('/a'), tab('/b'), tab('/c')];
const paths = (some: readonly View[]) => some.map((view) => view.path).join(' ');

test('S3.4 names a view without a title no-name; a repeated visit updates the address and keeps the tab order', () => {
  const [only] = visit([], { ...tab('/x'), title: '' });
  expect(only).toMatchObject({ title: 'no-name', path: '/x', fullPath: '/x?a=1' });
  const again = visit(views, { ...tab('/a'), fullPath: '/a?a=2' });
  expect(paths(again)).toBe('/home /a /b /c');
  expect(again[1]?.fullPath).toBe('/a?a=2');
});

test('S2.5.5 places an affixed tab first and never closes it', () => {
  expect(paths(visit([tab('/a')], home))).toBe('/home /a');
  expect(paths(close(views, '/home'))).toBe('/home /a /b /c');
});

test.each([
  ['the tab itself', close, '/b', '/home /a /c'],
  ['others', closeOthers, '/b', '/home /b'],
  ['left', closeLeft, '/b', '/home /b /c'],
  ['right', closeRight, '/a', '/home /a'],
  ['right of a tab that is not there', closeRight, '/x', '/home /a /b /c'],
])('S4.2 closing %s keeps affixed tabs and the chosen one', (_name, act, path, left) => {
  expect(paths(act(views, path))).toBe(left);
});

test('S4.2 closing all keeps only affixed tabs', () => {
  expect(paths(closeAll(views))).toBe('/home');
});

test('S4.2 shows the last remaining tab after the current one is closed; without any it goes home and reloads a Dashboard', () => {
  expect(afterClosing([home, tab('/a')], tab('/b'))).toBe('/a?a=1');
  expect(afterClosing([], { name: 'Dashboard', fullPath: '/dashboard' })).toBe('/redirect/dashboard');
  expect(afterClosing([], { name: 'Other', fullPath: '/other' })).toBe('/');
});
