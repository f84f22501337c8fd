import { DAY_MS } from '../../contract/clock.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test, type Page } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

/** Demo contest in its second round. */
const CONTEST = 2;
const JUDGES = 9;
const LAST = 3;
const COMMENT = '译文准确，语气统一，个别长句还可以再拆开一些。';

interface Task {
  submitId: number;
  status: string;
  criteria: { key: string; max: number }[];
}

/** Every judge scores all their open works of a round with the same score. */
async function judgeAlike(roundType: number): Promise<void> {
  for (let no = 1; no <= JUDGES; no += 1) {
    const judge = await server.logIn(`judge${no}`);
    const where = `contestId=${CONTEST}&roundType=${roundType}`;
    const mine = (await server.call(judge, 'GET', `/cms/contest/judgeTask/mine?${where}&pageNum=1&pageSize=100`)) as { data: { rows: Task[] } };
    for (const { submitId, status } of mine.data.rows) {
      if (status !== 'todo' && status !== 'draft') continue;
      const { data } = (await server.call(judge, 'GET', `/cms/contest/judgeTask/getInfo?${where}&submitId=${submitId}`)) as { data: Task };
      const items = data.criteria.map(({ key, max }) => ({ key, score: max * 8 }));
      await server.call(judge, 'PUT', '/cms/contest/judgeTask/submit', { contestId: CONTEST, roundType, submitId, items, comment: COMMENT });
    }
  }
}

/** Ends the second round, and holds a third one in which all entries have the same score. */
async function tied(): Promise<void> {
  const staff = await server.logIn('opsadmin');
  const rounds = async () =>
    (
      (await server.call(staff, 'GET', `/cms/contest/board/${CONTEST}`)) as {
        data: { rounds: { roundId: number; roundType: number; status: string }[] };
      }
    ).data.rounds;
  const last = async () => (await rounds()).find(({ roundType }) => roundType === LAST);
  const sendEvent = (event: string, roundId: number) => server.call(staff, 'PUT', `/cms/contest/round/${event}/${roundId}`, {});
  const second = (await rounds()).find(({ roundType }) => roundType === LAST - 1)?.roundId ?? 0;
  await judgeAlike(LAST - 1);
  await sendEvent('close', second);
  await sendEvent('confirm', second);

  const third = (await last())?.roundId ?? 0;
  const { data } = (await server.call(staff, 'GET', `/cms/contest/round/${third}`)) as { data: Record<string, unknown> };
  await server.call(staff, 'PUT', '/cms/contest/round', { ...data, startTime: day(-1), endTime: day(1) });
  await sendEvent('allocate', third);
  await expect.poll(async () => (await last())?.status, { timeout: limit(90_000) }).toBe('open');
  await judgeAlike(LAST);
  await sendEvent('close', third);
  await sendEvent('confirm', third);
}
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');

const openContest = async (page: Page) => {
  await page.goto(`${server.origin}/cms/contest`);
  await page.getByRole('link', { name: '翻译新人奖' }).click();
  await expect(page.getByRole('heading', { name: '翻译新人奖', level: 1 })).toBeVisible();
};

test('#43.9 after a tie an editor asks for more prizes than the quota, a second person confirms, and it is kept', async ({ browser }) => {
  test.setTimeout(180_000);
  await tied();

  const page = await adminPage(browser, server, 'opsadmin', '/cms/contest');
  await openContest(page);
  await page.getByRole('button', { name: '公示', exact: true }).click();
  const step = page.getByRole('dialog', { name: /公示/ });
  await step.getByRole('button', { name: '公示', exact: true }).click();
  await expect(step.getByText(/名额是1件/)).toBeVisible();
  await step.getByRole('button', { name: '按名次并列授奖，申请超出名额' }).click();
  const dialog = page.getByRole('dialog', { name: '申请超出名额授奖' });
  const send = dialog.getByRole('button', { name: '提交申请' });
  await dialog.getByLabel(/理由/).fill('并列');
  await expect(send).toBeDisabled();
  await dialog.getByLabel(/理由/).fill('评委给分完全相同，无法区分名次，评委会同意并列授奖。');
  await send.click();
  await expect(page.getByText('已提交，等另一人确认')).toBeVisible();
  await expect(dialog).toBeHidden();

  // The applicant cannot decide; a second person can.
  await page.reload();
  const own = page.getByRole('region', { name: '例外' });
  await page.getByRole('button', { name: /奖项与公示/ }).click();
  await expect(own.getByText('评委会同意并列授奖')).toBeVisible();
  await expect(own.getByRole('button', { name: '确认或驳回' })).toHaveCount(0);
  const second = await adminPage(browser, server, 'admin', '/cms/contest');
  await openContest(second);
  await second.getByRole('button', { name: /奖项与公示/ }).click();
  await second.getByRole('button', { name: '确认或驳回' }).click();
  const decision = second.getByRole('dialog', { name: '超出名额授奖：确认或驳回' });
  await expect(decision.getByText(/新人奖 \d+\s件：《/)).toBeVisible();
  await decision.getByLabel(/说明/).fill('同意');
  await decision.getByRole('button', { name: '确认', exact: true }).click();
  await expect(second.getByText('已确认').first()).toBeVisible();
  await expect(decision).toBeHidden();

  // Kept: after a reload the awards are over the quota, and the announcement goes through.
  await page.reload();
  await page.getByRole('button', { name: /奖项与公示/ }).click();
  await expect(page.getByRole('region', { name: '奖项' }).getByText(/文学组新人奖 [2-9] \/ 1/)).toBeVisible();
  await expect(own.getByText('已确认')).toBeVisible();
  await page.getByRole('button', { name: '公示', exact: true }).click();
  await page.getByRole('dialog', { name: /公示/ }).getByRole('button', { name: '公示', exact: true }).click();
  await expect(page.getByText('公示中', { exact: true }).first()).toBeVisible();
});
