// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Undo } from './undo.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.useFakeTimers();

let root: Root;
let row: HTMLButtonElement;
const bar = () => document.querySelector<HTMLElement>('.undo');
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

/** A bar that disappears after its time, next to a row and under a heading. */
function Page() {
  const [removed, setRemoved] = useState(true);
  const gone = () => setRemoved(false);
  return (
    <main>
      <h1>笔记</h1>
      {removed ? <Undo words="已删除" of="a" take={gone} over={gone} /> : null}
    </main>
  );
}

beforeEach(async () => {
  document.body.innerHTML = '<button>下一条</button><div></div>';
  row = document.querySelector('button') as HTMLButtonElement;
  root = createRoot(document.querySelector('div') as HTMLElement);
  await act(async () => root.render(<Page />));
});
afterEach(() => act(async () => root.unmount()));

it('a removal can be undone for seven seconds', async () => {
  await wait(6_900);
  expect(bar()?.textContent).toContain('已删除');
  await wait(200);
  expect(bar()).toBeNull();
});

it('the timer stops while the bar has the focus, and restarts when the focus leaves', async () => {
  row.focus();
  await act(async () => bar()?.querySelector('button')?.focus());
  await wait(20_000);
  expect(bar()).not.toBeNull();
  await act(async () => row.focus());
  await wait(7_100);
  expect(bar()).toBeNull();
  expect(document.activeElement).toBe(row);
});

it('when the focused bar disappears, the focus returns to where it came from, or else to the heading', async () => {
  const pressUndo = async () => {
    const undo = bar()?.querySelector('button');
    await act(async () => undo?.focus());
    await act(async () => undo?.click());
    expect(bar()).toBeNull();
  };
  row.focus();
  await pressUndo();
  expect(document.activeElement).toBe(row);

  await act(async () => root.unmount());
  root = createRoot(document.querySelector('div') as HTMLElement);
  await act(async () => root.render(<Page />));
  await act(async () => bar()?.querySelector('button')?.focus());
  row.remove();
  await pressUndo();
  expect(document.activeElement?.textContent).toBe('笔记');
});
