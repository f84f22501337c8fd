import { expect, test } from 'vitest';
import { partsOf } from './code-text.tsx';

test('shows source code completely and highlights comments, strings, keywords and numbers', () => {
  const source = "/* why */ import { a } from './a.ts'; // end\nconst b = 'it\\'s'; export const c = 12;";
  const parts = partsOf(source);
  expect(parts.map((one) => one.text).join('')).toBe(source);
  const of = (name: string) => parts.filter((one) => one.name === name).map((one) => one.text);
  expect(of('code-comment')).toEqual(['/* why */', '// end']);
  expect(of('code-text')).toEqual(["'./a.ts'", "'it\\'s'"]);
  expect(of('code-word')).toEqual(['import', 'from', 'const', 'export', 'const']);
  expect(of('code-number')).toEqual(['12']);
});
