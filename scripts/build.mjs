// Builds the client when its sources changed, and writes brotli and gzip versions next to every text asset.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { node, root } from './install.mjs';
import { keepPreviousAssets } from './previous-assets.mjs';

const dist = join(root, 'dist');
const SOURCES = [
  'src',
  'sw',
  'contract',
  'public',
  'index.html',
  'reader.html',
  'form-preview.html',
  'vite.config.ts',
  'scripts/contract-wire.ts',
  'scripts/script-rendered.ts',
  'scripts/own-copy.ts',
  'scripts/offline-packages.ts',
  'scripts/web-manifest.ts',
  'scripts/native-xmldom.ts',
  'scripts/no-break-spaces.ts',
  'package-lock.json',
];
/** The largest block size, as a power of two. For some files a small one saves 0.2 %; it is tried for the scripts of a first visit. */
const BLOCK = constants.BROTLI_MAX_INPUT_BLOCK_BITS;
const SMALL_BLOCK = 16;
const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt']);

function* files(path) {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  for (const entry of entries) if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

const brotli = (bytes, block) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGBLOCK]: block,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

function stampOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(root, source);
    const list = extname(path) ? [path] : [...files(path)].sort();
    for (const file of list) if (!/\.test\.tsx?$/.test(file)) hash.update(relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function build() {
  const stamp = stampOfSources();
  const kept = join(dist, '.stamp');
  if (existsSync(kept) && readFileSync(kept, 'utf8') === stamp) return;
  console.log('正在构建前端（只在源码变化时）……');
  const next = join(root, 'dist.next');
  rmSync(next, { recursive: true, force: true });
  const done = spawnSync(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0) {
    console.error('构建失败，请看上面的提示');
    process.exit(done.status ?? 1);
  }
  const pages = readFileSync(join(next, 'index.html'), 'utf8') + readFileSync(join(next, 'reader.html'), 'utf8');
  for (const file of files(next)) {
    if (!TEXT.has(extname(file)) || extname(file) === '.html') continue;
    const bytes = readFileSync(file);
    if (bytes.length < 512) continue;
    const made = [BLOCK, ...(pages.includes(basename(file)) ? [SMALL_BLOCK] : [])].map((block) => brotli(bytes, block));
    writeFileSync(
      `${file}.br`,
      made.reduce((best, one) => (one.length < best.length ? one : best)),
    );
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  keepPreviousAssets(dist, next);
  writeFileSync(join(next, '.stamp'), stamp);
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
}

if (process.argv[1] === import.meta.filename) build();
