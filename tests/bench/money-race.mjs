// 1 000 rounds in which things that exclude each other happen at the same moment, against PostgreSQL with two servers and SQLite with the one that it
// allows: two payments of one order and its cancellation, two orders of one work, opening against returning, two clerks who decide one refund, and the
// channel's answers to it; withdrawals of one balance, two who settle, and two who reverse. Money and rights have one winner each, no account passes
// zero, and no answer is an unknown error.
// Usage: node tests/bench/money-race.mjs [rounds] [--engine sqlite|postgres]
import { randomUUID } from 'node:crypto';
import { addPayees, EARNING_KINDS, EARNING_NO, earningFaults } from './money-race-earnings.mjs';
import { enginesAsked, inParallel, moneyServers, PRICE, randomFrom } from './money-servers.mjs';

const ROUNDS = Number(/^\d+$/.exec(process.argv[2] ?? '')?.[0] ?? 1_000);
/** Rounds that run beside each other, each with a buyer of its own. */
const AT_ONCE = 4;
/** Rounds of one buyer: fewer than the orders that a buyer may place in an hour. */
const PER_BUYER = 8;
/** Codes that say no in words. */
const NO = new Set([403, 404, 409, 429, 500, 21501, 21502, 21503, 21505, 21507, 22701, 22801, 22803, 22804, ...EARNING_NO]);

/** What happens at the same moment, by name. Each kind gets the round and returns nothing; the check of the round is the same for all. */
const KINDS = {
  'pay twice and cancel': payAndCancel,
  'open against return': openAndReturn,
  'two clerks': decideTwice,
  'two orders': orderTwice,
  ...EARNING_KINDS,
};

let good = true;
for (const engine of enginesAsked()) {
  const town = await moneyServers(engine);
  if (!town) console.log(`${engine}: not installed on this machine, not run`);
  else good = (await bench(town)) && good;
}
process.exit(good ? 0 : 1);

/** Calls of one round. An answer that is neither a success nor an error in words is a fault. */
function callsOf(town, buyer, faults, name) {
  const ask = async (who, method, path, body, at = 0) => {
    const answer = await town.call(who, method, path, body, at);
    if (!answer || (answer.code !== 200 && !NO.has(answer.code)) || /系统未知错误/.test(answer.msg ?? ''))
      faults.push(`${name}: ${method} ${path}: ${answer?.code} ${answer?.msg}`);
    return answer ?? { code: 0 };
  };
  const calls = {
    ask,
    detail: async (orderNo) => (await ask(buyer, 'GET', `/pay/order/detail/${orderNo}`)).data,
    place: (publishId, at = 0) => ask(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] }, at),
    async attempt(orderNo, channel) {
      const { data } = await ask(buyer, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel, device: 'pc' });
      if (!data) return null;
      if (channel === 'alipay') town.fakes.alipay.visit(data.address);
      return { channel, paymentNo: data.paymentNo };
    },
    buyerPays: ({ channel, paymentNo }) => town.fakes[channel].books.pay(paymentNo),
    notify: ({ channel, paymentNo }, at = 0) => town.notify(channel, town.fakes[channel].notice(paymentNo), at),
    give: (orderNo, orderItemId, at = 0) => ask(buyer, 'POST', '/pay/order/refund', { orderNo, orderItemIds: [orderItemId], reason: '买错了' }, at),
    open: (publishId, at = 0) => ask(buyer, 'POST', '/info/grant', { publishId }, at),
    async bought(publishId) {
      const { data } = await calls.place(publishId);
      const attempt = data && (await calls.attempt(data.orderNo, 'wechat'));
      if (!attempt) return null;
      calls.buyerPays(attempt);
      await calls.notify(attempt);
      const card = await calls.detail(data.orderNo);
      if (card?.status !== 'paid') faults.push(`${name}: an order that was paid is ${card?.status}`);
      return card;
    },
  };
  return calls;
}

