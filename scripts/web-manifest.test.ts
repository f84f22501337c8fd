import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONTINUE_PATH, SHARED_PATH } from '../contract/content/launch.ts';
import { OWN_SHELF } from '../contract/reading/own-book-place.ts';
import { findSitePage } from '../contract/site-pages.ts';
import { firstHeadOf } from '../contract/content/page.ts';
import { MANIFEST } from './web-manifest.ts';

test('44.18 every shortcut opens a page of the site and has icons of its own that exist', () => {
  const paths = MANIFEST.shortcuts.map(({ url }) => url);
  expect(paths[0]).toBe(CONTINUE_PATH);
  for (const path of paths) expect(firstHeadOf(path) ?? findSitePage(path)?.page.head, path).toBeTruthy();
  const icons = MANIFEST.shortcuts.flatMap((one) => one.icons.map(({ src }) => src));
  expect(new Set(icons).size).toBe(icons.length);
  for (const src of icons) expect(existsSync(join(import.meta.dirname, '../public', src)), src).toBe(true);
});

test('44.18 a tap on the icon shows the open window as it is, and what is shared comes by an address that a page reads', () => {
  expect(MANIFEST.launch_handler.client_mode).toBe('focus-existing');
  expect(MANIFEST.share_target).toMatchObject({ action: SHARED_PATH, method: 'GET' });
  expect(findSitePage(SHARED_PATH)?.page.head.index).toBe(false);
});

test('44.18 an EPUB that the system opens arrives at the shelf of own books', () => {
  const [handler] = MANIFEST.file_handlers;
  expect(handler).toEqual({ action: OWN_SHELF, accept: { 'application/epub+zip': ['.epub'] } });
  const { pathname, searchParams } = new URL(OWN_SHELF, 'https://h');
  expect([firstHeadOf(pathname) !== undefined, searchParams.get('tab')]).toEqual([true, 'own']);
});
