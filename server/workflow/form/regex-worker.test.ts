import { afterAll, expect, test } from 'vitest';
import { parseRegex, type ParsedRegex } from '../../../contract/workflow/form-regex.ts';
import { RegexWorker, slowPattern } from './regex-worker.ts';

const worker = new RegexWorker();
afterAll(() => worker.stop());

const regex = (text: string): ParsedRegex => {
  const parsed = parseRegex(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
};
const EVIL = `${'a'.repeat(40)}!`;

const SLOW = ['(a+)+$', '^(\\w|\\d)*$', '^(\\w+\\s?)*$', '(x+x+)+y', '^(ab|ab)*$', '^(\\d[a-z]|\\d\\w)+$', '^(abc|abc)*$', '^([a-m]x|[k-z]x)*$'];
test.each(SLOW)('form-designer point 21: probing finds that %s may run too long', async (text) => {
  expect(await worker.probe(regex(text))).toBe(false);
});

test('form-designer point 21: common patterns pass the probe', async () => {
  const common = [
    '^1(3|4|5|7|8|9)\\d{9}$',
    '^\\d{17}[\\dXx]$',
    '^[\\u4e00-\\u9fa5]{2,10}$',
    '^(?=.*[a-z])(?=.*\\d).{8,}$',
    '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[^\\w\\s]).{8,20}$',
    '^[1-9]\\d{5}(18|19|20)\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])\\d{3}[\\dXx]$',
    '^(\\d{3,4}-)?\\d{7,8}$',
    '^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2})?$',
    '^[\\w.-]+@[\\w-]+(\\.[\\w-]+)+$',
  ];
  expect(await slowPattern(common.map((text) => regex(text).text))).toBeNull();
});

test('form-designer point 21: a stored pattern that runs too long ends with a timeout, and so do the checks after it of the same submission', async () => {
  const checks = [
    { regex: regex('^a'), text: 'abc' },
    { regex: regex('^(a+)+$'), text: EVIL },
    ...Array.from({ length: 20 }, () => ({ regex: regex('^(a+)+$'), text: EVIL })),
    { regex: regex('^\\d+$'), text: 'x' },
  ];
  const from = performance.now();
  expect(await worker.run(checks)).toEqual(['match', ...Array.from({ length: 22 }, () => 'timeout')]);
  expect(performance.now() - from).toBeLessThan(900);
  expect(await worker.run([checks[0]!])).toEqual(['match']);
});

test('form-designer point 21: this thread stays free while a pattern runs too long', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 1);
  await worker.run([{ regex: regex('^(a+)+$'), text: EVIL }]);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(2);
});
