// Runs an operator's command of the server on the product's own Node: `node scripts/operate.mjs backup --to DIR`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './install.mjs';

const COMMANDS = {
  backup: ['server/backup/backup.command.ts', 'backup'],
  restore: ['server/backup/backup.command.ts', 'restore'],
  migrate: ['server/migrate.command.ts'],
  rehearse: ['server/backup/rehearse.command.ts'],
  'move-to-postgres': ['server/backup/move.command.ts', 'to-postgres'],
  'move-to-sqlite': ['server/backup/move.command.ts', 'to-sqlite'],
  'reset-admin': ['server/identity/reset-admin.command.ts'],
};

install();
const [name = '', ...rest] = process.argv.slice(2);
const [file, ...first] = COMMANDS[name] ?? [];
if (!file) {
  console.error(`没有这个命令：${name}。可用：${Object.keys(COMMANDS).join('、')}`);
  process.exit(1);
}
// The root folder, as for `npm start`: a relative DATA_DIR means the same in both.
const done = spawnSync(node, ['--disable-warning=ExperimentalWarning', join(root, file), ...first, ...rest], { stdio: 'inherit', cwd: root });
process.exit(done.status ?? 1);
