import { expect, test } from 'vitest';
import { readFromFrame } from '../../../form-preview/frame-messages.ts';
import { checkScript } from './script-check.ts';

test('S5.10, point 15: exactly one export default statement runs', () => {
  expect(checkScript('export default { data() { return {} } }')).toEqual({ object: '{ data() { return {} } }' });
  expect(checkScript('const a = 1\nexport default {}')).toEqual({ note: 'js格式不能识别，仅支持修改export default的对象内容' });
  expect(checkScript('const a = 1')).toEqual({ error: '请使用export default' });
  expect(checkScript('')).toEqual({ error: '请使用export default' });
  expect(checkScript('export default {')).toMatchObject({ error: expect.stringMatching(/^js错误：/) as string });
});

test('point 16: only messages of the agreed shape are taken from the frame', () => {
  expect(readFromFrame({ type: 'options', n: 1, method: 'get', url: '/x', more: 1 })).toEqual({ type: 'options', n: 1, method: 'get', url: '/x' });
  expect(readFromFrame({ type: 'pong' })).toEqual({ type: 'pong' });
  for (const strange of [null, 'pong', 7, {}, { type: 'refreshFrame' }, { type: 'error' }, { type: 'options', n: '1' }])
    expect(readFromFrame(strange)).toBeNull();
});
