// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logOut } from '../session/log-out.ts';
import { endSession, session } from '../session/session.store.ts';
import { DraftStorage, readDraft } from './draft-storage.ts';
import { personOf } from '../../tests/support/person.ts';
import { useStoredDraft } from './use-stored-draft.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":200}')));

const person = (userId: number) => ({
  state: 'authenticated' as const,
  user: personOf({ userId }),
  roles: ['works_admin'],
  permissions: [],
});

/** A form as on a page: restores a draft, stores every change, and clears it on save. */
function Form() {
  const draft = useStoredDraft<{ title: string }>('/system/post edit 12');
  const [typed, setTyped] = useState<string | null>(null);
  const title = typed ?? draft.found?.value.title ?? '';
  const type = (next: string) => {
    setTyped(next);
    draft.keep({ title: next });
  };
  return (
    <>
      <input value={title} data-ready={draft.asked} onChange={(event) => type(event.target.value)} />
      <button onClick={() => void draft.clear()}>保存</button>
    </>
  );
}

let root: Root | null = null;
let place: HTMLElement;
const pause = () => act(eventLoopTurns);
const open = async (): Promise<void> => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () => root?.render(<Form />));
  for (let turns = 0; field().dataset['ready'] !== 'true' && turns < 100; turns += 1) await pause();
};
const leave = async (): Promise<void> => {
  await act(async () => root?.unmount());
  root = null;
  place?.remove();
  await pause();
};
const field = () => place.querySelector('input') as HTMLInputElement;
const type = async (text: string): Promise<void> => {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
};

const LONG = '第一章　夜航船。'.repeat(2_000);
beforeEach(() => {
  session.now = person(1);
});
afterEach(async () => {
  await leave();
  session.now = person(1);
  await logOut();
});

test('a long edit survives an expired session with every character', async () => {
  await open();
  await type(LONG);
  await act(() => endSession());
  await leave();
  await act(async () => {
    session.now = person(1);
  });
  await open();
  expect(field().value).toBe(LONG);
});

test('another user of the same device does not see it', async () => {
  await open();
  await type('别人的稿子');
  await leave();
  session.now = person(2);
  await open();
  expect(field().value).toBe('');
});

test('a save clears it', async () => {
  await open();
  await type('写好了');
  await act(async () => place.querySelector('button')?.click());
  await leave();
  expect(await readDraft(1, '/system/post edit 12')).toBeNull();
});

test('S9.5 writes input after 340 ms without a key press', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const keeper = new DraftStorage<string>(1, '/b new');
  const written = vi.spyOn(keeper, 'flush');
  keeper.keep('一');
  vi.advanceTimersByTime(339);
  keeper.keep('一二');
  vi.advanceTimersByTime(339);
  expect(written).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect(written).toHaveBeenCalledOnce();
  expect(await keeper.read()).toMatchObject({ value: '一二' });
});

test('restores input typed while the page closes, when the database accepts no more writes', async () => {
  const going = Object.assign(new Event('pagehide'), { persisted: true });
  const keeper = new DraftStorage<string>(1, '/c new');
  keeper.keep('最后一句');
  window.dispatchEvent(going);
  await keeper.flush();
  expect(await readDraft(1, '/c new')).toMatchObject({ value: '最后一句' });
  window.dispatchEvent(new Event('pageshow'));
  keeper.keep('最后两句');
  await keeper.flush();
  expect(await readDraft(1, '/c new')).toMatchObject({ value: '最后两句' });
  expect(localStorage).toHaveLength(0);
  keeper.keep('三句');
  window.dispatchEvent(going);
  await keeper.flush();
  await keeper.clear();
  window.dispatchEvent(new Event('pageshow'));
  expect(localStorage).toHaveLength(0);
});
