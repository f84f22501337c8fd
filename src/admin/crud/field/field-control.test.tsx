// @vitest-environment jsdom
import { App } from 'antd';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { integer, metaOf, money, rows, text } from '../../../../contract/field.ts';
import { FieldControl } from './field-control.tsx';
import { RangeInput } from './range-input.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }));

const place = document.body.appendChild(document.createElement('div'));
const button = (name: string) => place.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`);
const type = (input: HTMLInputElement | undefined, value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });

test('a table in a form adds, fills, moves and removes lines', async () => {
  const meta = metaOf(rows('章节', { title: text('标题', 20), pages: integer('页数', 1, 999) }, { most: 2 }));
  const seen: unknown[] = [];
  function Harness() {
    const [value, setValue] = useState<unknown>([]);
    return (
      <App>
        <FieldControl meta={meta} value={value} onChange={(next) => (seen.push(next), setValue(next))} />
      </App>
    );
  }
  const root = createRoot(place);
  await act(async () => root.render(<Harness />));
  const add = () => act(async () => [...place.querySelectorAll('button')].find((one) => one.textContent?.includes('添加一行'))?.click());
  await add();
  await add();
  expect(place.textContent).toContain('最多2行');
  const titles = () => [...place.querySelectorAll<HTMLInputElement>('input[type="text"]')];
  await type(titles()[0], '一');
  await type(titles()[1], '二');
  expect(seen.at(-1)).toEqual([{ title: '一' }, { title: '二' }]);
  await act(async () => button('下移第1行')?.click());
  expect(seen.at(-1)).toEqual([{ title: '二' }, { title: '一' }]);
  await act(async () => button('删除第1行')?.click());
  expect(seen.at(-1)).toEqual([{ title: '一' }]);
  await act(async () => root.unmount());
});

test('a range of money is typed in yuan and sent in fen, with open ends', async () => {
  const sent: string[] = [];
  const root = createRoot(place);
  await act(async () => root.render(<RangeInput meta={metaOf(money('价格'))} value="" onChange={(range) => sent.push(range)} />));
  const [least, most] = place.querySelectorAll('input');
  await type(least, '1.5');
  await type(most, '20');
  expect([...new Set(sent)]).toEqual(['150,', ',2000']);
  await act(async () => root.unmount());
});
