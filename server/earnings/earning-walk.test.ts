import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EARNING_STAFF_EVENTS } from '../../contract/earnings/earning.ts';
import { RESULT_HEADS } from '../../contract/earnings/payout.ts';
import type { WITHDRAW_STAFF_EVENTS } from '../../contract/earnings/withdraw.ts';
import { yuan } from '../../contract/money.ts';
import { addAgreement, FINANCE, TERMS } from '../../tests/support/earning-office.ts';
import {
  addSaleBatch,
  addVerifiedPayee,
  adoptLines,
  attemptIn,
  PRICE_FEN,
  compareStatements,
  compareStates,
  earningModel,
  RESERVE_BP,
  type Line,
  type Month,
  type Withdrawal,
  type Batch,
} from '../../tests/support/earning-model.ts';
import { pick, randomOf } from '../../tests/support/flow-tree.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { walkSteps } from '../../tests/support/test-database.ts';
import { unloggedWrite } from '../audit/operation-log.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { monthBefore } from './deduction.rule.ts';
import { disputeOwn } from './earning-step.service.ts';
import { handleEarningEvent } from './earning.service.ts';
import { accountIn } from './payee.service.ts';
import { exportPayoutOf, importPayoutOf } from './payout/bank-file.service.ts';
import { payoutItems } from './payout/payout.queries.ts';
import { addPayoutOf, handlePayoutEvent } from './payout/payout.service.ts';
import { takeMonthStep } from './run/settle-run.service.ts';
import { applyFor, cancelOwn, handleWithdrawEvent } from './withdraw.service.ts';

const STEPS = Number(process.env['EARNING_WALK_STEPS']) || walkSteps(10_000, 0.05);
const CHECK_EVERY = 250;
const FIRST_MONTH = '2020-01';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(async () => {
  vi.useRealTimers();
  await town.close();
});

