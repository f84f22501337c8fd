// An installation of its own with the embedded database on a small disk (tmpfs), which is filled under the readers' hands.
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DISK_FULL } from '../../../contract/error.ts';
import { ANSWER_MS, embeddedCaptcha, send, signIn } from '../client.mjs';
import { PASSWORD } from '../cluster.mjs';
import { isRoot } from '../install.mjs';
import { until } from '../processes.mjs';

const SIZE = '160m';

export async function fullDisk(cluster, { check, figure, skip }) {
  if (!isRoot()) return skip('disk full', 'mounting needs root');
  const disk = join(cluster.folder, 'small-disk');
  await mkdir(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]);
  if (mounted.status !== 0) return skip('disk full', `mount said ${mounted.stderr}`);
  const own = Object.fromEntries([...Object.keys(cluster.store.env), 'DATABASE_URL', 'REDIS_URL'].map((name) => [name, undefined]));
  const server = await cluster.server('small', { ...own, DATA_DIR: join(disk, 'data'), DEMO: '0', DEMO_PASSWORD: undefined });
  try {
    await server.start();
    const one = await administrator(server);
    const origin = server.origin;
    const write = (n) => one.send('PUT', '/prod-api/system/user/profile', { body: { nickName: `满盘${n}`, email: '', phonenumber: '', sex: '0' } });
    const kept = await write(0);
    check('disk full: a write works before', kept.json?.code === 200, kept.json?.msg ?? String(kept.status));
    const fillers = await fill(disk, join(disk, 'filler'));
    const red = await until(async () => (await server.status())?.data?.disk === 'down', 10_000, '/status says that the disk is full');
    check('disk full: /status names the disk', red === true);
    const answers = [];
    // The journal of the database has some room left: writes go on until it is used up.
    for (let n = 1; n <= 400; n += 1) {
      const answer = await one.send('POST', '/prod-api/system/notice', {
        body: { noticeTitle: `满盘${n}`, noticeType: '1', noticeContent: 'x'.repeat(50_000), status: '0' },
      });
      answers.push(answer);
      if (answer.status === 503) break;
    }
    const last = answers.at(-1);
    check(
      'disk full: a write is answered with 503 and says why',
      last.status === 503 && last.json?.msg === DISK_FULL,
      `${last.status} ${last.json?.msg}`,
    );
    const acknowledged = answers.filter(({ json }) => json?.code === 200).length;
    const reads = [];
    for (let n = 0; n < 20; n += 1) reads.push(await send(origin, 'GET', '/prod-api/cms/publish/queryPublishList?pageNum=1&pageSize=10'));
    check('disk full: reading goes on', reads.filter(({ json }) => json?.code === 200).length === reads.length);
    const login = await send(origin, 'POST', '/prod-api/login', { body: { username: 'admin', password: 'a wrong password', code: '', uuid: '' } });
    check('disk full: a sign-in is answered honestly', login.status === 200 || login.json?.msg === DISK_FULL, `${login.status} ${login.json?.msg}`);
    for (const file of fillers) await rm(file);
    const back = performance.now();
    await until(async () => (await write(500)).json?.code === 200, 20_000, 'a write works again');
    await until(async () => (await server.status())?.data?.disk !== 'down', 10_000, '/status is no longer red');
    const recovery = performance.now() - back;
    check('disk full: writes work within 10 s after there is room', recovery <= 10_000, `${Math.round(recovery)} ms`);
    const { total } = await one.call('GET', `/system/notice/list?noticeTitle=${encodeURIComponent('满盘')}&pageNum=1&pageSize=1`);
    check('disk full: no acknowledged write is lost', total >= acknowledged, `${acknowledged} acknowledged, ${total} there`);
    const slowest = [...answers, ...reads].reduce((most, { ms }) => Math.max(most, ms), 0);
    check('disk full: every answer within 3 s', slowest <= ANSWER_MS, `${Math.round(slowest)} ms`);
    figure(
      'disk full',
      `slowest ${Math.round(slowest)} ms, back ${Math.round(recovery)} ms, ${Math.max(0, acknowledged - total)} of ${acknowledged} lost`,
    );
  } finally {
    await server.kill('SIGKILL');
    spawnSync('umount', [disk]);
  }
}

/** The administrator of the installation, with the one-time password that its first start prints, which is replaced first. */
async function administrator(server) {
  const said = await readFile(server.log, 'utf8');
  const once = /一次性密码：(\S+?)（/.exec(said)?.[1] ?? '';
  const at = { origin: server.origin, captcha: embeddedCaptcha(server.dataDir) };
  const first = await signIn(null, 'admin', { ...at, password: once });
  await first.call('PUT', '/system/user/profile/updatePwd', { oldPassword: once, newPassword: PASSWORD });
  return signIn(null, 'admin', at);
}

/** Fills a disk until nothing more can be written; returns the files. */
async function fill(disk, name) {
  const files = [];
  for (let n = 0, size = 16 * 1024 ** 2; size >= 4096; ) {
    const { bavail, bsize } = await statfs(disk);
    if (bavail * bsize < size) {
      size /= 2;
      continue;
    }
    const file = `${name}-${(n += 1)}`;
    files.push(file);
    await writeFile(file, Buffer.alloc(size)).catch(() => undefined);
  }
  return files;
}
