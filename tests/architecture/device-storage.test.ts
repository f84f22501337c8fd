import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CACHES, DATABASES, LOCAL_STORAGE, SESSION_STORAGE } from '../../src/storage/registry.ts';

const files = globSync(['src/**/*.{ts,tsx}', 'sw/**/*.ts'])
  .filter((path) => !/\.test\.tsx?$|src\/storage\/(registry|local-memory|device-store|memory-store)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '') }));

/** Places where the name is not an argument of the call. Each is named in the registry by hand. */
const BY_HAND: Readonly<Record<string, string>> = {
  'src/admin/tool/form-designer/stored-drawing.ts': 'names of compatible designers, one for each form and user',
  'src/sign-out/personal-keys.ts': 'takes its names from the registry',
  'src/first-page/stored-look.ts': 'names are passed to one reading and one writing function',
  'src/sign-out/device-rows.ts': 'a reading function for two names',
  'src/downloads/download-keys.ts': 'two lists with one form of name',
  'src/app/unavailable.screen.tsx': 'one name for each screen',
  'sw/kept-code.ts': 'moves files from the cache of the release before',
  'sw/spare-code.ts': 'puts files back into the cache of the shell, which the library names',
  'sw/worker.ts': 'walks all caches of earlier releases',
};

const CALLS: readonly (readonly [where: string, RegExp])[] = [
  ['local', /localStorage\.(?:getItem|setItem|removeItem)\(\s*([^,)]+(?:\([^)]*\))?)/g],
  ['local', /\b(?:readMemory|writeMemory)\(\s*([^,)]+(?:\([^)]*\))?)\s*[,)]/g],
  ['session', /sessionStorage\.(?:getItem|setItem|removeItem)\(\s*([^,)]+(?:\([^)]*\))?)/g],
  ['database', /\b(?:createStore|deviceStore|deviceStoreOrMemory)\(\s*([^,)]+(?:\([^)]*\))?)\s*,/g],
  ['database', /indexedDB\.(?:open|deleteDatabase)\(\s*([^,)]+)/g],
  ['cache', /caches\.(?:open|delete)\(\s*([^,)]+)/g],
  ['cache', /cacheName:\s*([^,}\s]+)/g],
];

/** The value of an expression as a pattern: `*` for what is only known at run time; null when it cannot be read from the sources. */
function patternOf(expression: string, text: string): string | null {
  const given = expression.trim();
  const literal = /^'([^']*)'$|^`([^`]*)`$/.exec(given);
  if (literal)
    return (literal[1] ?? literal[2] ?? '').replace(
      /\$\{([^}]*)\}/g,
      (_whole, part: string) => (/^[A-Z_]+$/.test(part) && patternOf(part, text)) || '*',
    );
  const sum = /^(\w+) \+ /.exec(given);
  if (sum) {
    const first = patternOf(sum[1] ?? '', text);
    return first && `${first}*`;
  }
  const name = /^\w+/.exec(given)?.[0] ?? '';
  const declared = new RegExp(String.raw`\bconst ${name}(?:: [^=]+)? = (?:\([^)]*\)(?:: \w+)? => )?('[^']*'|\`[^\`]*\`)`);
  for (const source of [text, ...files.map((one) => one.text.match(new RegExp(String.raw`export const ${name}\b[^;]*;`))?.[0] ?? '')]) {
    const found = declared.exec(source)?.[1];
    if (found) return patternOf(found, source);
  }
  return null;
}

const registered = {
  local: LOCAL_STORAGE.map(({ name }) => name),
  session: SESSION_STORAGE.map(({ name }) => name),
  database: DATABASES.map(({ name }) => name),
  cache: CACHES.map(({ name }) => name),
} as const;
const plain = (name: string): string => name.replaceAll('{user}', '*').replace(/(\*[ .]?)+$/, '*');

function namesUsed(): { where: string; path: string; expression: string; pattern: string | null }[] {
  return files.flatMap(({ path, text }) =>
    CALLS.flatMap(([where, call]) =>
      [...text.matchAll(call)]
        // A declaration, and `cacheName` of the server's cache monitor.
        .filter(({ index, 0: whole }) => !text.slice(0, index).endsWith('function ') && !path.startsWith('src/admin/monitor') && whole !== '')
        .map((match) => ({ where, path, expression: match[1] ?? '', pattern: patternOf(match[1] ?? '', text) })),
    ),
  );
}

test('#44.12 every name under which the client stores something is registered with its owner and its end', () => {
  const unknown = namesUsed()
    .filter(({ where, path, pattern }) =>
      pattern === null || pattern.startsWith('*')
        ? BY_HAND[path] === undefined
        : !registered[where as keyof typeof registered].map(plain).includes(plain(pattern)),
    )
    .map(({ where, path, expression, pattern }) => `${where} ${path}: ${expression} = ${pattern ?? 'unknown'}`);
  expect(unknown).toEqual([]);
  expect(namesUsed().length).toBeGreaterThan(60);
  const passed = files.filter(({ text }) => /(?:local|session)Storage(?!\.(?:getItem|setItem|removeItem)\b)/.test(text)).map(({ path }) => path);
  expect(passed.filter((path) => BY_HAND[path] === undefined)).toEqual([]);
});

test('#44.12 a registered name is used, and a name of a person without an end at the sign-out has a reason', () => {
  const used = namesUsed().flatMap(({ pattern }) => (pattern === null ? [] : [plain(pattern)]));
  const byHand = files.filter(({ path }) => BY_HAND[path] !== undefined).map(({ text }) => text);
  const isUsed = (name: string): boolean =>
    used.includes(plain(name)) || byHand.some((text) => text.includes(name.replace(/[ .]?(?:\{user\}|\*).*/, '')));
  const all = [...LOCAL_STORAGE, ...SESSION_STORAGE, ...DATABASES, ...CACHES];
  expect(all.filter(({ name }) => !isUsed(name)).map(({ name }) => name)).toEqual([]);
  const twice = LOCAL_STORAGE.map(({ name }) => name).filter((name, at, names) => names.indexOf(name) !== at);
  expect(twice).toEqual([]);
  for (const { name, owner, end } of all)
    if (end === 'never' || end === 'release') expect([name, owner], 'what never ends belongs to no person').toEqual([name, 'device']);
});
