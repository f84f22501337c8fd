import { expect, test } from 'vitest';
import { noBreak } from './no-break-spaces.ts';

const shown = (source: string): string => noBreak(source).replaceAll('\u00a0', '~');

test.each([
  ['`第 ${no} 卷第 ${issue} 期`', '`第~${no}~卷第~${issue}~期`'],
  ['<p>共 {total} 章，约 {hours} 小时</p>', '<p>共~{total}~章，约~{hours}~小时</p>'],
  ['最多 20 条，每天 3 次', '最多 20~条，每天 3~次'],
  ['`¥ ${fee} 元`', '`¥~${fee}~元`'],
  ['import { call } from "x"; const a = { b: 1 };', 'import { call } from "x"; const a = { b: 1 };'],
  ['{name} 提交了 {title}', '{name} 提交了 {title}'],
])('#43.15 keeps a number with its unit on one line: %s', (source, expected) => {
  expect(shown(source)).toBe(expected);
});
