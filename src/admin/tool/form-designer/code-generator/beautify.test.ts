import { expect, test } from 'vitest';
import { parseForm } from '../../../../../contract/workflow/form-parser.ts';
import { formFixture } from '../../../../../tests/support/form-fixtures.ts';
import { beautifyCss, beautifyJs } from './beautify.ts';
import { generateCode } from './generate-code.ts';

const WRAP = 110;

test('S9.11 code is indented by two and wrapped at 110, apart from a text that cannot be broken', () => {
  const { form } = parseForm(formFixture('topic-declaration.json'));
  const { html, js } = generateCode(form, 'file');
  for (const code of [html, js])
    for (const line of code.split('\n')) {
      const [indent = ''] = /^ */.exec(line) ?? [];
      expect(indent.length % 2, line).toBe(0);
      if (line.length > WRAP) expect(line.trim().split(' ').length, line).toBeLessThanOrEqual(2);
    }
  expect(html).toMatch(/\n {2}<el-form/);
  expect(js).toMatch(/\n {2}data\(\) \{\n {4}return \{\n {6}\S/);
});

test('S9.11 scripts and styles of the editor get the same settings', () => {
  expect(beautifyJs('export default {data(){return {a:1}}}')).toBe('export default {\n  data() {\n    return {\n      a: 1\n    }\n  }\n}\n');
  expect(beautifyCss('.a{color:red}')).toBe('.a {\n  color: red\n}\n');
  expect(beautifyCss('')).toBe('');
});
