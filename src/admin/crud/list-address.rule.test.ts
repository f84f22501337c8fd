import { expect, test } from 'vitest';
import { post } from '../../../contract/system/post.ts';
import { protocol } from '../../../contract/protocol/protocol.ts';
import { staff } from '../../../contract/system/user.ts';
import { isSame, knownState, listSpecOf, PLAIN, readAddress, writeAddress, type ListState } from './list-address.rule.ts';

const posts = listSpecOf(post, ['postCode', 'postName', 'postSort', 'status']);
const read = (text: string, part = ''): ListState | null => readAddress(posts, new URLSearchParams(text), part);

test('#43.22 a list reads from its address what was written into it', () => {
  const state: ListState = {
    filter: { postName: '编辑 & 校对', status: '0' },
    orderByColumn: 'postSort',
    isAsc: 'desc',
    pageNum: 3,
    pageSize: 50,
    hidden: ['postCode'],
    density: 'compact',
  };
  const written = writeAddress(posts, new URLSearchParams('open=12&status=1&page=9'), state);
  expect(written.get('open')).toBe('12');
  expect(read(written.toString())).toEqual(state);
  expect(read(written.toString(), 'field-')).toBeNull();
  const two = writeAddress(posts, written, { ...state, filter: {} }, 'field-');
  expect(read(two.toString())).toEqual(state);
  expect(read(two.toString(), 'field-')?.filter).toEqual({});
});

test('#43.22 ignores unknown and malformed parameters of a list', () => {
  for (const text of [
    '',
    'open=3',
    'page=0&size=7&order=password&hide=nothing&density=tiny',
    'page=1e3&size=abc&order=-&postSort=1',
    `postName=${'长'.repeat(201)}`,
    'hide=postCode,postName,postSort,status',
  ])
    expect(read(text), text).toBeNull();
  expect(read('page=2&size=7&status=0&density=tiny&__proto__=x&constructor=y')).toEqual({ ...PLAIN, pageNum: 2, filter: { status: '0' } });
  const agreements = listSpecOf(protocol, ['title']);
  const filterOf = (text: string) => readAddress(agreements, new URLSearchParams(text))?.filter;
  expect(filterOf('endDate=2026-01-01,2026-02-30')).toBeUndefined();
  expect(filterOf('endDate=2026-02-01,2026-01-01')).toBeUndefined();
  expect(filterOf('endDate=2026-01-01,')).toEqual({ endDate: '2026-01-01,' });
  expect(filterOf('params[beginTime]=2026-01-01&params[endTime]=2026-01-31')).toEqual({
    'params[beginTime]': '2026-01-01',
    'params[endTime]': '2026-01-31',
  });
  expect(filterOf('params[beginTime]=2026-01-01')).toBeUndefined();
  const people = listSpecOf(staff, ['userName']);
  expect(readAddress(people, new URLSearchParams('deptId=here'))).toBeNull();
  expect(readAddress(people, new URLSearchParams('deptId=100'))?.filter).toEqual({ deptId: '100' });
});

test('#43.22 a plain list that was chosen has its page in the address, so that no stored view replaces it', () => {
  const written = writeAddress(posts, new URLSearchParams('status=1'), PLAIN);
  expect(written.toString()).toBe('page=1');
  expect(read('page=1')).toEqual(PLAIN);
});

test('#43.22 a stored view keeps only what its list knows', () => {
  const old = { ...PLAIN, filter: { postName: '编辑', gone: 'x' }, orderByColumn: 'gone', hidden: ['gone', 'postCode'], pageSize: 30 as const };
  const known = knownState(posts, old);
  expect(known).toEqual({ ...PLAIN, filter: { postName: '编辑' }, hidden: ['postCode'], pageSize: 30 });
  expect(isSame(known, { ...known, filter: { postName: '编辑' } })).toBe(true);
  expect(isSame(known, PLAIN)).toBe(false);
});
