import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MenuRoute } from '../../contract/identity/session.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { accessOf, redirectFor } from '../../src/app/route-guard.ts';
import { testContext, type TestContext } from '../support/test-context.ts';

const ADMIN = join(import.meta.dirname, '..', '..', 'src', 'admin');
const textOf = (path: string): string => readFileSync(join(ADMIN, path), 'utf8');
const pages = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.area.ts'))
  .map(textOf)
  .join('\n');

interface Entry {
  readonly address: string;
  readonly component: string;
  readonly title: string;
}

function entriesOf(routes: readonly MenuRoute[], above = ''): Entry[] {
  return routes.flatMap(({ path, component = '', meta, children }) => {
    const address = path.startsWith('/') ? path.replace(/(.)\/$/, '$1') : `${above}/${path}`;
    return children ? entriesOf(children, address === '/' ? '' : address) : [{ address, component, title: meta?.title ?? '' }];
  });
}

let town: TestContext;
let menu: Entry[];
const menuOf = async (userName: string): Promise<Entry[]> => {
  const answer = await town.app.inject({ url: '/prod-api/getRouters', headers: await town.as(userName) });
  return entriesOf(answer.json<{ data: MenuRoute[] }>().data);
};
beforeAll(async () => {
  town = await testContext();
  await town.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await town.addUser({ userName: 'boss', roles: ['admin'] });
  await town.addUser({ userName: 'reader' });
  menu = await menuOf('boss');
});
afterAll(() => town.close());

/** The addresses of the admin pages in the menu. */
const IN_MENU: readonly (readonly [statement: string, addresses: string])[] = [
  ['S2.3.2', '/structure/college /structure/press /structure/professor /structure/scholar'],
  ['S2.3.2', '/structure/chiefeditor /structure/editreview /structure/author /structure/regular /structure/applyForLog'],
  ['S2.3.3', '/houseScholars/works'],
  ['A4', '/cms/information'],
  ['S2.3.11', '/cms/journal /cms/journal/submission /cms/journal/issue'],
  ['A6', '/cms/collection'],
  ['S2.3.10', '/author/authorList'],
  ['S2.3.5', '/program/field /program/block'],
  ['S2.3.6', '/system/account /system/user /system/role /system/usermode /system/menu /system/dept /system/post /system/dict /system/config'],
  ['S2.3.6', '/system/notice /system/feedback /system/log/operlog /system/log/logininfor /system/area /system/problem'],
  ['S2.3.11', '/cms/comment/list /cms/comment/moderation /cms/comment/slogan /cms/banner /cms/tutor /cms/recycle'],
  ['S2.3.11', '/cms/info/browse /cms/info/collect /cms/info/download /cms/info/score'],
  ['S2.3.11', '/cms/wechat/domain /cms/wechat/account /cms/wechat/article'],
  ['S2.3.14', '/publication/publicationList /publication/audio'],
  ['S2.3.16', '/recycleBin/publication /recycleBin/user'],
  ['S2.3.20', '/monitor/online /monitor/job /monitor/druid /monitor/server /monitor/cache'],
];
/** The route guard: an anonymous visitor is sent to sign-in, a reader to the home page, and staff are let in. */
function gated(address: string): void {
  const sent = (roles?: string[]) => redirectFor(address, accessOf(address), roles ? { state: 'authenticated', roles } : { state: 'anonymous' });
  expect([address, sent(), sent(['ROLE_DEFAULT']), sent(['system_admin'])]).toEqual([
    address,
    `/cmsLogin?redirect=${encodeURIComponent(address)}`,
    '/',
    null,
  ]);
}

const namesIn = (routes: readonly MenuRoute[]): string[] =>
  routes.flatMap(({ name, children = [] }) => [...(name ? [name] : []), ...namesIn(children)]);

test('#33.20 route names of the menu are unique for every role, and standard pages keep the names of their views', async () => {
  const { db } = town.context;
  const roles = await db.selectFrom('role').select('roleKey').execute();
  expect(roles.length).toBeGreaterThan(10);
  for (const { roleKey } of roles) {
    await town.addUser({ userName: `names-${roleKey}`, roles: [roleKey] });
    const answer = await town.app.inject({ url: '/prod-api/getRouters', headers: await town.as(`names-${roleKey}`) });
    const names = namesIn(answer.json<{ data: MenuRoute[] }>().data);
    expect([roleKey, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([roleKey, []]);
    if (roleKey === 'admin')
      expect(names).toEqual(expect.arrayContaining(['User', 'Role', 'Menu', 'Dict', 'Operlog', 'RecycleBinUser', 'SystemLog']));
  }
});

test.each(IN_MENU)('%s the admin menu leads to %s, each with its own page, for staff only', async (_statement, addresses) => {
  for (const address of addresses.split(' ')) {
    const entry = menu.find((one) => one.address === address);
    expect([address, entry?.title]).toEqual([address, expect.stringMatching(/./)]);
    expect(pages).toContain(`'${entry?.component}': `);
    gated(address);
  }
  expect(await menuOf('reader')).toEqual([]);
});

test.each([
  ['S2.3.1', '/admin/index'],
  ['S2.3.1', '/index'],
  ['S2.3.3', '/houseScholars/works/12'],
  ['S2.3.7', '/system/user-auth/role/12'],
  ['S2.3.8', '/system/role-auth/user/12'],
  ['S2.3.9', '/system/dict-data/index/12'],
  ['S2.3.20', '/monitor/job-log/index'],
])('%s %s, which is not in the menu, is for staff only', (_statement, address) => gated(address));