test(
  'SM17 SM21 SM29 SM30 settle, dispute, adjust, reverse, withdraw and pay by batches in random order: books and states are those of a small model',
  async () => {
    const random = randomOf(49);
    const { db } = town.context;
    const write = unloggedWrite(town.context);
    const users: Record<string, CurrentUser> = {};
    const add = async (userName: string, permissions: readonly string[]): Promise<void> => {
      const userId = await town.addUser({ userName, permissions: [...permissions] });
      users[userName] = {
        userId,
        userName,
        nickName: userName,
        permissions: new Set(permissions),
        accounts: new Set([userId]),
      } as unknown as CurrentUser;
    };
    const PAYEES = ['ann', 'bob', 'cat'];
    const STAFF = ['clerk', 'second', 'third'];
    for (const one of PAYEES) await add(one, []);
    for (const one of STAFF) await add(one, FINANCE);
    const idOf = (name: string): number => users[name]?.userId ?? 0;
    const nameOf = (id: number): string => Object.keys(users).find((name) => idOf(name) === id) ?? '';
    const who = (name: string): CurrentUser => users[name] as CurrentUser;
    await db.updateTable('user').set({ realName: '何语', realNameStatus: 'verified' }).execute();
    for (const one of PAYEES) await addVerifiedPayee(town.context, idOf(one));

    const agreements: { id: number; work: number; item: string; shares: readonly (readonly [string, number])[] }[] = [];
    for (const shares of [
      [['ann', 10_000]],
      [
        ['bob', 6000],
        ['cat', 4000],
      ],
    ] as const) {
      const work = await addListedWork(town.context, { title: `书${agreements.length}`, priceFen: PRICE_FEN });
      const terms = { ...TERMS, reserveBp: RESERVE_BP, advanceFen: 500_000 };
      const made = await addAgreement(town, {
        publicationId: work,
        shares: shares.map(([name, share]) => [idOf(name), share]),
        terms,
        signedOn: `${FIRST_MONTH}-05`,
      });
      agreements.push({ id: made.protocolId, work, item: `author:manuscript:${made.archiveId}`, shares });
    }
    let month = FIRST_MONTH;
    const today = (): string => monthBefore(month, -1);
    const saleBatch = await addSaleBatch(db);

    const {
      months,
      lines,
      withdrawals,
      batches,
      book,
      held,
      settle: settleInModel,
      giveBack,
      pay: payInModel,
      compareBooks,
    } = earningModel(idOf, today);
    const sold = new Map<number, number>();
    const seen = new Set<string>();
    const stateOf = (period: string): Month => {
      const found = months.get(period) ?? { state: 'open', calculator: '', copies: new Map() };
      months.set(period, found);
      return found;
    };
    const setClock = (): void => {
      vi.setSystemTime(new Date(`${monthBefore(month, -1)}-10T04:00:00Z`));
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    setClock();
    const linesIn = (period: string): Line[] => [...lines.values()].filter((one) => one.period === period);
    const isOpen = (line: Line): boolean => line.state === 'pending' || line.state === 'disputed';

    const adopt = adoptLines({ db, lines, stateOf, nameOf, agreements });
    const attempt = attemptIn(seen, () => month);
    const month_ = (event: 'calculate' | 'publish' | 'retract' | 'close', name: string) =>
      takeMonthStep(town.context, who(name), event, month, '核对时发现有误');
    const line_ = (event: (typeof EARNING_STAFF_EVENTS)[number], name: string, line: Line, grossFen: number | null = null) =>
      handleEarningEvent(who(name), event, { earningIds: [line.id], reason: '按合同约定更正', grossFen }, write);
    const pay_ = (event: (typeof WITHDRAW_STAFF_EVENTS)[number], name: string, one: Withdrawal) =>
      handleWithdrawEvent(who(name), { event, withdrawId: one.id }, '户名不符，银行退回', write);
    const lastLines = (): Line[] => [...lines.values()].slice(-14);
    const lastWithdrawals = (): Withdrawal[] => [...withdrawals.values()].slice(-6);
    const lastBatches = (): Batch[] => [...batches.values()].slice(-3);
    const staff = (): string => pick(random, STAFF);
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      async sell() {
        const now = stateOf(month);
        if (now.state === 'published' || now.state === 'closed') return;
        const { id, work } = pick(random, agreements);
        const total = sold.get(id) ?? 0;
        const copies = random() < 0.25 ? 0 - Math.min(total, 1 + Math.floor(random() * 300)) : 1 + Math.floor(random() * 600);
        if (copies === 0) return;
        sold.set(id, total + copies);
        now.copies.set(id, (now.copies.get(id) ?? 0) + copies);
        await db
          .insertInto('channelSale')
          .values({
            batchId: saleBatch,
            period: month,
            saleDate: `${month}-05`,
            channel: '渡口书店',
            form: 'paper',
            publicationId: work,
            copies,
            priceFen: PRICE_FEN,
            sourceRow: 2,
          })
          .execute();
      },
      async calculate() {
        const now = stateOf(month);
        const name = staff();
        if (!(await attempt('calculate', now.state === 'open' || now.state === 'calculated', () => month_('calculate', name)))) return;
        now.state = 'calculated';
        now.calculator = name;
        await adopt(month);
      },
      async publish() {
        const now = stateOf(month);
        const name = staff();
        if (await attempt('publish', now.state === 'calculated' && name !== now.calculator, () => month_('publish', name))) now.state = 'published';
      },
      async retract() {
        if (random() < 0.7) return;
        const now = stateOf(month);
        const may = now.state === 'published' && linesIn(month).every(({ state }) => state !== 'settled');
        if (await attempt('retract', may, () => month_('retract', staff()))) now.state = 'calculated';
      },
      async close() {
        const now = stateOf(month);
        const may = now.state === 'published' && !linesIn(month).some(isOpen);
        if (!(await attempt('close', may, () => month_('close', staff())))) return;
        now.state = 'closed';
        month = today();
        setClock();
      },
      async dispute() {
        if (lines.size === 0 || random() < 0.5) return;
        const line = pick(random, lastLines());
        const name = pick(random, PAYEES);
        const may = line.user === name && line.state === 'pending' && stateOf(line.period).state === 'published';
        const work = () => db.transaction().execute((tx) => disputeOwn(tx, who(name), line.id, '册数与样书清单不同'));
        if (await attempt('dispute', may, work)) line.state = 'disputed';
      },
      async confirm() {
        if (lines.size === 0) return;
        const line = pick(random, lastLines());
        const name = staff();
        const { state, calculator } = stateOf(line.period);
        const may = isOpen(line) && (state === 'published' || line.kind === 'reversal') && name !== calculator && name !== line.editor;
        if (await attempt('confirm', may, () => line_('confirm', name, line))) settleInModel(line);
      },
      async adjust() {
        if (lines.size === 0 || random() < 0.6) return;
        const line = pick(random, lastLines());
        const name = staff();
        const fen = Math.floor(random() * 900_000);
        if (!(await attempt('adjust', isOpen(line), () => line_('adjust', name, line, fen)))) return;
        Object.assign(line, { state: 'pending', fen, editor: name });
      },
      async void() {
        if (lines.size === 0 || random() < 0.85) return;
        const line = pick(random, lastLines());
        const name = staff();
        if (await attempt('void', isOpen(line), () => line_('void', name, line))) Object.assign(line, { state: 'void', editor: name });
      },
      async reverse() {
        if (lines.size === 0 || random() < 0.7) return;
        const line = pick(random, lastLines());
        const name = staff();
        const mirrored = [...lines.values()].some((one) => one.reversed === line.id && one.state !== 'void');
        const may = line.state === 'settled' && line.kind === 'royalty' && !mirrored;
        if (!(await attempt('reverse', may, () => line_('reverse', name, line)))) return;
        const row = await db.selectFrom('earning').selectAll().where('reverses', '=', line.id).executeTakeFirstOrThrow();
        expect([row.grossFen, row.period]).toEqual([0 - line.fen, today()]);
        lines.set(row.id, {
          ...line,
          id: row.id,
          kind: 'reversal',
          period: row.period,
          state: 'pending',
          fen: row.grossFen,
          editor: name,
          reversed: line.id,
        });
      },
      async apply() {
        const name = pick(random, PAYEES);
        const available = 0 - held('payable', idOf(name));
        const fen = random() < 0.2 ? available + 1 : Math.floor(random() * Math.max(1, available)) + 1;
        const open = [...withdrawals.values()].some((one) => one.user === name && one.state !== 'paid' && one.state !== 'ended');
        const may = !open && fen >= 10_000 && fen <= available && fen <= 5_000_000;
        const work = () => applyFor(who(name), { requestId: randomUUID(), amountFen: fen }, write);
        if (!(await attempt('apply', may, work))) return;
        const { id } = await db.selectFrom('withdraw').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
        withdrawals.set(id, { id, user: name, fen, state: 'applied', auditor: '', batch: null });
        book('payable', idOf(name), fen);
        book('frozen', idOf(name), 0 - fen);
      },
      async audit() {
        if (withdrawals.size === 0) return;
        const one = pick(random, lastWithdrawals());
        const name = staff();
        const event = random() < 0.85 ? 'approve' : 'reject';
        if (!(await attempt(event, one.state === 'applied', () => pay_(event, name, one)))) return;
        one.auditor = name;
        one.state = event === 'approve' ? 'approved' : 'ended';
        if (event === 'reject') giveBack(one);
      },
      async cancel() {
        if (withdrawals.size === 0 || random() < 0.8) return;
        const one = pick(random, lastWithdrawals());
        const name = pick(random, PAYEES);
        if (!(await attempt('cancel', one.state === 'applied' && one.user === name, () => cancelOwn(who(name), one.id, write)))) return;
        one.state = 'ended';
        giveBack(one);
      },
      async pay() {
        if (withdrawals.size === 0) return;
        const one = pick(random, lastWithdrawals());
        const name = staff();
        const event = pick(random, ['pay', 'fail', 'giveUp'] as const);
        const from = { pay: one.state === 'approved' || one.state === 'failed', fail: one.state === 'approved', giveUp: one.state === 'failed' }[
          event
        ];
        const may = from && one.batch === null && (event === 'giveUp' || name !== one.auditor);
        if (!(await attempt(event, may, () => pay_(event, name, one)))) return;
        if (event === 'pay') payInModel(one);
        else if (event === 'fail') one.state = 'failed';
        else {
          one.state = 'ended';
          giveBack(one);
        }
      },
      async collect() {
        const name = staff();
        const free = [...withdrawals.values()].filter((one) => one.state === 'approved' && one.batch === null && one.auditor !== name);
        if (!(await attempt('collect', free.length > 0, () => addPayoutOf(who(name), { withdrawIds: [] }, write)))) return;
        const { id } = await db.selectFrom('payout').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
        for (const one of free) one.batch = id;
        batches.set(id, { id, state: 'draft', payer: '', open: new Set(free.map((one) => one.id)) });
      },
      async export() {
        if (batches.size === 0) return;
        const batch = pick(random, lastBatches());
        const name = staff();
        const own = [...batch.open].some((id) => withdrawals.get(id)?.auditor === name);
        const may = (batch.state === 'draft' || batch.state === 'exported') && !own;
        if (!(await attempt('export', may, () => exportPayoutOf(town.context, who(name), batch.id, write)))) return;
        batch.state = 'exported';
        batch.payer = name;
      },
      async import() {
        if (batches.size === 0) return;
        const batch = pick(random, lastBatches());
        const items = await payoutItems(db, batch.id);
        const one = pick(random, items);
        const result = random() < 0.75 ? '成功' : '失败';
        const fen = random() < 0.1 ? one.fen + 1 : one.fen;
        const row = [one.withdrawNo, accountIn(town.context, one.userId, one.bankAccount), yuan(fen), result, '户名不符'].join(',');
        const part = { name: '回盘.csv', bytes: Buffer.from([RESULT_HEADS.join(','), row].join('\n')) } as Parameters<typeof importPayoutOf>[3];
        const answers = batch.state === 'exported' || batch.state === 'resulted';
        let done = 0;
        const work = async (): Promise<void> => {
          const said = await importPayoutOf(town.context, who(staff()), batch.id, part, write);
          done = said.done + said.failed;
        };
        if (!(await attempt('import', answers, work))) return;
        const taken = batch.open.has(one.withdrawId) && fen === one.fen;
        expect([batch.state, one.withdrawNo, done]).toEqual([batch.state, one.withdrawNo, taken ? 1 : 0]);
        if (!taken) return;
        batch.state = 'resulted';
        batch.open.delete(one.withdrawId);
        const withdrawal = withdrawals.get(one.withdrawId);
        if (!withdrawal) throw new Error('unknown withdrawal');
        withdrawal.batch = null;
        if (result === '成功') payInModel(withdrawal);
        else withdrawal.state = 'failed';
      },
      async end() {
        if (batches.size === 0) return;
        const batch = pick(random, lastBatches());
        const name = staff();
        const event = random() < 0.8 ? 'close' : 'cancel';
        const may =
          event === 'close'
            ? batch.state === 'resulted' && batch.open.size === 0
            : batch.state === 'draft' || (batch.state === 'exported' && batch.payer !== name);
        const work = () => handlePayoutEvent(who(name), { event, payoutId: batch.id }, '银行没有处理这一批', write);
        if (!(await attempt(`${event} batch`, may, work))) return;
        batch.state = 'ended';
        if (event === 'cancel') for (const id of batch.open) Object.assign(withdrawals.get(id) ?? {}, { batch: null });
      },
    };
    const names = [
      ...Object.keys(steps),
      'sell',
      'sell',
      'confirm',
      'confirm',
      'confirm',
      'confirm',
      'confirm',
      'apply',
      'audit',
      'pay',
      'import',
      'import',
      'export',
      'close',
    ];
    for (let step = 1; step <= STEPS; step += 1) {
      await steps[pick(random, names)]?.();
      if (step % CHECK_EVERY === 0 || step === STEPS) await compareBooks(db, step);
    }
    await compareStates(db, lines);
    if (STEPS < 10_000) return;
    const both = [
      'calculate',
      'publish',
      'close',
      'confirm',
      'adjust',
      'void',
      'reverse',
      'dispute',
      'apply',
      'approve',
      'pay',
      'fail',
      'giveUp',
      'collect',
      'export',
      'import',
      'close batch',
      'cancel batch',
    ];
    expect(both.flatMap((name) => [true, false].map((done) => `${name} ${done}`)).filter((one) => !seen.has(one))).toEqual([]);
    expect([...months.values()].filter(({ state }) => state === 'closed').length).toBeGreaterThan(12);

    expect(await compareStatements(db)).toBeGreaterThan(30);
  },
  limit(120_000),
);
