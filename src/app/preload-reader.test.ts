// @vitest-environment jsdom
import { matchRoutes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { preloadReading } from './preload-reader.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
const seen = vi.hoisted(() => ({ loaded: 0, openEarly: vi.fn() }));
vi.mock('../site/reading/epub-read.screen.tsx', () => {
  seen.loaded += 1;
  return { openEarly: seen.openEarly, EpubReadScreen: () => null };
});
const { routes } = await import('./routes.tsx');

beforeEach(() => seen.openEarly.mockClear());

it('loads the reader’s code when the user presses a link to it, and at no other press', async () => {
  preloadReading();
  document.body.innerHTML = '<a href="/cms/main/bookDetail/7">书</a><a href="/cms/main/epubRead?publishId=7"><i>读</i></a>';
  const touch = (selector: string): unknown => document.querySelector(selector)?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  touch('a');
  await vi.dynamicImportSettled();
  expect(seen.loaded).toBe(0);
  touch('i');
  await vi.waitFor(() => expect(seen.loaded).toBe(1));
});

it('requests a book on navigation to the reader, and not on navigation inside the reader', async () => {
  const loader = matchRoutes(routes, '/cms/main/epubRead')?.at(-1)?.route.loader as (given: { request: Request }) => Promise<unknown>;
  const request = new Request('http://localhost/cms/main/epubRead?publishId=7&at=2');
  await loader({ request });
  expect(seen.openEarly.mock.calls.map(([search]) => String(search))).toEqual(['publishId=7&at=2']);
  history.pushState(null, '', '/cms/main/epubRead?publishId=7');
  await loader({ request });
  expect(seen.openEarly).toHaveBeenCalledTimes(1);
});
