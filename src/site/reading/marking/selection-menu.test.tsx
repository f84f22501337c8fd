// @vitest-environment jsdom
import { eventLoopTurns } from '../../../../tests/support/event-loop.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { Selected } from '../../../reader-engine/marks.ts';
import { marking, select } from './marking.store.ts';
import { SelectionMenu } from './selection-menu.tsx';
import type { SheetProps } from '../sheet-props.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root | null = null;
afterEach(async () => act(async () => root?.unmount()));

const words = (text: string): Selected => ({
  cfi: `epubcfi(/6/2!/4/2,/1:0,/1:${text.length})`,
  documentIndex: 0,
  chapterTitle: '一',
  text,
  before: '',
  after: '',
  sentence: text,
  rect: { left: 0, top: 0, right: 90, bottom: 20, width: 90, height: 20 } as Selected['rect'],
});

/** The menu above selected text, with a slow clipboard; `clear` is called when the selection is cleared. */
async function copying(): Promise<{ clear: ReturnType<typeof vi.fn>; copied(): Promise<void> }> {
  const clear = vi.fn();
  let written = (): void => undefined;
  vi.stubGlobal('navigator', { clipboard: { writeText: () => new Promise<void>((resolve) => (written = resolve)) } });
  const props = {
    opening: { card: { publishId: 1 }, book: { contents: [], spine: [] } },
    reader: { clearSelection: clear },
  } as unknown as SheetProps;
  select(words('灯亮了'));
  root = createRoot(document.body);
  await act(async () => root?.render(<SelectionMenu {...props} selected={marking.selected as Selected} />));
  const copy = [...document.querySelectorAll('button')].find((one) => one.textContent === '复制');
  await act(async () => copy?.click());
  return { clear, copied };

  function copied(): Promise<void> {
    written();
    return act(eventLoopTurns);
  }
}

it('closes the menu once the text is copied', async () => {
  const { clear, copied } = await copying();
  expect(marking.selected?.text).toBe('灯亮了');
  await copied();
  expect(marking.selected).toBeNull();
  expect(clear).toHaveBeenCalledOnce();
});

it('text selected during copying stays selected', async () => {
  const { clear, copied } = await copying();
  select(words('船还没有开'));
  await copied();
  expect(marking.selected?.text).toBe('船还没有开');
  expect(clear).not.toHaveBeenCalled();
});
