// Installs the packages of the lock file once: a stamp file in node_modules, named after the lock file's hash, records it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', `.installed-${lock.slice(0, 16)}`);
  if (existsSync(stamp) && existsSync(node)) return;
  console.log('正在安装依赖（只在第一次或依赖变化时）……');
  const done = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (done.status !== 0) {
    console.error('安装依赖失败，请检查网络后重新运行');
    process.exit(done.status ?? 1);
  }
  if (!existsSync(node)) {
    console.error('缺少自带的 Node 运行时，请运行 npm rebuild node 后重试');
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
