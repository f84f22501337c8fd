import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FOLDED, PENDING, THREADS } from './comments.ts';

test('#43.15 every demo comment names a demo book that it is about', () => {
  const folder = join(import.meta.dirname, 'books');
  const titles = readdirSync(folder).map((name) => /^title: (.+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]);
  for (const book of [...THREADS.map((one) => one.book), ...PENDING.map(([title]) => title), ...FOLDED.map(([title]) => title)])
    expect(titles).toContain(book);
});
