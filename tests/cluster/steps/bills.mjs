// Yesterday's backup is restored; then the channel's bills of the time since are imported. An order that the backup knows as unpaid is adopted, an order
// that it does not know goes to suspense and buys the work by two people. The reading rights follow.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { DAY_MS } from '../../../contract/clock.ts';
import { wireDate } from '../../../server/db/clock.ts';
import { send, signIn } from '../client.mjs';
import { until } from '../processes.mjs';
import { BACKUP, operate, RESTORE } from './backups.mjs';

const FEE_FEN = 35;

export async function bills(cluster, { check, figure }) {
  const { alipay, servers } = cluster;
  const buyer = await signIn(cluster, 'reader31');
  const { rows } = (await send(cluster.origin, 'GET', '/prod-api/cms/publish/queryPublishList?pageNum=1&pageSize=50&price=paid')).json;
  const [known, unknown] = await unboughtWorks(buyer, rows);

  const first = await ordered(buyer, alipay, known);
  const backup = join(cluster.folder, 'yesterday');
  await operate([...BACKUP, '--to', backup], servers[0].settings);
  const second = await ordered(buyer, alipay, unknown);
  for (const { paymentNo } of [first, second]) await paid(cluster, alipay, paymentNo);
  for (const { publishId } of [known, unknown])
    await until(async () => (await buyer.call('POST', '/info/grant', { publishId })).data.entitled, 60_000, 'the payment is received');

  const from = performance.now();
  const databaseUrl = await cluster.postgres.another('restored');
  const own = Object.fromEntries([...Object.keys(cluster.store.env), 'REDIS_URL'].map((name) => [name, undefined]));
  const restored = await cluster.server('restored', { ...own, DATABASE_URL: databaseUrl, DATA_DIR: join(cluster.folder, 'restored-data') });
  await operate([...RESTORE, '--from', backup], restored.settings);
  await restored.start();
  const seconds = (performance.now() - from) / 1000;
  try {
    const captcha = (uuid) => restoredCaptcha(databaseUrl, uuid);
    const at = { origin: restored.origin, captcha };
    const [owner, clerk, other] = await Promise.all(['reader31', 'tally', 'tally2'].map((name) => signIn(cluster, name, at)));
    const entitled = async ({ publishId }) => (await owner.call('POST', '/info/grant', { publishId })).data.entitled;
    check('restored: the payment after the backup is not known', !(await entitled(unknown)));
    const day = wireDate(Date.now() - DAY_MS);
    const form = new FormData();
    form.append('file', new Blob([alipay.billOf(day, FEE_FEN)]), 'bill.zip');
    const upload = await clerk.send('POST', `/prod-api/pay/recon/import/alipay/${day}`, { body: form });
    if (upload.json?.code !== 200) throw new Error(`bill: ${upload.json?.msg}`);
    const { importId } = upload.json.data;
    await until(
      async () => {
        const { data } = await clerk.call('GET', `/pay/recon/import/${importId}`);
        if (data.error) throw new Error(data.error);
        return data.finished;
      },
      120_000,
      'the bill is imported',
    );
    const items = (await clerk.call('GET', '/pay/recon/item/list?shown=all&pageNum=1&pageSize=50')).rows;
    const itemOf = ({ paymentNo }) => items.find(({ ourNo }) => ourNo === paymentNo);
    const adopted = itemOf(first);
    // The server asks the channel about attempts that it knows by itself; the bill shows the rest.
    if (adopted.events.includes('ask')) await clerk.call('PUT', `/pay/recon/item/ask/${adopted.reconItemId}`, { reason: '' });
    check('bills after a restore: the payment of an order of yesterday is adopted and the right follows', await entitled(known), adopted.kind);
    const unlisted = itemOf(second);
    await clerk.call('PUT', `/pay/recon/item/adopt/${unlisted.reconItemId}`, { reason: '昨天的备份里没有这个订单' });
    await other.call('PUT', `/pay/recon/item/confirm/${unlisted.reconItemId}`, { reason: '' });
    const again = await placed(owner, unknown);
    await clerk.call('POST', `/pay/recon/suspense/${unlisted.reconItemId}`, {
      kind: 'assign',
      orderNo: again,
      reason: '读者重新下单，金额与渠道一致',
    });
    const { end } = (await other.call('GET', `/pay/recon/item/list?shown=suspense&reconItemId=${unlisted.reconItemId}&pageNum=1&pageSize=10`))
      .rows[0];
    await other.call('PUT', `/pay/recon/suspense/confirm/${end.endId}`);
    check('bills after a restore: the payment of an unknown order buys the work by two people', await entitled(unknown), unlisted.kind);
    const books = await operate(['server/ledger-verify.command.ts'], restored.settings);
    check('bills after a restore: the books are right', true, books.trim().split('\n').at(-1));
    figure('restore of yesterday into PostgreSQL, and start', `${seconds.toFixed(1)} s`);
  } finally {
    await restored.kill('SIGKILL');
  }
}

async function restoredCaptcha(url, uuid) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select value from cache_entry where key = $1', [`captcha_codes:${uuid}`]);
  await client.end();
  return rows[0]?.value ?? '';
}

/** Two paid works that the buyer may not read yet. */
async function unboughtWorks(buyer, rows) {
  const found = [];
  for (const { publishId } of rows) {
    const { data } = await buyer.call('POST', '/pay/order/preview', { lines: [{ publishId }] });
    const [line] = data.lines;
    if (line.fault === '' && line.payFen > 0) found.push({ publishId, shownFen: line.payFen });
    if (found.length === 2) return found;
  }
  throw new Error('the demonstration has fewer than two works for sale');
}

async function placed(buyer, { publishId, shownFen }) {
  return (await buyer.call('POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen }] })).data.orderNo;
}

/** Places an order and opens its payment at the channel. */
async function ordered(buyer, alipay, work) {
  const orderNo = await placed(buyer, work);
  const { data } = await buyer.call('POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'alipay', device: 'pc' });
  alipay.visit(data.address);
  return { orderNo, paymentNo: data.paymentNo };
}

/** The buyer pays, and the channel tells the servers. */
async function paid(cluster, alipay, paymentNo) {
  alipay.books.pay(paymentNo);
  const { headers, body } = alipay.notice(paymentNo);
  await send(cluster.origin, 'POST', '/prod-api/pay/notify/alipay', { headers, body: Buffer.from(body) });
}
