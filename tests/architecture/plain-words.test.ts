import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OLDER_WORDS } from './plain-words-older.ts';
import { REJECTED_WORDS } from './plain-words.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SIDES = ['contract', 'server', 'src', 'sw', 'tests', 'scripts'];

/** Stored and wire names that keep an old word, and the list itself. */
const STORED_NAMES = /\bplanted\b|\bplantTime\b|\bbyHouse\b|002-desk|houseScholars|[sS]cholarHouse/g;
const NOT_CHECKED = /tests\/architecture\/plain-words\b|\/migrations\//;
/** Comments, strings (a title is checked, other strings are data) and template literals. */
const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)?|\])\(\s*$/;

/** The words of a source file that the rule is about, in lower case: parts of identifiers, words of comments and of test titles. */
export function wordsOf(source: string): string[] {
  const prose: string[] = [];
  const code = source.replace(STORED_NAMES, '').replace(TOKENS, (token, at: number) => {
    if (token.startsWith('/') || TITLE.test(source.slice(Math.max(0, at - 40), at))) prose.push(token.replaceAll(/`[^`]*`/g, ' '));
    return ' ';
  });
  const parts = code.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');
  return `${parts} ${prose.join(' ')}`.toLowerCase().match(/[a-z]+/g) ?? [];
}

test('finds words in names, comments and titles, and leaves data alone', () => {
  const source = "const deskPage = 'house'; // The house.\ntest('a stranger reads', () => open(`desk`));";
  expect(wordsOf(source).filter((word) => Object.hasOwn(REJECTED_WORDS, word))).toEqual(['desk', 'house', 'stranger']);
});

/** Every form of a word: refuse, refuses, refused, refusing, refuser. */
export function formsOf(word: string): RegExp {
  const stem = word.endsWith('ed') ? word.slice(0, -2) : word.replace(/[ey]$/, '');
  return new RegExp(`^${stem}(?:e|y)?(?:s|es|ies|ed|d|ied|ing|er|ers)?$`);
}

test('finds a word in all of its forms, and no other word', () => {
  const found = (word: string, text: string) => text.split(' ').filter((one) => formsOf(word).test(one));
  expect(found('refuse', 'refuse refuses refused refusing refusal fuse')).toEqual(['refuse', 'refuses', 'refused', 'refusing']);
  expect(found('planted', 'plant plants planted planting planet')).toEqual(['plant', 'plants', 'planted', 'planting']);
  expect(found('desk', 'desk desks desktop')).toEqual(['desk', 'desks']);
  expect(found('wish', 'wish wishes wished')).toEqual(['wish', 'wishes', 'wished']);
});

const FORMS = Object.entries(REJECTED_WORDS).map(([word, instead]) => ({ word, instead, forms: formsOf(word) }));

/** The first line with the word, as part of a name or by itself. */
const lineOf = (source: string, word: string): number =>
  source
    .split('\n')
    .findIndex((line) => new RegExp(`(?<![a-z])${word}(?![a-z])`).test(line.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase())) + 1;

test('no name, comment or test title uses a word of the list', () => {
  const found: string[] = [];
  const left = new Map(Object.entries(OLDER_WORDS).map(([word, paths]) => [word, new Set(paths)]));
  for (const side of SIDES)
    for (const entry of readdirSync(join(ROOT, side), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/');
      if (!entry.isFile() || !/\.(tsx?|mjs)$/.test(path) || NOT_CHECKED.test(path)) continue;
      const source = readFileSync(join(ROOT, path), 'utf8');
      for (const word of new Set([...wordsOf(source), ...path.toLowerCase().split(/[^a-z]+/)])) {
        const rule = FORMS.find(({ forms }) => forms.test(word));
        if (!rule || left.get(word)?.delete(path)) continue;
        found.push(`${path}:${lineOf(source, word)}: ${word}; write ${rule.instead}`);
      }
    }
  const gone = [...left].flatMap(([word, paths]) => [...paths].map((path) => `tests/architecture/plain-words-older.ts: remove ${path} from ${word}`));
  expect([...found, ...gone]).toEqual([]);
});
