// Writes what the product consists of into dist: `sbom.json` (CycloneDX) and `licences.txt`, one line for each package.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

// Peer versions that a package of the editor names are older than ours; the lock file says what is installed.
const made = spawnSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only', '--legacy-peer-deps'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32',
  },
);
if (made.status !== 0) {
  console.error(made.stderr);
  process.exit(1);
}
const bom = JSON.parse(made.stdout);
const names = ({ licenses = [] }) => licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' OR ') || 'unknown';
const lines = bom.components.map((one) => `${one.group ? `${one.group}/` : ''}${one.name} ${one.version}: ${names(one)}`).toSorted();
writeFileSync(join(root, 'dist', 'sbom.json'), made.stdout);
writeFileSync(join(root, 'dist', 'licences.txt'), `${lines.join('\n')}\n`);
console.log(`dist/sbom.json、dist/licences.txt：${lines.length}个包，许可未知的${lines.filter((line) => line.endsWith('unknown')).length}个`);
