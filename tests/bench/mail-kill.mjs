// Sends 500 mails to 50 people through a mail server that fails every third time, while the sending process is killed with SIGKILL again and
// again. Each mail must arrive once, in the order of its person, and none may be lost. Usage: node tests/bench/mail-kill.mjs [mails] [kills]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseCache } from '../../server/cache/database-cache.ts';
import { openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { queueMail, sendNextMail } from '../../server/mail/mail-queue.ts';
import { mailServer } from '../support/mail-server.ts';

const PEOPLE = 50;
/** The clock of the senders runs this many times as fast: the pauses between attempts are minutes. */
const HASTE = 40;
const [, , first = '500', second = '8'] = process.argv;
if (first === 'work') await work(process.argv[3], process.argv[4], Number(process.argv[5]));
else await check(Number(first), Number(second));

async function contextIn(dataDir, smtpUrl) {
  const db = openDatabase({ dataDir, databaseUrl: null, dbTimeoutMs: 30_000 });
  await migrate(db);
  return { db, cache: databaseCache(db), settings: { secret: Buffer.alloc(32), publicUrl: 'http://mail.test', smtpUrl } };
}

/** Sends what is due until it is killed. */
async function work(dataDir, smtpUrl, begun) {
  const now = Date.now;
  Date.now = () => begun + (now() - begun) * HASTE;
  const context = await contextIn(dataDir, smtpUrl);
  process.stdout.write('ready\n');
  for (;;) if (!(await sendNextMail(context))) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function check(mails, kills) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-mail-'));
  const { server, messages, delivered, refused } = mailServer({ failEvery: 3 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtpUrl = `smtp://127.0.0.1:${server.address().port}`;
  const context = await contextIn(dataDir, null);
  for (let n = 0; n < mails; n += 1)
    await queueMail(context.db, { email: `reader${n % PEOPLE}@a.test`, userId: null }, 'test', {
      subject: `mail ${n}`,
      body: 'text',
      html: '<p>text</p>',
    });
  const started = Date.now();
  const start = () =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', import.meta.filename, 'work', dataDir, smtpUrl, String(started)]);
  const waiting = async () =>
    Number(
      (
        await context.db
          .selectFrom('mail')
          .select((eb) => eb.fn.countAll().as('n'))
          .where('state', '=', 'waiting')
          .executeTakeFirstOrThrow()
      ).n,
    );
  let killed = 0;
  for (let child = start(); ; child = start()) {
    child.stderr.pipe(process.stderr);
    await once(child.stdout, 'data');
    // Somewhere within the next mails: often between the reply of the mail server and the note of it.
    const until = killed >= kills ? Infinity : messages.length + 10 + Math.floor(Math.random() * 40);
    while ((await waiting()) > 0 && messages.length < until) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await once(child, 'exit');
    if ((await waiting()) === 0) break;
    killed += 1;
  }
  const states = await context.db
    .selectFrom('mail')
    .select(['state', (eb) => eb.fn.countAll().as('n')])
    .groupBy('state')
    .execute();
  const arrived = delivered();
  const disordered = Array.from({ length: PEOPLE }, (_, person) => arrived.filter(({ to }) => to === `reader${person}@a.test`)).filter((list) =>
    list.some(({ subject }, at) => at > 0 && Number(subject.slice(5)) < Number(list[at - 1].subject.slice(5))),
  );
  console.log(`${mails} mails to ${PEOPLE} people in ${((Date.now() - started) / 1000).toFixed(0)} s, ${killed} kills, ${refused()} refusals`);
  console.log(`states: ${states.map(({ state, n }) => `${state} ${n}`).join(', ')}`);
  console.log(
    `delivered ${arrived.length}, copies dropped by Message-ID ${messages.length - arrived.length}, people with another order ${disordered.length}`,
  );
  await context.db.destroy();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
  const good = arrived.length === mails && disordered.length === 0 && states.length === 1 && states[0].state === 'sent';
  console.log(good ? '✓ each once, in order, none lost' : '✗ failed');
  process.exit(good ? 0 : 1);
}
