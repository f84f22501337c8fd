import { expect, test } from 'vitest';
import { testContext } from '../../../tests/support/test-context.ts';
import { granted } from './seed-menus.ts';
import { seedDefaults } from './seed-defaults.ts';

test('seeds defaults once and keeps what staff removed or changed since', async () => {
  const t = await testContext();
  const seed = () => t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  const sizes = async () =>
    Promise.all(
      (['menu', 'roleMenu', 'dictType', 'dictData', 'config', 'role'] as const).map(
        async (name) => (await t.context.db.selectFrom(name).selectAll().execute()).length,
      ),
    );
  await seed();
  const first = await sizes();
  expect(Math.min(...first)).toBeGreaterThan(0);
  await t.context.db.deleteFrom('dictData').where('dictType', '=', 'sys_user_sex').where('dictValue', '=', '2').execute();
  await t.context.db.updateTable('config').set({ configValue: '改过' }).where('configKey', '=', 'site.phone').execute();
  await seed();
  const [menus, grants, types, entries] = await sizes();
  expect([menus, grants, types, entries]).toEqual([first[0], first[1], first[2], (first[3] ?? 0) - 1]);
  const { configValue } = await t.context.db
    .selectFrom('config')
    .select('configValue')
    .where('configKey', '=', 'site.phone')
    .executeTakeFirstOrThrow();
  expect(configValue).toBe('改过');
  await t.close();
});

test('matches a grant by area, entity and action, or by wildcards', () => {
  expect(granted(['structure:*:list'], 'structure:college:list')).toBe(true);
  expect(granted(['structure:*:list'], 'structure:college:edit')).toBe(false);
  expect(granted(['system:*:*'], 'systemx:user:list')).toBe(false);
  expect(granted([], 'system:user:list')).toBe(false);
});

test('seeds regions with a province for every prefecture and each code once', async () => {
  const t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  const rows = await t.context.db.selectFrom('area').select(['areaCode', 'parentCode', 'level']).execute();
  const codes = new Set(rows.map((row) => row.areaCode));
  expect(rows.filter((row) => row.level === 1)).toHaveLength(34);
  expect(rows.filter((row) => row.level === 2)).toHaveLength(333);
  expect(codes.size).toBe(rows.length);
  expect(rows.filter((row) => row.level === 2 && !codes.has(row.parentCode))).toEqual([]);
  await t.close();
});
