// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';

const prepareOpening = vi.fn(async (_publishId: number, _search: URLSearchParams) => ({}) as never);
vi.mock('./opening.ts', () => ({ prepareOpening, CannotOpen: Error }));
const { openEarly, useOpening } = await import('./use-opening.ts');

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => prepareOpening.mockClear());

/** Mounts and unmounts the reader page of an address. */
async function visit(address: string): Promise<void> {
  const search = new URLSearchParams(address);
  const Reader = () => void useOpening(search);
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Reader />));
  await act(async () => root.unmount());
}

it('a book requested during navigation is not requested again, and only once', async () => {
  openEarly(new URLSearchParams('publishId=7'));
  await visit('publishId=7');
  expect(prepareOpening).toHaveBeenCalledTimes(1);
  await visit('publishId=7');
  expect(prepareOpening).toHaveBeenCalledTimes(2);
});

it('discards what was requested in an abandoned navigation, because the position may have changed', async () => {
  const way = new AbortController();
  openEarly(new URLSearchParams('publishId=7'), way.signal);
  way.abort();
  await visit('publishId=7');
  expect(prepareOpening).toHaveBeenCalledTimes(2);
  openEarly(new URLSearchParams('publishId=7'), way.signal);
  expect(prepareOpening).toHaveBeenCalledTimes(2);
});
