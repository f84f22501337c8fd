import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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

test('the lock file names no registry', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('file:'))).toEqual([]);
});
