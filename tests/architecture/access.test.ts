import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';

let town: TestContext;
let reader: Bearer;
beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'reader' });
  reader = await town.as('reader');
});
afterAll(() => town.close());

/** The public calls of the specification, and those of the public pages. */
const PUBLIC = [
  'GET /auth/providers',
  'GET /captchaImage',
  'GET /cms/archive/getInfo/{archiveId}',
  'GET /cms/archive/listNum',
  'GET /cms/archiveType/queryTree',
  'GET /cms/banner/queryBanner',
  'GET /cms/block/queryBlocks',
  'GET /cms/collection/queryCollection',
  'GET /cms/comment/queryComment',
  'GET /cms/comment/queryReply/{commentId}',
  'GET /cms/contest/certificate/check/{certificateNo}',
  'GET /cms/contest/getInfo/{contestId}',
  'GET /cms/contest/queryContest',
  'GET /cms/contest/queryPlaces/{contestId}',
  'GET /cms/contest/queryWork/file/{fileId}',
  'GET /cms/contest/queryWork/{submitId}',
  'GET /cms/course/queryCourse',
  'GET /cms/exercise/getInfo/{setId}',
  'GET /cms/exercise/ofWork/{publishId}',
  'GET /cms/exercise/queryByChapter/{chapterId}',
  'GET /cms/information/getInfo/{id}',
  'GET /cms/information/queryInformation',
  'GET /cms/journal/article/export/{articleId}/{format}',
  'GET /cms/journal/article/getInfo/{articleId}',
  'GET /cms/journal/article/pdf/{articleId}',
  'GET /cms/journal/getInfo/{journalId}',
  'GET /cms/journal/issue/getInfo/{issueId}',
  'GET /cms/journal/notice/export/{noticeId}',
  'GET /cms/journal/notice/getInfo/{noticeId}',
  'GET /cms/journal/oai',
  'GET /cms/journal/queryIssue/{journalId}',
  'GET /cms/journal/queryJournal',
  'GET /cms/message/queryMessage',
  'GET /cms/page/getInfo/{key}',
  'GET /cms/publish/getInfo/{publishId}',
  'GET /cms/publish/media/{mediaId}',
  'GET /cms/publish/pair/{publishId}',
  'GET /cms/publish/queryPublishList',
  'GET /cms/publish/queryPublishTotalQuantity',
  'GET /cms/publish/querySimilar/{publishId}',
  'GET /cms/publish/tracks/{publishId}',
  'GET /cms/search',
  'GET /cms/search/across',
  'GET /cms/search/hot',
  'GET /cms/search/suggest',
  'GET /cms/slogan/querySlogan',
  'GET /cms/textbook/facets',
  'GET /cms/textbook/file/{placedId}',
  'GET /cms/textbook/placed/{publishId}',
  'GET /cms/wechat/account/getInfo/{id}',
  'GET /cms/wechat/article/getInfo/{id}',
  'GET /cms/wechat/queryDomain',
  'GET /cms/wechat/queryPeriods',
  'GET /cms/wechat/queryRank',
  'GET /common/upload/rules',
  'GET /earnings/statement/check/{code}',
  'GET /house/scholar/getInfo/{xz}',
  'GET /house/scholar/queryFilter',
  'GET /house/scholar/queryScholar',
  'GET /house/works/queryWorks',
  'GET /info/message/unsubscribe',
  'GET /structure/professor/freeSlots/{professorId}',
  'GET /structure/professor/queryProfessor',
  'GET /system/config/configKey/{key}',
  'GET /system/dict/data/type/{type}',
  'GET /system/notice/getInfo/{noticeId}',
  'GET /system/notice/queryNotice',
  'GET /system/problem/queryProblem',
  'GET /system/user/userCount',
  'POST /auth/callback',
  'POST /auth/start',
  'POST /cms/exercise/answer',
  'POST /cms/journal/oai',
  'POST /cms/journal/review/invitation/answer',
  'POST /cms/journal/review/invitation/open',
  'POST /confirmEmail',
  'POST /findPassword',
  'POST /findPassword/reset',
  'POST /info/browse',
  'POST /info/message/unsubscribe',
  'POST /login',
  'POST /login/passkey',
  'POST /login/passkey/options',
  'POST /login/secondFactor',
  'POST /logout',
  'POST /pay/spread/click',
  'POST /register',
  'POST /system/feedback',
];

/** Addresses under the prefix that are not endpoints of the contract, and the response an anonymous caller gets there. */
const BESIDE = {
  '/health': 'open',
  '/ready': 'open',
  '/live': 'open',
  '/status': 'open',
  '/druid/login.html': 'page',
  '/druid/index.html': 'page',
  '/swagger-ui/index.html': 'page',
  '/swagger-ui.html': 'page',
  '/v3/api-docs': 'staff',
  // Payment channels: a notice is signed, see server/commerce/order.test.ts.
  '/pay/notify/:': 'page',
  '/cms/attempt/upload': 'reader',
  '/media-uploads': 'staff',
  // Files of manuscripts: the account that began an upload continues it.
  '/manuscript-uploads': 'reader',
  // The link is signed for one account and session, see server/composition/master/master.test.ts.
  '/played-files': 'page',
  '/publication-uploads': 'staff',
} as const;

const NUMBERS = /^(.*Id|id|ids|dictCode)$/;
/** Returns a path with a plausible value for each parameter. */
const addressOf = (path: string): string => API_PREFIX + path.replace(/\{(\w+)\}/g, (_place, name: string) => (NUMBERS.test(name) ? '1' : 'any'));

