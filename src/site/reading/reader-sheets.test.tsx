// @vitest-environment jsdom
import { act, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ReaderSheets, sheetsAhead } from './reader-sheets.tsx';
import type { SheetProps } from './sheet-props.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('./search-sheet.tsx', () => ({
  SearchSheet: function SearchSheet() {
    const field = useRef<HTMLInputElement>(null);
    useEffect(() => field.current?.focus(), []);
    return <input ref={field} />;
  },
}));

test('a preloaded sheet leaves the focus in its field, and returns it to where it came from', async () => {
  sheetsAhead();
  await import('./search-sheet.tsx');
  const tool = document.body.appendChild(document.createElement('button'));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  tool.focus();
  await act(async () => root.render(<ReaderSheets {...({} as SheetProps)} sheet="search" />));
  expect(document.activeElement?.tagName).toBe('INPUT');
  await act(async () => root.render(null));
  expect(document.activeElement).toBe(tool);
});
