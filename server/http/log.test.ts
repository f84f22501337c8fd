import fastify from 'fastify';
import { expect, test } from 'vitest';
import { testContext } from '../../tests/support/test-context.ts';
import { logOf } from './log.ts';

test('#43.1 ASVS 14.2.1 writes no secrets and no search terms into the log', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { ...logOf('info'), stream: { write: (line: string) => void lines.push(line) } } });
  app.get('/media/:mediaId', () => ({}));
  app.get('/cms/main/*', () => ({}));
  await app.inject({ url: '/cms/main/cmsPeriodical/invitation/an-invitation-of-32-characters--' });
  await app.inject({
    url: '/media/7?l=opens-it&keyword=searchword',
    headers: { authorization: 'Bearer token-of-somebody', cookie: 'Admin-Token=kept' },
  });
  await app.close();
  const log = lines.join('');
  expect(log).toContain('/cms/main/cmsPeriodical/invitation/***');
  expect(log).toContain('"method":"GET","url":"/media/7"');
  expect(log).not.toMatch(/opens-it|an-invitation-of|searchword|token-of-somebody|kept/);
});

test('#53.3 a request keeps the id that a proxy sent, and gets one otherwise', async () => {
  const t = await testContext();
  const idOf = async (headers: Record<string, string>) => (await t.app.inject({ url: '/prod-api/live', headers })).headers['x-request-id'];
  expect(await idOf({ 'x-request-id': '7f3a-2b:9c.d1' })).toBe('7f3a-2b:9c.d1');
  for (const unusable of ['short', 'x'.repeat(129), 'with space in it']) expect(await idOf({ 'x-request-id': unusable })).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf({})).not.toBe(await idOf({}));
  await t.close();
});
