// The program as its next version would be: a higher number, and a migration that adds a table and a column.
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PROGRAM = ['server', 'contract', 'public', 'index.html', 'reader.html', 'package.json'];

const MIGRATION = `import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create } = tables(db, engine);
  await create('thingOfTheNextVersion', { name: 'text' });
  await (db as Kysely<any>).schema.alterTable('publication').addColumn('noteOfTheNextVersion', 'text').execute();
}
`;

const next = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
};

/** Copies the program of the folder `from` to the empty folder `to` as the version after it; returns that version. */
export async function makeNextVersion(from, to) {
  for (const part of PROGRAM) await cp(join(from, part), join(to, part), { recursive: true });
  for (const shared of ['node_modules', 'dist']) await symlink(join(from, shared), join(to, shared));
  const change = async (file, edit) => writeFile(join(to, file), edit(await readFile(join(to, file), 'utf8')));
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  await change('package.json', (text) => text.replace(`"version": "${version}"`, `"version": "${next(version)}"`));
  await change('server/release.ts', (text) => text.replace(/PREVIOUS_RELEASE = '[^']*'/, `PREVIOUS_RELEASE = '${version}'`));
  const [, minor] = version.split('.');
  await writeFile(join(to, 'server', 'db', 'migrations', `9${String(minor).padStart(2, '0')}-next-version.ts`), MIGRATION);
  return next(version);
}
