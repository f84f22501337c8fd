import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const sources = ['contract', 'server', 'src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
);

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
/** Arithmetic or formatting of a name that ends in `fen`: `feeFen / 100`, `2 * priceFen`, `(fen / 100).toFixed(2)`. */
const ARITHMETIC = /\b\w*[fF]en\b(?:\s*\?\?\s*0)?\)?\s*(?:[*/](?![/>])|\.to(?:Fixed|LocaleString))|(?:\*|\/)\s*\(?[\w.]*[fF]en\b/;

test('#48.1 only contract/money.ts multiplies, divides and formats amounts of fen', () => {
  const found = sources
    .filter((path) => path !== 'contract/money.ts')
    .flatMap((path) =>
      withoutComments(readFileSync(join(ROOT, path), 'utf8'))
        .split('\n')
        .filter((line) => ARITHMETIC.test(line))
        .map((line) => `${path}: ${line.trim()} (use yuan, fenOf, times, timesBp, timesRatio or spread of contract/money.ts)`),
    );
  expect(sources.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

test('the pattern finds every way that was used', () => {
  for (const line of [
    '(fen / 100).toFixed(2)',
    'row.feeFen / 2',
    'Math.round(planPriceFen * 3)',
    '2 * row.priceFen',
    '(value ?? 0) / aFen',
    'x.payFen.toFixed(2)',
  ])
    expect([line, ARITHMETIC.test(line)]).toEqual([line, true]);
  for (const line of ['yuan(row.feeFen)', 'a.payFen + b.payFen', '`¥${yuan(fen)}`']) expect([line, ARITHMETIC.test(line)]).toEqual([line, false]);
});
