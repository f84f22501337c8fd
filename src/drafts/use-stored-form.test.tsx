// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { endSession, session } from '../session/session.store.ts';
import { useStoredForm } from './use-stored-form.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":200}')));

const signIn = (): void => void (session.now = { state: 'authenticated', user: personOf({ userId: 1 }), roles: [], permissions: [] });
const pause = () => act(eventLoopTurns);

function Form({ name }: { name: string }) {
  const { values, change, saved } = useStoredForm('profile', { name, words: '' });
  return (
    <>
      <output>{`${values.name} ${values.words}`}</output>
      <button onClick={() => change({ words: '写到一半' })}>写</button>
      <button onClick={() => change({ words: '' })}>删</button>
      <button onClick={saved}>存</button>
    </>
  );
}

let leave: () => Promise<void> = async () => undefined;
let place: HTMLElement;
async function open(name = '陶知夏'): Promise<void> {
  place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  leave = async () => {
    await act(async () => root.unmount());
    await pause();
  };
  await act(async () => root.render(<Form name={name} />));
  await pause();
}
const shown = (): string | null | undefined => place.querySelector('output')?.textContent;
const press = (name: string): Promise<void> =>
  act(async () => [...place.querySelectorAll('button')].find((button) => button.textContent === name)?.click());

beforeEach(signIn);
afterEach(async () => {
  await press('存');
  await leave();
});

test('restores form input when the user is back after an expired session, and when the form was closed', async () => {
  await open();
  await press('写');
  await act(() => endSession());
  await leave();
  signIn();
  await open();
  expect(shown()).toBe('陶知夏 写到一半');
  await press('删');
  await leave();
  await open();
  expect(shown()).toBe('陶知夏 ');
});

test('drops the draft after a save, or when another value was saved meanwhile', async () => {
  await open();
  await press('写');
  await leave();
  await open('另一个名字');
  expect(shown()).toBe('另一个名字 ');
  await leave();
  await open();
  expect(shown()).toBe('陶知夏 写到一半');
  await press('存');
  await leave();
  await open();
  expect(shown()).toBe('陶知夏 ');
});
