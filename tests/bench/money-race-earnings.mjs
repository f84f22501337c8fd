// The rounds of `money-race.mjs` in which a payee withdraws, and the staff settles and reverses, at the same moment.
import { randomUUID } from 'node:crypto';

const PERIOD = '2026-01';
const DAY_MS = 86_400_000;
const BASIS = { lines: [], workFen: 0, shareBp: 10_000, reserveBp: 1_000, recoup: true };
/** Accounts whose money is owed, and those of what is owed to the publisher: neither passes zero. */
const OWED = ['payable', 'frozen', 'reserve'];
const OURS = ['advance', 'carry'];

export const EARNING_KINDS = { 'withdraw twice': withdrawTwice, 'settle twice': settleTwice, 'reverse twice': reverseTwice };
/** Codes of earnings and withdrawals that say no in words. */
export const EARNING_NO = [21701, 21703, 21704, 21705, 21706, 22101, 22105, 22106, 22901, 22902];

/** Payees with an account, and two royalties and an advance for each of their turns; made before, as SQLite allows one process that writes. */
export async function addPayees({ db }, payees, turns, random) {
  const now = Date.now();
  const stamps = { createTime: now, updateTime: now };
  const before = { calculatedBy: null, calculatedAt: now, publishedBy: null, publishedAt: now, closedAt: null, createBy: 'bench', ...stamps };
  await db
    .insertInto('settlement')
    .values({ period: PERIOD, status: 'published', ...before })
    .execute();
  let made = 0;
  const linesOf = new Map();
  for (const { id, userName } of payees) {
    await db.updateTable('user').set({ realName: userName, realNameStatus: 'verified' }).where('id', '=', id).execute();
    await db
      .updateTable('session')
      .set({ confirmedAt: now + DAY_MS })
      .where('userId', '=', id)
      .execute();
    const account = {
      holder: userName,
      bank: '渡口银行',
      account: '',
      accountKey: `key ${id}`,
      accountTail: '0000',
      changedAt: 1,
      status: 'verified',
    };
    await db
      .insertInto('payee')
      .values({ userId: id, ...account, decidedBy: null, decidedAt: 1, ...stamps })
      .execute();
    const rows = [];
    for (let turn = 0; turn < turns; turn += 1)
      for (const sourceType of ['royalty', 'royalty', 'advance']) {
        made += 1;
        rows.push({
          earningNo: `SY202601-${String(made).padStart(6, '0')}`,
          userId: id,
          sourceType,
          sourceId: made,
          protocolId: null,
          publicationId: null,
          title: '灯塔',
          period: PERIOD,
          basis: JSON.stringify(BASIS),
          grossFen: sourceType === 'advance' ? 5_000 + Math.floor(random() * 20_000) : 30_000 + Math.floor(random() * 300_000),
          taxCategory: 'author',
          taxItem: 'author:manuscript:1',
          editedBy: null,
          settledBy: null,
          settledAt: null,
          reverses: null,
          createBy: 'bench',
          ...stamps,
        });
      }
    await db.insertInto('earning').values(rows).execute();
    const ids = (await db.selectFrom('earning').select('id').where('userId', '=', id).orderBy('id').execute()).map((row) => row.id);
    linesOf.set(
      id,
      Array.from({ length: turns }, (_turn, turn) => ids.slice(turn * 3, turn * 3 + 3)),
    );
  }
  return linesOf;
}

const stepsOf = ({ calls, buyer, clerks }) => ({
  decide: (clerk, event, earningIds, at) =>
    calls.ask(
      clerks[clerk],
      'PUT',
      `/earnings/yield/${event}`,
      { earningIds, reason: '按约定办理', ...(event === 'adjust' ? { grossFen: 40_000 } : {}) },
      at,
    ),
  apply: (amountFen, at = 0, requestId = randomUUID()) => calls.ask(buyer, 'POST', '/earnings/withdraw', { requestId, amountFen }, at),
  step: (clerk, event, id, at) => calls.ask(clerks[clerk], 'PUT', `/earnings/withdraw/${event}/${id}`, { reason: '户名与实名不符' }, at),
  cancel: (id, at) => calls.ask(buyer, 'PUT', `/earnings/withdraw/mine/cancel/${id}`, undefined, at),
  available: async () => (await calls.ask(buyer, 'GET', '/earnings/wallet')).data.availableFen,
  withdraws: async () => (await calls.ask(buyer, 'GET', '/earnings/withdraw/mine')).rows,
});

