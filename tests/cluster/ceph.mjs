// Ceph RGW on one machine: a monitor, one OSD on a file, and the gateway, everything on loopback. The gateway does not start without cephx.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, program, until } from './processes.mjs';

const run = promisify(execFile);
const START_MS = 120_000;
const GB = 1024 ** 3;
const KEYS = [
  ['mon.', ['mon', 'allow *']],
  ['client.admin', ['mon', 'allow *'], ['osd', 'allow *']],
  ['osd.0', ['mon', 'allow profile osd'], ['osd', 'allow *']],
  ['client.rgw', ['mon', 'allow rwx'], ['osd', 'allow rwx']],
];

/** Starts it in `folder`; returns the endpoint, and `freeze`, `thaw`, `kill`, `start`, `close`. */
export async function cephStore(folder, log, { accessKey, secretKey }) {
  const [first, second, rgw] = [await freePort(), await freePort(), await freePort()];
  const conf = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  const [map, keyring] = [join(folder, 'monmap'), join(folder, 'keyring')];
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(join(folder, name), { recursive: true });
  await writeFile(
    conf,
    `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${first},v1:127.0.0.1:${second}]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
keyring = ${keyring}
run_dir = ${folder}
admin_socket = ${folder}/$name.asok
log_file = ${folder}/$name.log
crash_dir = ${folder}
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
mon_data = ${folder}/mon
mon_data_avail_crit = 1
osd_data = ${folder}/osd
osd_objectstore = bluestore
osd_memory_target = ${GB}
bluestore_block_size = ${20 * GB}
rgw_data = ${folder}/rgw
rgw_thread_pool_size = 64
`,
  );
  // Debian's daemons become the user `ceph`, who may not write here.
  const given = ['-c', conf, '--setuser', 'root', '--setgroup', 'root'];
  const daemon = (name, args) => program(name, [...given, '-f', ...args], { log });
  const ask = (args) => run('ceph', ['-c', conf, '--connect-timeout', '20', ...args]);
  await run('ceph-authtool', ['--create-keyring', keyring]);
  for (const [name, ...caps] of KEYS)
    await run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...caps.flatMap(([kind, may]) => ['--cap', kind, may])]);
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${first},v1:127.0.0.1:${second}]`, map]);
  await run('ceph-mon', [...given, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring]);
  const mon = daemon('ceph-mon', ['-i', 'a']);
  mon.start();
  await until(
    () =>
      ask(['status']).then(
        () => true,
        () => false,
      ),
    START_MS,
    'the monitor answers',
  );
  const uuid = randomUUID();
  await ask(['osd', 'create', uuid]);
  await run('ceph-osd', [...given, '--mkfs', '-i', '0', '--osd-uuid', uuid]);
  const osd = daemon('ceph-osd', ['-i', '0']);
  osd.start();
  await until(async () => /1 up/.test((await ask(['osd', 'stat'])).stdout), START_MS, 'the OSD is up');
  const gateway = daemon('radosgw', ['-n', 'client.rgw', '--rgw-frontends', `beast endpoint=127.0.0.1:${rgw}`]);
  gateway.start();
  const endpoint = `http://127.0.0.1:${rgw}`;
  const answers = () =>
    fetch(endpoint, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.status < 500,
      () => false,
    );
  await until(answers, START_MS, 'the gateway answers');
  await run('radosgw-admin', [
    '-c',
    conf,
    '-n',
    'client.rgw',
    'user',
    'create',
    '--uid=shuzhou',
    '--display-name=shuzhou',
    `--access-key=${accessKey}`,
    `--secret-key=${secretKey}`,
  ]);
  const all = [gateway, osd, mon];
  return {
    name: 'Ceph RGW',
    endpoint,
    answers,
    freeze: () => gateway.freeze(),
    thaw: () => gateway.thaw(),
    async kill() {
      for (const one of all) await one.kill();
    },
    async start() {
      for (const one of all.toReversed()) one.start();
      await until(answers, START_MS, 'the gateway answers again');
    },
    async close() {
      for (const one of all) await one.kill();
    },
  };
}
