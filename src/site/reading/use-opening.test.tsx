// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';

const prepareOpening = vi.fn(async (_publishId: number, _search: URLSearchParams) => ({}) as never);
vi.mock('./opening.ts', () => ({ prepareOpening, CannotOpen: Error }));
const { openEarly, useOpening } = await import('./use-opening.ts');

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => prepareOpening.mockClear());

/** The reader's page of an address comes and goes. */
async function visit(address: string): Promise<void> {
  const search = new URLSearchParams(address);
  const Reader = () => void useOpening(search);
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Reader />));
  await act(async () => root.unmount());
}

it('a book that was asked for on the way is not asked for again, and once only', async () => {
  openEarly(new URLSearchParams('publishId=7'));
  await visit('publishId=7');
  expect(prepareOpening).toHaveBeenCalledTimes(1);
  await visit('publishId=7');
  expect(prepareOpening).toHaveBeenCalledTimes(2);
});

it('of a way that was left nothing is taken: the place may be another by then', async () => {
  const way = new AbortController();
  openEarly(new URLSearchParams('publishId=7'), way.signal);
  way.abort();
  await visit('publishId=7');
  expect(prepareOpening).toHaveBeenCalledTimes(2);
  openEarly(new URLSearchParams('publishId=7'), way.signal);
  expect(prepareOpening).toHaveBeenCalledTimes(2);
});
