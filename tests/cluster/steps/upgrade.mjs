// The next version of the program migrates the database and runs beside this one, while people work; the version after the next one is rejected.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/install.mjs';
import { signIn } from '../client.mjs';
import { startLoad, summary } from '../ledger.mjs';
import { makeNextVersion } from '../next-version.mjs';
import { freeBook } from './journeys.mjs';

/** Runs last: the database is then of another version than the program. */
export async function upgrade(cluster, { check, figure }) {
  const [first, second] = cluster.servers;
  const folderOf = async (name) => {
    const folder = join(cluster.folder, name);
    await mkdir(folder);
    return folder;
  };
  const nextFolder = await folderOf('next-version');
  const nextVersion = await makeNextVersion(root, nextFolder);
  const laterFolder = await folderOf('later-version');
  const laterVersion = await makeNextVersion(nextFolder, laterFolder);

  const book = await freeBook(cluster);
  const person = (name) => signIn(cluster, name, { origin: second.origin });
  const readers = await Promise.all([15, 16, 17, 18].map((n) => person(`reader${n}`)));
  const load = startLoad({ origin: second.origin, readers, editor: await person('editor2'), book });

  const later = await cluster.server('web-later', {}, laterFolder);
  const said = await later.start().then(
    () => '',
    (error) => String(error),
  );
  check(`${laterVersion} does not migrate beside servers two versions behind`, said.includes('相隔不止一个版本'), said.slice(0, 200));

  await first.kill('SIGTERM');
  const newer = await cluster.server('web-next', {}, nextFolder);
  await newer.start();
  const { rows } = await cluster.postgres.ask('select release from schema_release');
  check(`${nextVersion} migrates the database while this version answers`, rows[0]?.release === nextVersion, rows[0]?.release);
  await first.start();
  const words = await readFile(first.log, 'utf8');
  check('a server of this version starts again beside it', words.includes(`数据库已升级到 ${nextVersion}`));
  const reader = await signIn(cluster, 'reader19', { origin: newer.origin });
  check(
    'a person who signed in at the new server is known at the old one',
    (await fetch(`${first.origin}/prod-api/getInfo`, { headers: { authorization: `Bearer ${reader.token}` } }).then((answer) => answer.json()))
      .code === 200,
  );

  await load.stop();
  const all = summary(load.answers);
  const lost = await load.lost();
  check(
    'no request fails at the server of the version before',
    all.wrong + all.said === 0,
    `${all.count} requests ${all.words.slice(0, 4).join(' | ')}`,
  );
  check('no acknowledged write is lost', lost.length === 0, `${load.acknowledged()} acknowledged ${lost.slice(0, 3).join(' | ')}`);
  figure('upgrade with a migration', `${all.wrong + all.said} of ${all.count} requests failed, slowest ${Math.round(all.slowest)} ms`);
  await newer.kill('SIGTERM');
}
