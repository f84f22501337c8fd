// Counts the lines of hand-written code of a plain list page: contract, routes and page of one noun. A page is plain when its noun has no
// service with business rules. Blank lines and comments are not counted.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const AT_MOST = 120;
const root = join(import.meta.dirname, '..', '..');

function lines(path) {
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

const rows = [];
for (const area of readdirSync(join(root, 'contract'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  for (const file of readdirSync(join(root, 'contract', area.name))) {
    const noun = file.replace('.ts', '');
    const contract = `contract/${area.name}/${file}`;
    const routes = `server/${area.name}/${noun}.routes.ts`;
    const page = `src/admin/${area.name}/${noun}.page.tsx`;
    if (![routes, page].every((path) => existsSync(join(root, path)))) continue;
    if (existsSync(join(root, `server/${area.name}/${noun}.service.ts`))) continue;
    if (!/\bcrud\(/.test(readFileSync(join(root, contract), 'utf8'))) continue;
    if (!/ResourcePage|TreePage/.test(readFileSync(join(root, page), 'utf8'))) continue;
    const parts = [contract, routes, page].map(lines);
    rows.push({ page: `${area.name}/${noun}`, contract: parts[0], server: parts[1], page_: parts[2], all: parts.reduce((sum, one) => sum + one, 0) });
  }
}
rows.sort((one, other) => one.all - other.all);
for (const row of rows)
  console.log(`${String(row.all).padStart(4)}  ${row.page} (contract ${row.contract}, server ${row.server}, page ${row.page_})`);
const median = rows[Math.floor((rows.length - 1) / 2)]?.all ?? Infinity;
console.log(`\n${rows.length} plain pages, median ${median} lines (at most ${AT_MOST})`);
process.exit(median <= AT_MOST ? 0 : 1);
