// Prints what a first visit to a page downloads as script and style, in brotli: node scripts/measure-first-load.mjs [dist]
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const dist = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist'));
const LIMIT_KB = 115;
/** The lazy screen of a route, by the beginning of its chunk's name; home is in the entry. */
const ROUTES = {
  '/': '',
  '/cms/main/bookDetail/1': 'book-detail.screen',
  '/cms/main/cmsReadingCenter': 'browse.screen',
  '/cms/main/epubRead': 'epub-read.screen',
  '/cmsLogin': 'login.screen',
};

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const assets = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
const size = (path) => brotliCompressSync(readFileSync(join(dist, path)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const imports = (path) =>
  [...readFileSync(join(dist, path), 'utf8').matchAll(/(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{}\s,$]*?from\s*)?["']\.\/([\w.-]+\.js)["']/g)].map(
    (match) => `assets/${match[1]}`,
  );

/** What the entry says a lazy chunk needs beside itself. */
function preloads(chunk) {
  const entry = [...html.matchAll(/src="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1])[0];
  const text = readFileSync(join(dist, entry), 'utf8');
  const list = /m\.f\|\|\(m\.f=(\[[^\]]*\])\)/.exec(text)?.[1] ?? '[]';
  const names = JSON.parse(list);
  const at = new RegExp(`${chunk.replace(/[.]/g, '\\.')}["'\`][^[]*?__vite__mapDeps\\(\\[([\\d,]*)\\]\\)`).exec(text)?.[1] ?? '';
  return at ? at.split(',').map((index) => names[Number(index)]) : [];
}

function closure(start) {
  const seen = new Set();
  const walk = (path) => {
    if (!path || seen.has(path)) return;
    seen.add(path);
    if (path.endsWith('.js')) for (const next of imports(path)) walk(next);
  };
  start.forEach(walk);
  return [...seen];
}

const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
let over = false;
for (const [route, name] of Object.entries(ROUTES)) {
  const chunk = name ? assets.find((asset) => asset.startsWith(`${name}-`)) : null;
  const all = closure([...first, ...(chunk ? [`assets/${chunk}`, ...preloads(chunk)] : [])]);
  const scripts = all.filter((path) => path.endsWith('.js'));
  const total = (list) => list.reduce((sum, path) => sum + size(path), 0) / 1024;
  const banned = scripts.filter((path) => /admin-|epubjs|zod/.test(path));
  console.log(
    `${route}\t${total(scripts).toFixed(1)} KB in ${scripts.length} scripts, ${total(all.filter((path) => path.endsWith('.css'))).toFixed(1)} KB styles${banned.length ? `, and it should not: ${banned}` : ''}`,
  );
  if (route === '/' && (total(scripts) > LIMIT_KB || banned.length > 0)) over = true;
  if (process.argv.includes('--list')) for (const path of scripts) console.log(`  ${(size(path) / 1024).toFixed(1)}\t${path}`);
}
if (over) {
  console.error(`the first visit is over ${LIMIT_KB} KB`);
  process.exitCode = 1;
}
