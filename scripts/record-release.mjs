// Records the database of this version, with the demo content, for the test that the next version starts with: run before the version changes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import { node, root } from './install.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-record-'));
try {
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: 'journey-2026', DATABASE_URL: '' };
  const made = spawnSync(node, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'migrate.command.ts')], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (made.status !== 0) process.exit(made.status ?? 1);
  const whole = join(dataDir, 'whole.db');
  const db = new DatabaseSync(join(dataDir, 'shuzhou.db'));
  db.exec(`vacuum into '${whole}'`);
  db.close();
  const bytes = brotliCompressSync(readFileSync(whole), { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const file = join(root, 'tests', 'fixtures', `release-${version}.db.br`);
  writeFileSync(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