const permissionsOf = ({ access }: Endpoint): readonly string[] => (access === 'public' || access === 'signed-in' ? [] : [access].flat());

async function codeOf({ method, path }: Pick<Endpoint, 'method' | 'path'>, headers: Record<string, string>, more = ''): Promise<unknown> {
  const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: { id: 1, ids: [1], userId: 1, roleIds: [1] } };
  const answer = await town.app.inject({ method, url: addressOf(path) + more, headers, ...payload });
  return [answer.statusCode, answer.json<{ code: number }>().code];
}

/** Parses the printed route tree: four characters of indentation are one level, which extends the address above it. */
function servedPaths(printed: string): string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const found = /^((?:[│ ] {3})*)[├└]── (\S+)( \([A-Z, ]+\))?/.exec(line);
    if (!found) return [];
    const depth = (found[1] ?? '').length / 4;
    above[depth] = (above[depth - 1] ?? '') + (found[2] ?? '');
    return found[3] ? [above[depth]] : [];
  });
}

test('A17 every route belongs to exactly one class: listed as public, open to signed-in users, or requiring a permission', () => {
  const open = town.app.endpoints.filter((one) => one.access === 'public').map((one) => one.key);
  const signedIn = town.app.endpoints.filter((one) => one.access === 'signed-in');
  const asking = town.app.endpoints.filter((one) => permissionsOf(one).length > 0);
  expect(open.sort()).toEqual(PUBLIC);
  expect(open.length + signedIn.length + asking.length).toBe(town.app.endpoints.length);
  expect(asking.flatMap(permissionsOf).filter((permission) => !/^[a-z]+:[A-Za-z]+:[A-Za-z]+$/.test(permission))).toEqual([]);
  expect(new Set(town.app.endpoints.map((one) => one.key)).size).toBe(town.app.endpoints.length);
});

test('A17 no API route is outside the contract except the listed ones', () => {
  const described = new Set(town.app.endpoints.map((one) => (API_PREFIX + one.path).replace(/\{\w+\}/g, ':')));
  const served = servedPaths(town.app.printRoutes({ commonPrefix: false })).filter((url) => url.startsWith(`${API_PREFIX}/`));
  expect(served.length).toBeGreaterThan(100);
  const beside = served.map((url) => url.replace(/:[^/]+/g, ':')).filter((url) => !described.has(url) && url !== `${API_PREFIX}/*`);
  expect([...new Set(beside.map((url) => url.slice(API_PREFIX.length).replace(/\/?\*$/, '')))].sort()).toEqual(Object.keys(BESIDE).sort());
});

test('A17 every non-public route answers 401 without a token, whether it reads or writes', async () => {
  const closed = town.app.endpoints.filter((each) => each.access !== 'public');
  expect(closed.length).toBeGreaterThan(400);
  for (const one of closed) {
    expect([one.key, await codeOf(one, {})]).toEqual([one.key, [200, 401]]);
    expect([one.key, await codeOf(one, { authorization: 'Bearer' }, '?token=x&pageNum=1')]).toEqual([one.key, [200, 401]]);
  }
});

test('A17 a reader gets 403, and never 200, at every route that requires a permission', async () => {
  const closed = town.app.endpoints.filter((one) => permissionsOf(one).length > 0);
  expect(closed.filter((one) => one.method !== 'GET').length).toBeGreaterThan(40);
  for (const one of closed) expect([one.key, await codeOf(one, reader, '?pageNum=1&pageSize=10')]).toEqual([one.key, [200, 403]]);
});

test('A17 a reader’s writes at routes that require a permission change nothing', async () => {
  expect(await town.context.db.selectFrom('operLog').selectAll().execute()).toEqual([]);
});

test('A22 routes outside the contract are listed as public, or reject anonymous callers and readers', async () => {
  for (const [path, kind] of Object.entries(BESIDE)) {
    if (kind === 'page') continue;
    const method = /uploads?$/.test(path) ? ('POST' as const) : ('GET' as const);
    const otherUser = await town.app.inject({ method, url: API_PREFIX + path });
    const read = await town.app.inject({ method, url: API_PREFIX + path, headers: reader });
    const codes = [otherUser, read].map((answer) => answer.json<{ code: number }>().code);
    expect([path, codes]).toEqual([path, kind === 'open' ? [200, 200] : kind === 'reader' ? [401, 412] : [401, 403]]);
  }
});

test('#33.24 a read permission protects no route that writes', () => {
  const writing = town.app.endpoints.filter((one) => one.method !== 'GET' && !one.path.endsWith('/export'));
  const weak = writing.filter((one) => permissionsOf(one).some((permission) => /:(list|query)$/.test(permission))).map((one) => one.key);
  expect(writing.length).toBeGreaterThan(100);
  expect(weak).toEqual([]);
});

test('#33.32 every dangerous call requires a recently confirmed session', () => {
  const dangerous =
    /^(DELETE \/system\/user\/|PUT \/system\/user\/(resetPwd|authRole)|(POST|PUT|DELETE) \/system\/role(\/(dataScope|authUser\/.*|\{ids\}))?$|DELETE \/monitor\/.*(clean|clearCache)|DELETE \/recycle|(POST|PUT|DELETE) \/system\/user\/profile\/(secondFactor|passkey)|POST \/system\/(user|account)\/export|POST \/structure\/(userGroup|scholar|professor)\/export)/;
  const found = town.app.endpoints.filter((one) => dangerous.test(one.key) && !one.key.includes('/profile/sessions'));
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter((one) => !one.confirm).map((one) => one.key)).toEqual([]);
});
