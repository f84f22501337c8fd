import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const there = (path: string): boolean => existsSync(join(ROOT, path));
const folders = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

type Side = 'contract' | 'server' | 'site' | 'admin';
/** The rule at the head of ARCHITECTURE.md: `<side>/<area>/<noun>`, with the role of the side. */
const pathOf = (side: Side, area: string, noun: string): string =>
  ({
    contract: `contract/${area}/${noun}.ts`,
    server: `server/${area}/${noun}.service.ts`,
    site: `src/site/${area}/${noun}.screen.tsx`,
    admin: `src/admin/${area}/${noun}.page.tsx`,
  })[side];

/** Twenty things somebody comes to change, in the words of the glossary, and the sides on which they have a file of their own. */
const FEATURES: readonly (readonly [what: string, area: string, noun: string, ...sides: Side[]])[] = [
  ['the price of a work', 'catalog', 'publication-price', 'server'],
  ['reader reports an error in a book', 'annotation', 'erratum', 'contract', 'server', 'admin'],
  ['search over everything', 'discovery', 'across', 'contract', 'server'],
  ['reader buys a work', 'commerce', 'order', 'contract', 'server', 'admin'],
  ['reader rates a work', 'library', 'score', 'contract', 'server'],
  ['reader keeps a work on the device', 'library', 'download', 'contract', 'server', 'site'],
  ['comment on a work', 'comment', 'comment', 'contract', 'server'],
  ['appointment with a tutor', 'tutor', 'tutor', 'contract', 'server', 'admin'],
  ['declaration of a topic', 'topic', 'topic', 'contract', 'server', 'admin'],
  ['review of a manuscript', 'review', 'review', 'contract', 'server', 'admin'],
  ['publishing agreement', 'protocol', 'protocol', 'contract', 'server', 'admin'],
  ['book numbers', 'composition', 'isbn', 'contract', 'server', 'admin'],
  ['proof of a manuscript', 'proof', 'proof', 'contract', 'server', 'admin'],
  ['contest', 'contest', 'contest', 'contract', 'server', 'admin'],
  ['submission to a journal', 'periodical', 'journal-submission', 'contract', 'admin'],
  ['notice on the home page', 'system', 'notice', 'contract', 'server', 'admin'],
  ['picture at the head of the home page', 'content', 'banner', 'contract', 'server', 'admin'],
  ['department', 'structure', 'college', 'contract', 'admin'],
  ['messages of a user', 'inbox', 'message', 'contract', 'server'],
  ['real-name check', 'system', 'real-name', 'contract', 'server', 'admin'],
];

test('#47.4 the rule of ARCHITECTURE.md leads to the files of at least nineteen of twenty features', () => {
  const missed = FEATURES.map(([what, area, noun, ...sides]) => ({
    what,
    paths: sides.map((side) => pathOf(side, area, noun)).filter((path) => !there(path)),
  })).filter(({ paths }) => paths.length > 0);
  expect(FEATURES).toHaveLength(20);
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(1);
});

test('#47.4 ARCHITECTURE.md names every folder below the sides', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const words = new Set(page.match(/[a-z][a-z0-9-]*/g));
  const unnamed = ['contract', 'server', 'src'].flatMap((side) =>
    folders(side)
      .filter((name) => !words.has(name))
      .map((name) => `${side}/${name}: name it in ARCHITECTURE.md with one line about what it holds`),
  );
  expect(unnamed).toEqual([]);
});

/** Folders that may have more files, with the reason. Elsewhere files of one noun move into a folder of their own. */
const LARGER: Readonly<Record<string, number>> = {
  // One file for each change of the tables, and none is ever removed.
  'server/db/migrations': 999,
};
const MOST = 40;

test('#47.4 no folder has more than 40 files', () => {
  const found: string[] = [];
  const visit = (path: string): void => {
    const own = readdirSync(join(ROOT, path), { withFileTypes: true });
    const files = own.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)).length;
    if (files > (LARGER[path] ?? MOST)) found.push(`${path}: ${files} files`);
    for (const entry of own) if (entry.isDirectory()) visit(`${path}/${entry.name}`);
  };
  for (const side of ['contract', 'server', 'src', 'sw']) visit(side);
  expect(found).toEqual([]);
});
