// Kills a server with `kill -9` 50 times, 25 on each engine, while buyers order, pay, open and return: at a random moment, and in the middle of a
// call to a channel that has not acted yet, or has acted and whose answer is lost. SQLite with one server that is started again, PostgreSQL with two
// of which one is killed. Clients repeat what was not answered, with the same number. Afterwards the books sum to zero, our records and those of the
// channels say the same, nothing is half done, and nothing was asked of a channel twice with another number.
// Usage: node tests/bench/money-kill.mjs [kills] [--engine sqlite|postgres]
import { randomUUID } from 'node:crypto';
import { enginesAsked, moneyServers, pause, PRICE, randomFrom } from './money-servers.mjs';

const KILLS = Number(/^\d+$/.exec(process.argv[2] ?? '')?.[0] ?? 25);
const BUYERS = 6;
/** Orders of one buyer account: fewer than a buyer may place in an hour. */
const PER_BUYER = 15;
/** A kill that waits for a call to a channel comes after this time at the latest. */
const PATIENCE_MS = 1_500;
/** How long a client repeats: longer than the claim of a request that a dead server left behind. */
const REPEAT_MS = 100_000;
const MODES = ['any moment', 'any moment', 'lost before acting', 'lost after acting'];

let good = true;
for (const engine of enginesAsked()) {
  const town = await moneyServers(engine);
  if (!town) console.log(`${engine}: not installed on this machine, not run`);
  else good = (await bench(town)) && good;
}
process.exit(good ? 0 : 1);

