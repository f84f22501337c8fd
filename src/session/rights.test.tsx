// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { HasPermi, HasRole, useRights, type Rights } from './permitted.tsx';
import { hasAnyPermission, hasAnyRole, hasEveryPermission, hasEveryRole, hasPermission, hasRole } from './rights.ts';
import { session } from './session.store.ts';

const LIST = ['system:user:list', 'system:user:edit'];
const become = (roles: string[], permissions: string[]) => {
  session.now = { state: 'authenticated', user: personOf(), roles, permissions };
};
const shown = (element: React.ReactElement): string => renderToStaticMarkup(element);

test.each([
  ['exact', LIST, 'system:user:edit', true],
  ['another', LIST, 'system:user:remove', false],
  ['a part of one', LIST, 'system:user', false],
  ['the wildcard', ['*:*:*'], 'system:user:remove', true],
  ['a half wildcard', ['system:*:*'], 'system:user:list', false],
  ['an empty request', LIST, '', false],
  ['an empty request of the wildcard', ['*:*:*'], '', false],
])('S6.3 a permission: %s', (_name, held, wanted, may) => {
  expect(hasPermission(held, wanted)).toBe(may);
});

test.each([
  ['exact', ['works_admin'], 'works_admin', true],
  ['another', ['works_admin'], 'ops_admin', false],
  ['admin holds every role', ['admin'], 'ops_admin', true],
  ['system_admin does not', ['system_admin'], 'ops_admin', false],
  ['an empty request', ['admin'], '', false],
])('S6.3 a role: %s', (_name, held, wanted, may) => {
  expect(hasRole(held, wanted)).toBe(may);
});

test('S6.3 checks any of and all of, and denies an empty request', () => {
  expect([hasAnyPermission(LIST, ['a:b:c', 'system:user:edit']), hasAnyPermission(LIST, ['a:b:c']), hasAnyPermission(['*:*:*'], [])]).toEqual([
    true,
    false,
    false,
  ]);
  expect([hasEveryPermission(LIST, LIST), hasEveryPermission(LIST, [...LIST, 'a:b:c']), hasEveryPermission(['*:*:*'], [])]).toEqual([
    true,
    false,
    false,
  ]);
  expect([hasAnyRole(['a'], ['b', 'a']), hasEveryRole(['a'], ['b', 'a']), hasEveryRole(['admin'], ['b', 'c']), hasEveryRole(['admin'], [])]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('S6.4 renders a control only when the check passes', () => {
  become(['works_admin'], LIST);
  expect(shown(<HasPermi value={['a:b:c', 'system:user:edit']}>改</HasPermi>)).toBe('改');
  expect(shown(<HasPermi value={['system:user:remove']}>删</HasPermi>)).toBe('');
  expect(shown(<HasRole value={['works_admin']}>编</HasRole>)).toBe('编');
  expect(shown(<HasRole value={['invoice']}>票</HasRole>)).toBe('');
  session.now = { state: 'anonymous' };
  expect(shown(<HasPermi value={LIST}>改</HasPermi>)).toBe('');
});

test.each([[undefined], [[]], ['system:user:add'], [[7]]])(
  'S6.4 a control without a permission or role (%j) throws an error that says what is missing and where',
  (value) => {
    become(['admin'], ['*:*:*']);
    const given = { value: value as never };
    expect(() => shown(<HasPermi {...given}>x</HasPermi>)).toThrow(/HasPermi 缺少 value.*system:user:add/);
    expect(() => shown(<HasRole {...given}>x</HasRole>)).toThrow(/HasRole 缺少 value.*system_admin/);
  },
);

test('S6.3 the hook runs the same checks for the current user', () => {
  become(['works_admin'], LIST);
  const seen: Rights[] = [];
  const Ask = () => {
    seen.push(useRights());
    return null;
  };
  shown(<Ask />);
  const [rights] = seen;
  expect([
    rights?.hasPermi('system:user:list'),
    rights?.hasPermiAnd([...LIST, 'x:y:z']),
    rights?.hasRoleOr(['x', 'works_admin']),
    rights?.hasRole('x'),
  ]).toEqual([true, false, true, false]);
});
