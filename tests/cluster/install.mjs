// Debian's packages for the run: installed when they are missing and this is root; else a line says which parts are left out.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const WANTED = [
  { name: 'PostgreSQL', packages: ['postgresql'], found: () => postgresPrograms() !== null },
  { name: 'Redis', packages: ['redis-server'], instead: ['valkey-server'], found: () => redisProgram() !== null },
  { name: 'HAProxy', packages: ['haproxy'], found: () => pathOf('haproxy') !== null },
  { name: 'Ceph RGW', packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'], found: hasCeph },
];

/** The path of a program, also of those that only root has in its path; null when there is none. */
export function pathOf(name) {
  const done = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin:/sbin"; command -v ${name}`], { encoding: 'utf8' });
  return done.stdout.trim() || null;
}

/** The folder with `initdb` and `postgres`; null when there is none. */
export function postgresPrograms() {
  const own = pathOf('initdb');
  if (own && pathOf('postgres')) return own.replace(/\/initdb$/, '');
  try {
    const newest = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))[0];
    return newest ? `/usr/lib/postgresql/${newest}/bin` : null;
  } catch {
    return null;
  }
}

export const redisProgram = () => pathOf('redis-server') ?? pathOf('valkey-server');
export const isRoot = () => process.getuid?.() === 0;
export function hasCeph() {
  return (
    ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool', 'ceph-authtool'].filter((name) => pathOf(name) === null).length === 0
  );
}

/** Installs what is missing, quietly. */
export function installEngines(say) {
  const apt = isRoot() && pathOf('apt-get') !== null;
  let updated = false;
  for (const { name, packages, instead, found } of WANTED) {
    if (found()) continue;
    for (const choice of apt ? [packages, instead].filter(Boolean) : []) {
      if (!updated) spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
      updated = true;
      // The services of Debian do not start by themselves: the run has its own.
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...choice], { stdio: 'ignore', env });
      if (found()) break;
    }
    if (found()) say(`installed ${packages.join(', ')}`);
    else say(`${name} is missing (Debian: ${packages.join(', ')})${apt ? '' : '; it is installed only as root with apt-get'}`);
  }
}
