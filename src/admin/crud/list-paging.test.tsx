// @vitest-environment jsdom
import { act } from 'react';
import { Pagination } from 'antd';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { paging } from '../../../contract/page.ts';
import { listPaging } from './list-paging.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
);
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

const place = document.body.appendChild(document.createElement('div'));
const root = createRoot(place);
const heard: unknown[] = [];
/** `Table` passes the same options to this component. */
const shown = async (narrow: boolean, pageNum = 25): Promise<void> => {
  const { position: _position, placement: _placement, ...rest } = listPaging({ pageNum, pageSize: 20 }, 1000, narrow, (page) => heard.push(page));
  await act(async () => root.render(<Pagination {...rest} onChange={() => undefined} />));
};
const pages = () =>
  [...place.querySelectorAll('.ant-pagination-item, .ant-pagination-jump-prev, .ant-pagination-jump-next')].map(
    (one) => Number(one.textContent) || '…',
  );

test.each([
  [false, 1, [1, 2, 3, 4, 5, '…', 50]],
  [false, 25, [1, '…', 24, 25, 26, '…', 50]],
  [false, 50, [1, '…', 46, 47, 48, 49, 50]],
  [true, 1, [1, 2, 3, '…', 50]],
  [true, 50, [1, '…', 48, 49, 50]],
])('S9.3 shows seven page positions, five at the ends of a narrow list (%s, page %i)', async (narrow, pageNum, offered) => {
  await shown(narrow, pageNum);
  expect(pages()).toEqual(offered);
});

test('S9.3 shows total, page size, previous, pages, next and quick jump in this order', async () => {
  await shown(false);
  const parts = [
    '.ant-pagination-total-text > span',
    '.ant-pagination-total-text .ant-select',
    '.ant-pagination-prev',
    '.ant-pagination-item',
    '.ant-pagination-next',
    '.ant-pagination-options-quick-jumper input',
  ].map((part) => place.querySelector(part));
  expect(parts.every((part) => part !== null)).toBe(true);
  expect(parts[0]?.textContent).toBe('共 1000 条');
  for (const [index, part] of parts.slice(1).entries())
    expect((parts[index]?.compareDocumentPosition(part as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('S9.3 shows 20 rows a page, or 10, 20, 30 or 50 as chosen, and returns to page one when the size changes', async () => {
  await shown(false);
  const box = place.querySelector<HTMLElement>('.ant-select');
  expect(box?.textContent).toContain('20 条/页');
  await act(async () => box?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
  expect(options.map((one) => one.textContent)).toEqual(['10 条/页', '20 条/页', '30 条/页', '50 条/页']);
  await act(async () => options[3]?.click());
  expect(heard).toEqual([{ pageNum: 1, pageSize: 50 }]);
});

test('S3.16 S9.3 returns the first twenty rows when a list is requested without a page', () => {
  expect(paging.parse({})).toEqual({ pageNum: 1, pageSize: 20 });
  expect(paging.parse({ pageNum: '3', pageSize: '50' })).toEqual({ pageNum: 3, pageSize: 50 });
});
