import { afterAll, beforeAll, expect, test } from 'vitest';
import { payOrderNow } from '../../../../tests/support/fee-order.ts';
import { testContext, type TestContext } from '../../../../tests/support/test-context.ts';
import { verifyMoney } from '../../../commerce/verify.service.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { addPeriodicals } from '../periodical/periodicals.ts';
import { DEMO_TUTORS, WEEKLY } from '../tutoring-texts.ts';
import { addTutoring } from '../tutoring.ts';
import { addFees } from './fees.ts';

const FINANCE = ['pay:order:offline', 'pay:order:confirm'];
let t: TestContext;
const person = async (userName: string): Promise<CurrentUser> => {
  const { id, nickName } = await t.context.db
    .selectFrom('user')
    .select(['id', 'nickName'])
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow();
  const account = {
    userId: id,
    userName,
    nickName,
    sessionId: 's',
    confirmedAt: 0,
    factorDue: false,
    accounts: new Set([id]),
    deptId: null,
    deptName: '',
  };
  return { ...account, roles: [], permissions: new Set(FINANCE) } as unknown as CurrentUser;
};

beforeAll(async () => {
  t = await testContext({ demo: true });
  const authors = [1, 2, 3, 4, 5, 6].map((n) => `author${n}`);
  const names = ['opsadmin', 'jchief', 'jeditor', 'scholar1', 'tally', 'tally2', ...authors, ...DEMO_TUTORS.map(({ who }) => who)];
  for (const userName of new Set(names)) await t.addUser({ userName });
  const professor = { collegeId: null, title: '教授', expertise: '写作', tutorPriceFen: 20_000, tutorMinutes: 60, createTime: 0, updateTime: 0 };
  for (const userName of Object.keys(WEEKLY))
    await t.context.db
      .insertInto('professor')
      .values({ ...professor, userId: await t.addUser({ userName }) })
      .execute();
  await t.context.db.transaction().execute(async (tx) => {
    await addTutoring(tx, Date.now());
    await addPeriodicals(tx, Date.now());
  });
});
afterAll(() => t.close());

test('the demo has tutoring and page fees whose orders are unpaid, paid, finished and returned, and the books are right', async () => {
  const pay = async ({ userName }: CurrentUser, orderNo: string) => payOrderNow(t, orderNo, await t.as(userName));
  await addFees(t.context, { person, clerk: await person('tally'), second: await person('tally2'), pay });
  expect(await verifyMoney(t.context.db)).toEqual([]);
  const rows = await t.context.db
    .selectFrom('order')
    .innerJoin('orderItem', 'orderItem.orderId', 'order.id')
    .select(['orderItem.kind', 'order.status', 'order.channel'])
    .orderBy('order.id')
    .execute();
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ status, channel }) => `${status} ${channel}`.trim());
  expect(of('tutor').toSorted()).toEqual(['finished sandbox', 'paid sandbox', 'paid sandbox', 'refunded sandbox', 'unpaid', 'unpaid']);
  expect(of('page_fee').toSorted()).toEqual(['finished offline', 'finished sandbox', 'unpaid']);
});
