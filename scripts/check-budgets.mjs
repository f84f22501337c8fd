// Bytes over the wire that a build may not pass. Brotli, as the server sends them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './install.mjs';

const KB = 1024;
const dist = join(root, 'dist');
const assets = join(dist, 'assets');
const sizeOf = (path) => (existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length);

/** The chunks a chunk imports at once, itself included. */
function closure(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(assets, name), 'utf8');
  for (const [, next] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) closure(next, found);
  return found;
}

const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
const chunk = (start) => {
  const found = names.filter((name) => name.startsWith(start));
  if (found.length === 0) throw new Error(`no chunk begins with ${start}`);
  return found;
};
const entries = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/src="\/assets\/([\w.-]+\.js)"/g)].map((found) => found[1]);
const sum = (set) => [...set].reduce((total, name) => total + sizeOf(join(assets, name)), 0);
const together = (...starts) =>
  starts.flatMap(chunk).reduce(
    (set, name) => closure(name, set),
    entries.reduce((set, name) => closure(name, set), new Set()),
  );

const home = together();
const reader = together('epub-read.screen', 'open-book');
const forbidden = [...home].filter((name) => /\bant-(table|form|menu)-|epubcfi\(|ZodError|vjs-tech/.test(readFileSync(join(assets, name), 'utf8')));
const worker = readFileSync(join(dist, 'worker.js'), 'utf8');
const precached = [...worker.matchAll(/["']?url["']?:["']([^"']+)["']/g)].map((found) => found[1]);
const shell = precached.reduce((total, url) => total + sizeOf(join(dist, url)), 0);
const unpacked = precached.reduce((total, url) => total + statSync(join(dist, url)).size, 0);

const rows = [
  ['first visit to home, JavaScript', sum(home), 115 * KB],
  ['opening a book, JavaScript', sum(reader), 180 * KB],
  ['the shell the worker fetches beforehand', shell, 500 * KB],
];
let bad = forbidden.length;
for (const [name, size, most] of rows) {
  if (size > most) bad += 1;
  console.log(`${size > most ? '✗' : '✓'} ${name}: ${(size / KB).toFixed(1)} KB of ${most / KB} KB`);
}
for (const name of forbidden) console.log(`✗ ${name} has no business on the first visit to home`);
if (precached.length === 0) bad += 1;
console.log(`${precached.length} files in the shell, ${(unpacked / KB).toFixed(0)} KB unpacked`);
process.exit(bad > 0 ? 1 : 0);
