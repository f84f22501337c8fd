import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const NODE = join(root, 'node_modules/node/bin/node');
const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => join(folder, file));
/** Files that commands of package.json run, and the files that these import when they need them. */
const FILES = [
  ...new Set([
    ...Object.values(scripts).flatMap((command) => /^node (?:--\S+ )*(\S+\.(?:mjs|ts))/.exec(command)?.[1] ?? []),
    ...['scripts', 'tests/bench', 'tests/webkit'].flatMap(filesIn),
  ]),
];

/** Links a file with everything that it imports, by name, and stops before its first line runs. */
const LINK = `
import { registerHooks } from 'node:module';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [root, ...files] = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const entries = new Set(files.map((file) => pathToFileURL(root + '/' + file).href));
registerHooks({
  resolve: (name, context, next) => (name === 'stop:here' ? { url: 'stop:here', format: 'module', shortCircuit: true } : next(name, context)),
  load(url, context, next) {
    if (url === 'stop:here') return { format: 'module', source: 'throw new Error("linked")', shortCircuit: true };
    const loaded = next(url, context);
    return entries.has(url) ? { ...loaded, source: "import 'stop:here';" + String(loaded.source).replace(/^#!.*/, '') } : loaded;
  },
});
const failures = [];
for (const url of entries) {
  const error = await import(url).then(() => new Error('ran'), (error) => error);
  if (error.message !== 'linked') failures.push(url + ': ' + error.message);
}
console.log(JSON.stringify(failures));
`;
const folder = mkdtempSync(join(tmpdir(), 'shuzhou-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function failuresOf(base: string, files: readonly string[]): Promise<string[]> {
  const [script, input] = [join(folder, 'link.mjs'), join(folder, 'files.json')];
  writeFileSync(script, LINK);
  writeFileSync(input, JSON.stringify([base, ...files]));
  const { stdout } = await run(NODE, ['--disable-warning=ExperimentalWarning', script, input]);
  return JSON.parse(stdout) as string[];
}

test('#44.5 every file that a command of package.json runs finds all that it imports', async () => {
  expect(FILES.length).toBeGreaterThan(40);
  expect(await failuresOf(root, FILES)).toEqual([]);
}, 120_000);

test('#44.5 a file that imports a missing file or a missing name is found', async () => {
  writeFileSync(join(folder, 'good.mjs'), 'export const one = 1;');
  writeFileSync(join(folder, 'gone.mjs'), "import './renamed.mjs';");
  writeFileSync(join(folder, 'name.mjs'), "import { two } from './good.mjs'; console.log(two);");
  const failures = await failuresOf(folder, ['good.mjs', 'gone.mjs', 'name.mjs']);
  expect(failures).toHaveLength(2);
  expect(failures.join()).toMatch(/gone\.mjs.*renamed\.mjs.*name\.mjs.*'two'/s);
});

test('#44.5 modules that a file imports on demand exist, and their names are written out', () => {
  const found = FILES.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/\bimport\(([^)]*)\)/g)].flatMap(([, name = '']) => {
      const literal = /^'(\.[^']+)'$/.exec(name)?.[1];
      if (literal) return FILES.includes(relative(root, join(root, file, '..', literal))) || literal.endsWith('.ts') ? [] : [`${file}: ${name}`];
      return name.startsWith('`./') ? [`${file}: ${name}`] : [];
    });
  });
  expect(found).toEqual([]);
});

test('#44.5 every command that the documents name is in package.json', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const named = [...documents.matchAll(/npm run (?:-s )?([a-z-]+(?::[a-z-]+)?)\b/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name) && name !== 'bench')).toEqual([]);
});
