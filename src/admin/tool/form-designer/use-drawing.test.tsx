// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DesignerStore } from './designer.store.ts';
import { DrawingStorage } from './stored-drawing.ts';
import { useDrawing, type DrawingState } from './use-drawing.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
const states: DrawingState[] = [];
const shown = (): DrawingState | undefined => states.at(-1);
const items = (): string => localStorage.getItem('drawingItems') ?? '';

function Screen({ store, storage }: { store: DesignerStore; storage: DrawingStorage }) {
  const state = useDrawing(store, storage, null, null);
  useEffect(() => void states.push(state), [state]);
  return null;
}

function opened(): DesignerStore {
  const store = new DesignerStore();
  const storage = new DrawingStorage(null, 1);
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Screen store={store} storage={storage} />));
  return store;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

test('#47.5 the form designer stores with the saver of the texts: after a pause, and at once when it is left', async () => {
  const store = opened();
  act(() => void store.add('input'));
  expect(items()).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(JSON.parse(items())).toHaveLength(1);
  expect(shown()).toMatchObject({ at: expect.any(Number), failed: false });
  act(() => void store.add('input'));
  await act(async () => {
    root.unmount();
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(JSON.parse(items())).toHaveLength(2);
});

test('#47.5 a device without room is shown until a later write succeeds', async () => {
  const store = opened();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => void store.add('input'));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(shown()).toEqual({ at: null, failed: true, elsewhere: false });
  full.mockRestore();
  act(() => void store.add('input'));
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(shown()?.failed).toBe(false);
  expect(JSON.parse(items())).toHaveLength(2);
});
