import { expect, test } from 'vitest';
import { visibleText } from '../visible-text.ts';
import { isReservedName } from './display-name.ts';

test.each([
  '平台管理员',
  '管理员',
  '超级管理员01',
  '管 理 员',
  '管\u200b理\u200b员',
  '管理員',
  '在线客服',
  '书舟官方',
  '書舟小助手',
  '系统',
  '系统消息',
  'ＡＤＭＩＮ',
  'Admin_01',
  'аdmin',
  'adm1n',
  'r00t',
  'Administrator',
  'SHU-ZHOU',
  '\u202eadmin',
])('#33.31 %j is a reserved display name', (name) => expect(isReservedName(name)).toBe(true));

test.each(['江上客', '管弦', '读者小林', 'Robin', '操作系统爱好者', '王官方明'.slice(0, 2), 'Stafford', 'nomad', '李客', '舟中书'])(
  '%j is allowed as a display name',
  (name) => expect(isReservedName(name)).toBe(false),
);

test('#33.31 removes direction overrides and invisible characters from a name and keeps what a script needs', () => {
  expect(visibleText('张\u202e三\u2066\u2069\u200f')).toBe('张三');
  expect(visibleText('a\u200bb\u00adc\ufeffd\u2060e\u{e0041}f\u0007g\u009fh')).toBe('abcdefgh');
  expect(visibleText('一行\n二行\t三')).toBe('一行\n二行\t三');
  expect(visibleText('一\u2028二')).toBe('一 二');
  for (const kept of ['👨‍👩‍👧 家', 'می‌خواهم', 'क्‍ष', '葛\u{e0100}', '❤️']) expect(visibleText(kept)).toBe(kept);
  expect(visibleText('ad\u200dmin \u200c')).toBe('admin ');
});
