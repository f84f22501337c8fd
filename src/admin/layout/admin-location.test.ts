import { expect, test } from 'vitest';
import { placeOf } from './admin-location.ts';

const all = () => true;
const none = () => false;
const placed = (path: string, may = all) => {
  const place = placeOf(path, [], may);
  return place.kind === 'page' ? { title: place.page.title, affix: place.page.affix, drawn: place.page.Page !== null } : place;
};

test('S2.3.1 the admin home is 首页 with an affixed tab, and the shorter addresses redirect to it', () => {
  expect(placed('/admin/index', none)).toEqual({ title: '首页', affix: true, drawn: true });
  for (const path of ['/index', '/admin', '/admin/']) expect(placed(path)).toEqual({ kind: 'elsewhere', to: '/admin/index' });
});

test.each([
  ['S2.3.7', '/system/user-auth/role/', '分配角色', 'system:user:edit', '/system/user'],
  ['S2.3.8', '/system/role-auth/user/', '分配用户', 'system:role:edit', '/system/role'],
  ['S2.3.9', '/system/dict-data/index/', '字典数据', 'system:dict:list', '/system/dict'],
  ['S2.3.20', '/monitor/job-log/index/', '调度日志', 'monitor:job:list', '/monitor/job'],
])('%s %s{number} is %s for a user with %s, and a value that is not a number is no page', (_statement, before, title, permission, entry) => {
  expect(placed(`${before}12`, (asked?: string) => asked === permission)).toEqual({ title, affix: false, drawn: true });
  expect(placed(`${before}12`, none)).toEqual({ kind: 'no-right' });
  for (const word of ['x', '1x', '-1', '1.5']) expect(placed(before + word)).toEqual({ kind: 'unknown' });
  const place = placeOf(`${before}12`, [], all);
  expect(place.kind === 'page' && place.page.activeMenu).toBe(entry);
});

test('S2.3.20 the log of all scheduled jobs needs no number', () => {
  expect(placed('/monitor/job-log/index')).toEqual({ title: '调度日志', affix: false, drawn: true });
});
