import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import * as foundation from './migrations/001-foundation.ts';
import * as admin from './migrations/002-desk.ts';
import * as annotations from './migrations/003-annotations.ts';
import * as media from './migrations/004-media.ts';
import * as workflow from './migrations/005-workflow.ts';
import * as editions from './migrations/006-editions.ts';
import * as streams from './migrations/007-streams.ts';
import * as deployments from './migrations/008-deployments.ts';
import * as trackDownloads from './migrations/009-track-downloads.ts';
import * as clearedEditions from './migrations/010-cleared-editions.ts';
import * as makers from './migrations/011-makers.ts';
import * as noteBytes from './migrations/012-note-bytes.ts';
import * as languages from './migrations/013-languages.ts';
import * as simplerWords from './migrations/014-simpler-words.ts';
import * as externalLogins from './migrations/015-external-logins.ts';
import * as knownDevices from './migrations/016-known-devices.ts';
import * as trust from './migrations/017-trust.ts';
import * as findings from './migrations/018-findings.ts';
import * as downloadDevices from './migrations/019-download-devices.ts';
import * as secondFactor from './migrations/020-second-factor.ts';

/** Forward only, in this order, each in its own transaction. */
const MIGRATIONS = {
  '001-foundation': foundation,
  '002-desk': admin,
  '003-annotations': annotations,
  '004-media': media,
  '005-workflow': workflow,
  '006-editions': editions,
  '007-streams': streams,
  '008-deployments': deployments,
  '009-track-downloads': trackDownloads,
  '010-cleared-editions': clearedEditions,
  '011-makers': makers,
  '012-note-bytes': noteBytes,
  '013-languages': languages,
  '014-simpler-words': simplerWords,
  '015-external-logins': externalLogins,
  '016-known-devices': knownDevices,
  '017-trust': trust,
  '018-findings': findings,
  '019-download-devices': downloadDevices,
  '020-second-factor': secondFactor,
};

/** Number of migrations; the next one gets this number plus one. */
export const MIGRATION_COUNT = Object.keys(MIGRATIONS).length;

/** Migrates the database to this version of the program; throws when the database is newer than the program. */
export async function migrate(db: Database): Promise<void> {
  const migrations: Record<string, Migration> = {};
  for (const [name, { up }] of Object.entries(MIGRATIONS)) migrations[name] = { up: (tx) => up(tx as never, db.engine) };
  const migrator = new Migrator({ db: db as never, provider: { getMigrations: async () => migrations } });
  const known = new Set(Object.keys(migrations));
  // One migration at a time, so that each has its own transaction.
  for (;;) {
    const done = await migrator.getMigrations().catch(() => []);
    if (done.length > 0 && done.every((one) => one.executedAt)) break;
    const { error, results } = await migrator.migrateUp();
    if (error) throw newer(error, known);
    if (!results || results.length === 0) break;
  }
  const { error } = await migrator.migrateToLatest();
  if (error) throw newer(error, known);
}

function newer(error: unknown, known: ReadonlySet<string>): unknown {
  const text = String(error);
  const missing = /previously executed migration (\S+) is missing/.exec(text)?.[1];
  return missing && !known.has(missing) ? new Error(`数据库由更新的版本（${missing}）建立，请使用新版程序打开`) : error;
}
