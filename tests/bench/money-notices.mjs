// 10 000 payment notices of Alipay and WeChat Pay: repeated, in another order, forged, with a wrong amount, for another channel, too old, late, twice
// at the same moment on both servers. Afterwards every order has the state and every buyer the one right that a model of the rules expects, money that
// buys nothing went back once, and `ledger:verify` finds nothing. PostgreSQL with two servers, SQLite with the one that it allows.
// Usage: node tests/bench/money-notices.mjs [notices] [--engine sqlite|postgres]
import { addAttempt, addOrder, enginesAsked, inParallel, moneyServers, pause, percentile, PRICE, randomFrom } from './money-servers.mjs';

const NOTICES = Number(/^\d+$/.exec(process.argv[2] ?? '')?.[0] ?? 10_000);
/** Notices that are on their way at the same moment; a pair counts once. */
const AT_ONCE = 8;
const HOUR_MS = 3_600_000;
const P95_MS = 200;
const LONGEST_MS = 5_000;
const CHANNELS = ['alipay', 'wechat'];
const other = (channel) => (channel === 'alipay' ? 'wechat' : 'alipay');

let good = true;
for (const engine of enginesAsked()) {
  const town = await moneyServers(engine);
  if (!town) console.log(`${engine}: not installed on this machine, not run`);
  else good = (await bench(town)) && good;
}
process.exit(good ? 0 : 1);

/** The orders of one kind of story: the attempts of one buyer and one work, and what must come of them. */
async function stories(town, random) {
  const { db } = town;
  const kinds = [
    ...Array(12).fill('plain'),
    ...Array(3).fill('late'),
    ...Array(2).fill('too late'),
    ...Array(2).fill('two orders'),
    ...Array(3).fill('two attempts'),
    ...Array(2).fill('never paid'),
  ];
  const works = [];
  for (let n = 0; n < 40; n += 1) works.push(await town.work(`书${n}`));
  const all = [];
  let buyer = null;
  const count = Math.ceil(NOTICES / 11);
  for (let n = 0; n < count; n += 1) {
    if (n % works.length === 0) buyer = await town.person(`buyer${n / works.length}`);
    const publishId = works[n % works.length];
    const kind = kinds[n % kinds.length];
    const channel = CHANNELS[Math.floor(random() * 2)];
    const now = Date.now();
    const order = (status, expireTime) => addOrder(db, buyer.id, publishId, { status, expireTime });
    const attempts = [];
    const attempt = async ({ id }, through, status) =>
      attempts.push({ orderId: id, channel: through, paymentNo: await addAttempt(town, id, through, status) });
    if (kind === 'late') await attempt(await order('cancelled', now - HOUR_MS), channel, 'closed');
    else if (kind === 'too late') await attempt(await order('cancelled', now - 25 * HOUR_MS), channel, 'closed');
    else if (kind === 'two orders') {
      await attempt(await order('cancelled', now - HOUR_MS), channel, 'closed');
      await attempt(await order('unpaid', now + HOUR_MS), other(channel), 'created');
    } else if (kind === 'two attempts') {
      const row = await order('unpaid', now + HOUR_MS);
      await attempt(row, channel, 'closed');
      await attempt(row, other(channel), 'created');
    } else await attempt(await order('unpaid', now + HOUR_MS), channel, 'created');
    all.push({ kind, userId: buyer.id, publishId, attempts, pays: kind !== 'never paid' });
  }
  return all;
}