async function bench(town) {
  const { db, fakes, servers } = town;
  const random = randomFrom(7);
  const life = { over: false, orders: 0, repeated: 0 };
  const faults = [];
  const clerk = await town.person('clerk', ['tally_admin']);
  const works = [];
  for (let n = 0; n < PER_BUYER; n += 1) works.push(await town.work(`书${n}`));
  const asked = new Set();

  /** Repeats a call until a server answers it: the device does not know what became of it. */
  async function sure(who, method, path, body) {
    for (const until = Date.now() + REPEAT_MS; Date.now() < until; await pause(120)) {
      const answer = await town.call(who, method, path, body, Math.floor(random() * servers.length)).catch(() => null);
      const again = !answer || (answer.code === 409 && /正在处理/.test(answer.msg));
      if (!again) {
        if (/系统未知错误/.test(answer.msg ?? '')) faults.push(`${method} ${path}: ${answer.msg}`);
        return answer;
      }
      life.repeated += 1;
      // The claim of a dead server holds for a minute: others go on meanwhile.
      if (answer) who.stuck?.();
    }
    faults.push(`${method} ${path}: no answer after ${REPEAT_MS / 1000} s`);
    return { code: 0 };
  }
  const notify = async ({ channel, paymentNo }) => {
    if (fakes[channel].books.trades.get(paymentNo)?.state === 'paid')
      await town.notify(channel, fakes[channel].notice(paymentNo), Math.floor(random() * 2));
  };

  async function purchase(buyer, publishId) {
    const placed = await sure(buyer, 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] });
    if (placed.code !== 200) return;
    life.orders += 1;
    const { orderNo } = placed.data;
    const attempt = async (channel) => {
      const requestId = randomUUID();
      asked.add(requestId);
      const { code, data } = await sure(buyer, 'POST', `/pay/order/pay/${orderNo}`, { requestId, channel, device: 'pc' });
      if (code !== 200) return null;
      if (channel === 'alipay') fakes.alipay.visit(data.address);
      return { channel, paymentNo: data.paymentNo };
    };
    const first = await attempt(random() < 0.5 ? 'alipay' : 'wechat');
    if (!first) return;
    if (random() < 0.15) await sure(buyer, 'PUT', `/pay/order/cancel/${orderNo}`);
    fakes[first.channel].books.pay(first.paymentNo);
    if (random() < 0.6) await notify(first);
    const second = random() < 0.2 ? await attempt(first.channel === 'alipay' ? 'wechat' : 'alipay') : null;
    if (second) {
      fakes[second.channel].books.pay(second.paymentNo);
      await notify(second);
    }
    const { data: card } = await sure(buyer, 'POST', `/pay/order/check/${orderNo}`);
    if (card?.status !== 'paid') return;
    const way = random();
    if (way < 0.3) return void (await sure(buyer, 'POST', '/info/grant', { publishId }));
    if (way > 0.8) return;
    const given = await sure(buyer, 'POST', '/pay/order/refund', { orderNo, orderItemIds: [card.items[0].orderItemId], reason: '买错了' });
    const { data: after } = given.code === 200 ? given : await sure(buyer, 'GET', `/pay/order/detail/${orderNo}`);
    for (const { refundId, status } of after?.refunds ?? []) if (status === 'applied') await sure(clerk, 'PUT', `/pay/refund/pass/${refundId}`, {});
  }
  // Made before: SQLite allows one process that writes.
  const people = [];
  for (let n = 0; n < (KILLS + 1) * BUYERS * 2; n += 1) people.push(await town.person(`buyer${n}`));
  const pending = [];
  async function buyers() {
    for (let buyer = people.pop(); buyer && !life.over; buyer = people.pop()) {
      const stuck = new Promise((resolve) => (buyer.stuck = resolve));
      const buys = (async () => {
        for (const publishId of works) if (!life.over) await purchase(buyer, publishId);
      })();
      pending.push(buys);
      await Promise.race([buys, stuck]);
    }
  }

  const from = performance.now();
  const work = Array.from({ length: BUYERS }, () => buyers());
  const modes = new Map();
  const books = [fakes.alipay.books, fakes.wechat.books];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const mode = MODES[kill % MODES.length];
    const victim = servers[kill % servers.length];
    await pause(600 + random() * 1_200);
    if (mode !== 'any moment') {
      const hit = new Promise((resolve) => {
        for (const one of books) {
          one.faults.push(mode);
          one.onCall = (fault) => {
            if (fault !== mode) return;
            victim.kill();
            resolve(true);
          };
        }
      });
      const met = await Promise.race([hit, pause(PATIENCE_MS)]);
      for (const one of books) {
        one.onCall = null;
        one.faults.length = 0;
      }
      modes.set(met ? mode : 'no call came', (modes.get(met ? mode : 'no call came') ?? 0) + 1);
    } else modes.set(mode, (modes.get(mode) ?? 0) + 1);
    await victim.kill();
    await victim.start();
  }
  life.over = true;
  await Promise.all(work);
  await Promise.all(pending);
  // What still waits is asked about until both sides say the same.
  for (let round = 0; round < 5 && (await waiting()) > 0; round += 1) {
    await Promise.all(servers.map((one) => one.kill('SIGTERM')));
    await db.updateTable('payment').set({ askAt: 1 }).where('status', '=', 'created').execute();
    await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
    await Promise.all(servers.map((one) => one.start()));
    for (const until = Date.now() + 10_000; (await waiting()) > 0 && Date.now() < until; ) await pause(100);
  }
  async function waiting() {
    const open = await db.selectFrom('payment').select(['paymentNo', 'channel']).where('status', '=', 'created').execute();
    const sending = await db.selectFrom('refund').select('id').where('status', '=', 'sending').execute();
    return sending.length + open.filter(({ paymentNo, channel }) => fakes[channel].books.trades.get(paymentNo)?.state === 'paid').length;
  }
  const seconds = (performance.now() - from) / 1000;

  const payments = await db.selectFrom('payment').selectAll().execute();
  const byNo = new Map(payments.map((row) => [row.paymentNo, row]));
  for (const [requestId, rows] of Map.groupBy(payments, (row) => row.requestId)) {
    if (rows.length > 1) faults.push(`request ${requestId} made ${rows.length} attempts`);
    if (!asked.has(requestId)) faults.push(`an attempt that nobody asked for: ${rows[0].paymentNo}`);
  }
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.refundNo', 'refund.fen', 'refund.status', 'payment.paymentNo', 'payment.channel'])
    .execute();
  const ours = new Map(refunds.map((row) => [row.refundNo, row]));
  for (const [name, { books: theirs }] of Object.entries(fakes)) {
    for (const { paymentNo, state } of theirs.trades.values()) {
      const row = byNo.get(paymentNo);
      if (!row) faults.push(`trade ${paymentNo} is at ${name} only`);
      else if ((state === 'paid') !== (row.status === 'paid')) faults.push(`trade ${paymentNo} is ${state} at ${name} and ${row.status} here`);
    }
    const given = new Map();
    for (const { paymentNo, refundNo, fen } of theirs.refunds.values()) {
      given.set(paymentNo, (given.get(paymentNo) ?? 0) + 1);
      const row = ours.get(refundNo);
      if (!row || row.paymentNo !== paymentNo || row.fen !== fen) faults.push(`refund ${refundNo} of ${paymentNo} is at ${name} only`);
    }
    for (const [paymentNo, n] of given) if (n > 1) faults.push(`${name} gave ${paymentNo} back ${n} times`);
  }
  for (const { refundNo, status, channel } of refunds)
    if ((status === 'done') !== fakes[channel].books.refunds.has(refundNo))
      faults.push(`refund ${refundNo} is ${status} here, and at ${channel} it is not so`);
  const rights = await db
    .selectFrom('entitlement')
    .select((eb) => ['userId', 'publicationId', eb.fn.countAll().as('n')])
    .where('revoked', '=', '0')
    .groupBy(['userId', 'publicationId'])
    .execute();
  for (const { userId, publicationId, n } of rights) if (Number(n) > 1) faults.push(`user ${userId} has ${n} rights to work ${publicationId}`);
  faults.push(...town.verify());
  console.log(
    `${town.engine}, ${servers.length} server${servers.length > 1 ? 's' : ''}: ${KILLS} kills (${[...modes].map(([mode, n]) => `${mode} ${n}`).join(', ')}) in ${seconds.toFixed(0)} s; ${life.orders} orders, ${payments.length} attempts, ${refunds.length} refunds, ${life.repeated} calls repeated`,
  );
  for (const line of faults.slice(0, 30)) console.log(`  ✗ ${line}`);
  const right = faults.length === 0 && life.orders > KILLS;
  console.log(right ? '  ✓ books and channels agree, nothing half done, nothing asked twice' : `  ✗ failed (${faults.length} faults)`);
  await town.close();
  return right;
}