async function payAndCancel({ calls, buyer, publishId, random }) {
  const { data } = await calls.place(publishId);
  if (!data) return;
  const first = await calls.attempt(data.orderNo, random() < 0.5 ? 'alipay' : 'wechat');
  // A second attempt at another channel closes the first; the buyer may have paid it already.
  if (random() < 0.3) calls.buyerPays(first);
  const second = random() < 0.6 ? await calls.attempt(data.orderNo, first.channel === 'alipay' ? 'wechat' : 'alipay') : null;
  for (const one of [first, second]) if (one) calls.buyerPays(one);
  await Promise.all([
    ...[first, second].flatMap((one) => (one ? [calls.notify(one, 0), calls.notify(one, 1)] : [])),
    calls.ask(buyer, 'POST', `/pay/order/check/${data.orderNo}`, undefined, 1),
    calls.ask(buyer, 'PUT', `/pay/order/cancel/${data.orderNo}`, undefined, 0),
  ]);
}

async function openAndReturn({ calls, publishId, faults }) {
  const card = await calls.bought(publishId);
  if (!card) return;
  const [refund, opened] = await Promise.all([
    calls.give(card.orderNo, card.items[0].orderItemId, 0),
    calls.open(publishId, 1),
    calls.give(card.orderNo, card.items[0].orderItemId, 1),
  ]);
  const after = await calls.detail(card.orderNo);
  const returning = after.refunds.length;
  if (returning > 1) faults.push(`open against return: ${returning} refunds of one line`);
  if (returning > 0 && after.items[0].opened) faults.push('open against return: the work was opened and is being returned');
  if (returning === 0 && !after.items[0].opened) faults.push(`open against return: neither won: ${refund.msg} ${opened.msg}`);
}

async function decideTwice({ calls, publishId, clerks, town, random }) {
  const card = await calls.bought(publishId);
  if (!card) return;
  const given = await calls.give(card.orderNo, card.items[0].orderItemId);
  const refundId = given.data?.refunds[0]?.refundId;
  if (!refundId) return;
  town.fakes.wechat.books.nextRefund = random() < 0.5 ? 'done' : 'waiting';
  await Promise.all([
    calls.ask(clerks[0], 'PUT', `/pay/refund/pass/${refundId}`, {}, 0),
    calls.ask(clerks[1], 'PUT', `/pay/refund/${random() < 0.5 ? 'pass' : 'reject'}/${refundId}`, { reason: '请先核对订单内容' }, 1),
    calls.ask(clerks[1], 'PUT', `/pay/refund/pass/${refundId}`, {}, 1),
    calls.open(publishId, 0),
  ]);
}

/** An old order is paid late while a new order of the same work is paid. */
async function orderTwice({ calls, buyer, publishId, town }) {
  const placed = await Promise.all([calls.place(publishId, 0), calls.place(publishId, 1)]);
  const old = placed.find(({ data }) => data)?.data;
  const first = old && (await calls.attempt(old.orderNo, 'alipay'));
  if (!first) return;
  await calls.ask(buyer, 'PUT', `/pay/order/cancel/${old.orderNo}`);
  // The channel let the closed attempt through.
  const trade = town.fakes.alipay.books.trades.get(first.paymentNo);
  trade.state = 'waiting';
  const { data } = await calls.place(publishId);
  const second = data && (await calls.attempt(data.orderNo, 'wechat'));
  if (!second) return;
  for (const one of [first, second]) calls.buyerPays(one);
  await Promise.all([calls.notify(first, 0), calls.notify(second, 1), calls.open(publishId, 0)]);
}