/** A notice that says no: signed wrongly, too old, of another merchant, with another amount, or for a number of another channel. */
function badNotice({ fakes }, { channel, paymentNo }, random) {
  const fake = fakes[channel];
  const pick = Math.floor(random() * 6);
  const alipay = channel === 'alipay';
  if (pick === 0) {
    const sent = fake.notice(paymentNo);
    return alipay
      ? { ...sent, body: sent.body.replace(/sign=[^&]{8}/, 'sign=AAAAAAAA') }
      : { ...sent, headers: { ...sent.headers, 'wechatpay-signature': Buffer.alloc(256).toString('base64') } };
  }
  if (pick === 1)
    return alipay
      ? fake.notice(paymentNo, { notify_time: '2026-01-01 00:00:00' })
      : fake.notice(paymentNo, {}, { 'wechatpay-timestamp': '1760000000' });
  if (pick === 2) return alipay ? fake.notice(paymentNo, { seller_id: '2088000000000009' }) : fake.notice(paymentNo, { mchid: '1900000009' });
  if (pick === 3)
    return alipay
      ? fake.notice(paymentNo, { total_amount: '58.01' })
      : fake.notice(paymentNo, { transaction_id: `T${paymentNo}`, trade_state: 'SUCCESS', amount: { total: PRICE + 1, currency: 'CNY' } });
  if (pick === 4)
    return alipay
      ? fake.notice(paymentNo, { refund_fee: '58.00', out_biz_no: 'x' })
      : fake.notice(paymentNo, { transaction_id: `T${paymentNo}`, amount: { total: PRICE } }, {}, 'REFUND.SUCCESS');
  // The number was opened at the other channel; signed and complete there.
  const rival = fakes[other(channel)];
  const sent =
    other(channel) === 'alipay'
      ? rival.notice(paymentNo, { total_amount: '58.00' })
      : rival.notice(paymentNo, {
          transaction_id: `T${paymentNo}`,
          trade_state: 'SUCCESS',
          success_time: new Date().toISOString(),
          amount: { total: PRICE, currency: 'CNY' },
        });
  return { ...sent, to: other(channel) };
}

function isEarly({ what, attempt }) {
  return what === 'both' && attempt.orderId % 2 === 0;
}