/** Everything that can be done with one withdrawal, at the same moment. */
async function finish(round) {
  const { step, cancel, withdraws } = stepsOf(round);
  const open = (await withdraws()).filter(({ status }) => status === 'applied');
  if (open.length > 1) round.faults.push(`${open.length} withdrawals of one payee are open`);
  const [one] = open;
  if (!one) return;
  const { withdrawId: id } = one;
  await Promise.all([
    step(0, 'approve', id, 0),
    step(1, 'approve', id, 1),
    ...(round.random() < 0.3 ? [step(1, 'reject', id, 1)] : []),
    ...(round.random() < 0.3 ? [cancel(id, 0)] : []),
  ]);
  await Promise.all([step(0, 'pay', id, 0), step(1, 'pay', id, 1), step(1, 'pay', id, 0), step(0, 'fail', id, 1)]);
  await Promise.all([step(0, 'giveUp', id, 0), step(1, 'pay', id, 1), step(0, 'pay', id, 1), step(1, 'giveUp', id, 0)]);
}

async function withdrawTwice(round) {
  const { decide, apply, available, withdraws } = stepsOf(round);
  await decide(0, 'confirm', round.lines);
  const all = await available();
  const [half, same] = [Math.ceil(all / 2) + 1, randomUUID()];
  const before = (await withdraws()).length;
  await Promise.all([apply(all, 0), apply(half, 1), apply(half, 0, same), apply(half, 1, same)]);
  const made = (await withdraws()).length - before;
  if (made !== 1) round.faults.push(`withdraw twice: ${made} withdrawals of one balance`);
  await finish(round);
}

async function settleTwice(round) {
  const { decide, apply, available } = stepsOf(round);
  const [first, second, third] = round.lines;
  await Promise.all([
    decide(0, 'confirm', [first, second], 0),
    decide(1, 'confirm', [third, second, first], 1),
    decide(1, round.random() < 0.5 ? 'void' : 'adjust', [second], 0),
    apply(Math.max(10_000, await available()), 1),
  ]);
  await finish(round);
}

async function reverseTwice(round) {
  const { decide, apply, available } = stepsOf(round);
  const [first, second, advance] = round.lines;
  await decide(0, 'confirm', [first, second, advance]);
  const all = await available();
  await Promise.all([decide(0, 'reverse', [first, advance], 0), decide(1, 'reverse', [first], 1), decide(1, 'reverse', [advance], 1), apply(all, 1)]);
  const mirrors = (await round.calls.ask(round.clerks[0], 'GET', '/earnings/yield/list?status=pending&pageSize=100')).rows
    .filter(({ source, payee }) => source === 'reversal' && payee === round.buyer.userName)
    .map(({ earningId }) => earningId);
  if (mirrors.length > 0) await Promise.all([decide(0, 'confirm', mirrors, 0), decide(1, 'confirm', mirrors, 1), decide(2, 'confirm', mirrors, 0)]);
  await finish(round);
}

/** What is wrong with the earnings after all rounds, and the figures of the report. */
export async function earningFaults({ db }) {
  const faults = [];
  const mirrors = await db
    .selectFrom('earning')
    .select((eb) => ['reverses', eb.fn.countAll().as('n')])
    .where('reverses', 'is not', null)
    .where('status', '<>', 'void')
    .groupBy('reverses')
    .execute();
  for (const { reverses, n } of mirrors) if (Number(n) > 1) faults.push(`earning ${reverses} has ${n} mirrors`);
  for (const [kinds, wrong] of [
    [OWED, '>'],
    [OURS, '<'],
  ]) {
    const below = await db
      .selectFrom('ledgerAccount')
      .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
      .select((eb) => ['ledgerAccount.kind', 'ledgerAccount.ref', eb.fn.sum('ledgerEntry.fen').as('fen')])
      .where('ledgerAccount.kind', 'in', kinds)
      .groupBy(['ledgerAccount.kind', 'ledgerAccount.ref'])
      .having((eb) => eb(eb.fn.sum('ledgerEntry.fen'), wrong, 0))
      .execute();
    for (const { kind, ref, fen } of below) faults.push(`${kind} ${ref} is ${fen} fen below zero`);
  }
  const posted = await db
    .selectFrom('ledgerTransaction')
    .select((eb) => ['sourceId', eb.fn.countAll().as('n')])
    .where('kind', '=', 'withdrawalPaid')
    .groupBy('sourceId')
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .execute();
  for (const { sourceId, n } of posted) faults.push(`withdrawal ${sourceId} was paid ${n} times`);
  const countBy = async (table) =>
    (
      await db
        .selectFrom(table)
        .select((eb) => ['status', eb.fn.countAll().as('n')])
        .groupBy('status')
        .execute()
    )
      .map(({ status, n }) => `${status} ${n}`)
      .join(', ');
  return { faults, words: `earnings ${await countBy('earning')}, ${mirrors.length} reversed; withdrawals ${await countBy('withdraw')}` };
}