async function bench(town) {
  const { db, fakes } = town;
  const random = randomFrom(19);
  const faults = [];
  const clerks = [];
  for (const name of ['clerk', 'second', 'third']) clerks.push(await town.person(name, ['tally_admin']));
  const works = [];
  for (let n = 0; n < PER_BUYER; n += 1) works.push(await town.work(`书${n}`));
  const names = Object.keys(KINDS);
  // Made before: SQLite allows one process that writes.
  const buyers = [];
  for (let n = 0; n < Math.ceil(ROUNDS / PER_BUYER); n += 1) buyers.push(await town.person(`buyer${n}`));
  const lines = await addPayees(town, buyers, PER_BUYER, random);
  let rounds = 0;
  const from = performance.now();
  await inParallel(buyers, AT_ONCE, async (buyer, number) => {
    for (let turn = 0; turn < PER_BUYER && rounds < ROUNDS; turn += 1) {
      rounds += 1;
      const name = names[(number + turn) % names.length];
      const calls = callsOf(town, buyer, faults, name);
      await KINDS[name]({ calls, buyer, publishId: works[turn], faults, clerks, town, random, lines: lines.get(buyer.id)[turn] });
    }
  });
  // Everything that still waits is asked about until the channels and the books say the same.
  fakes.wechat.books.nextRefund = 'done';
  for (const refund of [...fakes.alipay.books.refunds.values(), ...fakes.wechat.books.refunds.values()])
    if (refund.state === 'waiting') refund.state = 'done';
  await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
  if (!(await town.settled())) faults.push('refunds are still on their way');
  const seconds = (performance.now() - from) / 1000;

  const rights = await db
    .selectFrom('entitlement')
    .select((eb) => ['userId', 'publicationId', eb.fn.countAll().as('n')])
    .where('revoked', '=', '0')
    .where('source', '=', 'order')
    .groupBy(['userId', 'publicationId'])
    .execute();
  for (const { userId, publicationId, n } of rights) if (Number(n) > 1) faults.push(`user ${userId} has ${n} bought rights to work ${publicationId}`);
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.refundNo', 'refund.status', 'refund.fen', 'payment.paymentNo', 'payment.channel', 'payment.amountFen'])
    .execute();
  const ours = new Map(refunds.map((row) => [row.refundNo, row]));
  const given = new Map();
  for (const { books } of [fakes.alipay, fakes.wechat])
    for (const { refundNo, paymentNo, fen } of books.refunds.values()) {
      given.set(paymentNo, (given.get(paymentNo) ?? 0) + fen);
      if (!ours.has(refundNo)) faults.push(`refund ${refundNo} is at the channel only`);
    }
  for (const [paymentNo, fen] of given) if (fen > PRICE) faults.push(`${fen} fen of payment ${paymentNo} went back, ${PRICE} were paid`);
  for (const { refundNo, status } of refunds)
    if (status === 'done' && ![fakes.alipay, fakes.wechat].some(({ books }) => books.refunds.has(refundNo)))
      faults.push(`refund ${refundNo} is done here only`);
  for (const kind of ['order', 'refundDue']) {
    const below = await db
      .selectFrom('ledgerAccount')
      .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
      .select((eb) => ['ledgerAccount.ref', eb.fn.sum('ledgerEntry.fen').as('fen')])
      .where('ledgerAccount.kind', '=', kind)
      .groupBy('ledgerAccount.ref')
      .having((eb) => eb(eb.fn.sum('ledgerEntry.fen'), '>', 0))
      .execute();
    for (const { ref, fen } of below) faults.push(`${kind} ${ref} is ${fen} fen below zero`);
  }
  const earnings = await earningFaults(town);
  faults.push(...earnings.faults, ...town.verify());
  const states = await db
    .selectFrom('order')
    .select((eb) => ['status', eb.fn.countAll().as('n')])
    .groupBy('status')
    .execute();
  console.log(
    `${town.engine}, ${town.servers.length} server${town.servers.length > 1 ? 's' : ''}: ${rounds} rounds in ${seconds.toFixed(0)} s; orders ${states.map(({ status, n }) => `${status} ${n}`).join(', ')}; refunds ${refunds.length}`,
  );
  console.log(`  ${earnings.words}`);
  for (const [line, n] of [...Map.groupBy(faults, (one) => one)].slice(0, 30))
    console.log(`  ✗ ${line}${n.length > 1 ? ` (${n.length} times)` : ''}`);
  console.log(faults.length === 0 ? '  ✓ never twice, never below zero, no unknown error' : `  ✗ failed (${faults.length} faults)`);
  await town.close();
  return faults.length === 0;
}
