import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { licences } from '../../scripts/document-editor-parts.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; resolved?: string; dependencies?: Record<string, string> }>;
};

/** Licensed for evaluation only (decision 045): never installed, not even by another package. */
const REFUSED = ['@docx-editor.dev/pro', '@docx-editor.dev/editor-api'];

test('the lock file contains no package that may not be used in production', () => {
  const names = Object.entries(lock.packages).flatMap(([path, { dependencies }]) => [
    path.replace(/^.*node_modules\//, ''),
    ...Object.keys(dependencies ?? {}),
  ]);
  expect(names).toContain('@docx-editor.dev/core');
  expect(names.filter((name) => REFUSED.includes(name))).toEqual([]);
});

test('the three packages of the document editor have one exact version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  for (const name of ['core', 'react', 'i18n']) expect(dependencies[`@docx-editor.dev/${name}`]).toBe('2.35.0');
});

test('every licence of the document editor is found and goes into the build', () => {
  const found = licences(ROOT);
  expect(found.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'licenses/document-editor/core/LICENSE.txt',
      'licenses/document-editor/core/THIRD_PARTY_NOTICES.txt',
      'licenses/document-editor/core/licenses/ECMA-376.txt',
    ]),
  );
  for (const [, path] of found) expect(readFileSync(path, 'utf8').length).toBeGreaterThan(200);
});

test('no source imports a package that may not be used in production', () => {
  const sources = ['src', 'server', 'contract', 'scripts', 'sw'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
      .map((path) => join(ROOT, folder, path)),
  );
  expect(sources.filter((path) => REFUSED.some((name) => readFileSync(path, 'utf8').includes(name)))).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('file:'))).toEqual([]);
});
