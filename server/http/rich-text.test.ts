import { expect, test } from 'vitest';
import { cleanHtml, cleanQuestionHtml } from './rich-text.ts';

test('a head of a table without text becomes a cell, and cleaning again changes nothing', () => {
  const table = '<table><thead><tr><th scope="col"> &nbsp;</th><th colspan="2"></th><th>周一</th></tr></thead></table>';
  for (const clean of [cleanHtml, cleanQuestionHtml]) {
    const once = clean(table);
    expect(once.replaceAll(/\s/g, '')).toBe('<table><thead><tr><td></td><tdcolspan="2"></td><th>周一</th></tr></thead></table>');
    expect(clean(once)).toBe(once);
  }
});
