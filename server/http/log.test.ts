import fastify from 'fastify';
import { expect, test } from 'vitest';
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
