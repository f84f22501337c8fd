import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error -- a script without types
import { keepPreviousAssets } from './previous-assets.mjs';

const folder = mkdtempSync(join(tmpdir(), 'shuzhou-assets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function release(name: string, files: Readonly<Record<string, string>>): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'assets'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, 'assets', file), text);
  return place;
}

test('#44.17 the files of the release before stay for one release, with their contents; older ones go', () => {
  const first = release('first', { 'a-1.js': 'a1', 'a-1.js.br': 'packed', 'same-1.js': 'same' });
  const second = release('second', { 'a-2.js': 'a2', 'same-1.js': 'same' });
  const third = release('third', { 'a-3.js': 'a3' });
  keepPreviousAssets(join(folder, 'none'), first);
  keepPreviousAssets(first, second);
  expect(readdirSync(join(second, 'assets')).toSorted()).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js', 'same-1.js']);
  expect(readFileSync(join(second, 'assets/a-1.js'), 'utf8')).toBe('a1');
  keepPreviousAssets(second, third);
  expect(readdirSync(join(third, 'assets')).toSorted()).toEqual(['a-2.js', 'a-3.js', 'same-1.js']);
});
