import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'staff', roles: ['works_admin'] });
  await town.addUser({ userName: 'reader' });
});
afterAll(() => town.close());

const docs = async (headers: Record<string, string>) =>
  (await town.app.inject({ url: '/prod-api/v3/api-docs', headers })).json<Record<string, unknown>>();

test('staff read every endpoint in OpenAPI, with its description, permission and limits', async () => {
  const { openapi, paths } = (await docs(await town.as('staff'))) as {
    openapi: string;
    paths: Record<string, Record<string, { description?: string; requestBody?: unknown }>>;
  };
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));
  expect(described.sort()).toEqual(town.app.endpoints.map((one) => one.key).sort());
  expect(paths['/cms/publish']?.['put']).toMatchObject({ summary: '修改出版物', description: '需要权限：publish:publication:edit' });
  expect(JSON.stringify(paths['/cms/publish']?.['put']?.requestBody)).toContain('"maxLength":120');
});

test('A22 rejects everybody else', async () => {
  expect(await docs({})).toMatchObject({ code: 401 });
  expect(await docs(await town.as('reader'))).toEqual({ code: 403, msg: '当前操作没有权限' });
});
