import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { FAMILY_PAGES } from './compatible-pages.routes.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

test.each(Object.entries(FAMILY_PAGES))(
  '#33.20 %s redirects to the page of the admin shell, and links to it inside a frame',
  async (address, { path }) => {
    const target = `${town.context.settings.publicUrl}${path}`;
    const opened = await town.app.inject(`/prod-api${address}`);
    expect([opened.statusCode, opened.headers.location]).toEqual([302, target]);
    const framed = await town.app.inject({ url: `/prod-api${address}`, headers: { 'sec-fetch-dest': 'iframe' } });
    expect([framed.statusCode, framed.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(framed.body).toContain(`href="${target}" target="_blank"`);
  },
);
