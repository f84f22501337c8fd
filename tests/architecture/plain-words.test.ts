import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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

test('no name, comment or test title uses a word of the list', () => {
  const found: string[] = [];
  for (const side of SIDES)
    for (const entry of readdirSync(join(ROOT, side), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/');
      if (!entry.isFile() || !/\.(tsx?|mjs)$/.test(path) || NOT_CHECKED.test(path)) continue;
      const words = new Set([...wordsOf(readFileSync(join(ROOT, path), 'utf8')), ...path.toLowerCase().split(/[^a-z]+/)]);
      for (const [word, instead] of Object.entries(REJECTED_WORDS)) if (words.has(word)) found.push(`${path}: ${word} (use ${instead})`);
    }
  expect(found).toEqual([]);
});