async function bench(town) {
  const { db, fakes, servers } = town;
  const random = randomFrom(48);
  const all = await stories(town, random);
  const attempts = all.flatMap((story) => story.attempts.map((attempt) => ({ ...attempt, pays: story.pays })));
  for (const { channel, paymentNo, pays } of attempts) if (pays) fakes[channel].books.pay(paymentNo);
  // Work orders: one notice, the bytes of an earlier one again, or two at the same moment on both servers.
  const orders = [];
  // Both attempts of a purchase succeed at the same moment, each on another server.
  for (const { attempts: own } of all) if (own.length === 2) orders.push({ attempt: own[0], rival: own[1], what: 'both' });
  for (const attempt of attempts) {
    orders.push({ attempt, what: attempt.pays ? 'pair' : 'bad' });
    if (attempt.pays) orders.push({ attempt, what: 'good' }, { attempt, what: 'again' });
  }
  const sentBy = () => orders.reduce((n, { what }) => n + (what === 'pair' || what === 'both' ? 2 : 1), 0);
  for (let sent = sentBy(); sent < NOTICES; sent += 1) {
    const attempt = attempts[Math.floor(random() * attempts.length)];
    orders.push({ attempt, what: attempt.pays && random() < 0.4 ? (random() < 0.5 ? 'good' : 'again') : 'bad' });
  }
  for (let at = orders.length - 1; at > 0; at -= 1) {
    const to = Math.floor(random() * (at + 1));
    [orders[at], orders[to]] = [orders[to], orders[at]];
  }
  // Half of them come first, so that nothing is decided before.
  orders.sort((a, b) => Number(isEarly(b)) - Number(isEarly(a)));
  const times = [];
  const statuses = new Map();
  const kept = new Map();
  const send = async (attempt, notice, at) => {
    const answer = await town.notify(notice.to ?? attempt.channel, notice, at);
    times.push(answer?.ms ?? Infinity);
    const said = String(answer?.status ?? 'no answer');
    statuses.set(said, (statuses.get(said) ?? 0) + 1);
  };
  const from = performance.now();
  await inParallel(orders, AT_ONCE, async ({ attempt, rival, what }) => {
    const at = Math.floor(random() * servers.length);
    const fresh = () => fakes[attempt.channel].notice(attempt.paymentNo);
    if (what === 'bad') return send(attempt, badNotice(town, attempt, random), at);
    if (what === 'both') return Promise.all([attempt, rival].map((one, n) => send(one, fakes[one.channel].notice(one.paymentNo), at + n)));
    const notice = what === 'again' ? (kept.get(attempt.paymentNo) ?? fresh()) : fresh();
    kept.set(attempt.paymentNo, notice);
    await Promise.all([send(attempt, notice, at), ...(what === 'pair' ? [send(attempt, notice, at + 1)] : [])]);
  });
  const seconds = (performance.now() - from) / 1000;
  const quiet = await town.settled();
  await pause(200);

  const faults = quiet ? [] : ['refunds are still on their way'];
  const payments = new Map((await db.selectFrom('payment').selectAll().execute()).map((row) => [row.paymentNo, row]));
  const states = new Map((await db.selectFrom('order').select(['id', 'status']).execute()).map((row) => [row.id, row.status]));
  const rights = await db.selectFrom('entitlement').select(['userId', 'publicationId']).where('revoked', '=', '0').execute();
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.status', 'payment.paymentNo'])
    .execute();
  const rightsOf = new Map();
  for (const { userId, publicationId } of rights) {
    const key = `${userId} ${publicationId}`;
    rightsOf.set(key, (rightsOf.get(key) ?? 0) + 1);
  }
  const backOf = new Map();
  for (const { paymentNo, status } of refunds) backOf.set(paymentNo, [...(backOf.get(paymentNo) ?? []), status]);
  for (const { kind, userId, publishId, attempts: own } of all) {
    const say = (words) => faults.push(`${kind}, ${own.map(({ paymentNo }) => paymentNo).join(' ')}: ${words}`);
    const held = rightsOf.get(`${userId} ${publishId}`) ?? 0;
    const expected = kind === 'too late' || kind === 'never paid' ? 0 : 1;
    if (held !== expected) say(`${held} rights, ${expected} expected`);
    const orderStates = [...new Set(own.map(({ orderId }) => orderId))].map((id) => states.get(id)).toSorted();
    const right = { 'too late': ['cancelled'], 'never paid': ['unpaid'], 'two orders': ['cancelled', 'paid'] }[kind] ?? ['paid'];
    if (String(orderStates) !== String(right)) say(`orders ${orderStates}, ${right} expected`);
    const paid = own.filter(({ paymentNo }) => payments.get(paymentNo)?.status === 'paid').length;
    const back = own.flatMap(({ paymentNo }) => backOf.get(paymentNo) ?? []);
    const returned = kind === 'too late' || kind === 'two orders' || kind === 'two attempts' ? 1 : 0;
    if (paid !== (kind === 'never paid' ? 0 : own.length)) say(`${paid} attempts paid`);
    if (back.length !== returned || back.some((status) => status !== 'done')) say(`refunds ${back}, ${returned} expected`);
    const given = own.flatMap(({ channel, paymentNo }) => [...fakes[channel].books.refunds.values()].filter((one) => one.paymentNo === paymentNo));
    if (given.length !== returned) say(`the channels gave money back ${given.length} times, ${returned} expected`);
  }
  const stored = Number(
    (
      await db
        .selectFrom('paymentNotice')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
  if (stored !== times.length) faults.push(`${stored} notices stored of ${times.length}`);
  for (const status of statuses.keys()) if (!/^(200|204|401)$/.test(status)) faults.push(`answers with ${status}: ${statuses.get(status)}`);
  faults.push(...town.verify());
  const [p50, p95, longest] = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)];
  console.log(
    `${town.engine}, ${servers.length} server${servers.length > 1 ? 's' : ''}: ${times.length} notices for ${all.length} purchases in ${seconds.toFixed(0)} s; answer median ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, longest ${longest.toFixed(0)} ms`,
  );
  console.log(`  answers: ${[...statuses].map(([status, n]) => `${status} ${n}`).join(', ')}; refunds ${refunds.length}`);
  for (const line of faults.slice(0, 30)) console.log(`  ✗ ${line}`);
  const right = faults.length === 0 && p95 <= P95_MS && longest <= LONGEST_MS;
  console.log(right ? '  ✓ right state, one right, one return each; the books agree' : `  ✗ failed (${faults.length} faults)`);
  await town.close();
  return right;
}
