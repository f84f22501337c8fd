// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { entriesFrom, metaOf } from './dictionary-meta.ts';
import { declareDictionaries, reloadDictionary, reloadEntries, useDictionary } from './entries.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const row = (dictValue: string, dictLabel: string, more: object = {}) => ({ dictValue, dictLabel, listClass: '', status: '0', ...more });

/** A component that shows a type; the tests mount two, like the two clients. */
function Face({ type }: { type: string }) {
  const { entries, labels } = useDictionary(type);
  return (
    <p>
      {entries.map((entry) => entry.label).join(' ')}|{labels['1'] ?? ''}
    </p>
  );
}
const place = document.body.appendChild(document.createElement('div'));
let root = createRoot(place);
const show = (type: string) =>
  act(async () =>
    root.render(
      <>
        <Face type={type} />
        <Face type={type} />
      </>,
    ),
  );
const seen = () => [...place.querySelectorAll('p')].map((one) => one.textContent);
const soon = () => act(eventLoopTurns);

beforeEach(() => {
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  queryClient.clear();
  vi.restoreAllMocks();
});

test('S4.4 loads a type at the start unless it is lazy', async () => {
  const asked = vi.fn(async () => [row('1', '男')]);
  await declareDictionaries([
    { type: 'lazy_one', lazy: true, request: asked },
    { type: 'eager_one', request: asked },
  ]);
  expect(asked.mock.calls.map(([meta]: unknown[]) => (meta as { type: string }).type)).toEqual(['eager_one']);
  await show('lazy_one');
  expect([asked.mock.calls.length, seen()]).toEqual([1, ['|', '|']]);
  await act(() => reloadDictionary('lazy_one'));
  await soon();
  expect(seen()).toEqual(['男|男', '男|男']);
});

test('S4.4 reloading a type replaces its list and its labels in both clients at once', async () => {
  let rows = [row('1', '男'), row('2', '女')];
  await declareDictionaries([{ type: 'sex', request: async () => rows }]);
  await show('sex');
  await soon();
  expect(seen()).toEqual(['男 女|男', '男 女|男']);
  rows = [row('1', '先生')];
  await act(() => reloadDictionary('sex'));
  await soon();
  expect(seen()).toEqual(['先生|先生', '先生|先生']);
  rows = [row('1', '先生们')];
  await act(() => reloadEntries('sex'));
  await soon();
  expect(seen()).toEqual(['先生们|先生们', '先生们|先生们']);
});

test('S8.18 rejects an undeclared type', async () => {
  await expect(reloadDictionary('nobody')).rejects.toThrow('the dict meta of nobody was not found');
});

test('S3.15 reads label and value from the fields that the meta names', () => {
  const meta = metaOf('dept', { labelField: 'deptName', valueField: 'deptId' });
  expect(entriesFrom([{ deptId: 7, deptName: '编辑部' }], meta)).toEqual([{ type: 'dept', value: '7', label: '编辑部', listClass: 'default' }]);
  expect(entriesFrom({ data: [{ deptId: 7, deptName: '编辑部', listClass: 'success' }] }, meta)[0]?.listClass).toBe('success');
});

test.each([
  ['no array', () => ({ 1: '男' })],
  ['nothing', () => undefined],
  ['an array of something else', () => ['男']],
])('S5.16 empties the list for a converter that returns %s', async (_name, responseConverter) => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await declareDictionaries([{ type: 'odd', request: async () => [row('1', '男')], responseConverter }]);
  await show('odd');
  await soon();
  expect(seen()).toEqual(['|', '|']);
  expect(complained).toHaveBeenCalled();
});

test('does not show a disabled entry', () => {
  expect(entriesFrom([row('1', '男'), row('2', '旧', { status: '1' })], metaOf('sex')).map((entry) => entry.label)).toEqual(['男']);
});
