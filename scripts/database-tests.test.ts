import { expect, test } from 'vitest';
import { databaseTests } from './database-tests.mjs';

test('the run on PostgreSQL has the tests with a database, and leaves out those of files and texts', () => {
  const files = databaseTests(process.cwd());
  expect(files.length).toBeGreaterThan(150);
  for (const file of ['server/catalog/preparation/preparation.test.ts', 'server/inbox/badges.test.ts', 'server/crud/crud.test.ts'])
    expect(files).toContain(file);
  for (const file of ['server/document/book/conservation.test.ts', 'server/catalog/isbn.test.ts', 'server/epub/book.test.ts'])
    expect(files).not.toContain(file);
});
