import { expect, test } from 'vitest';
import { NO_SCRIPT, optionalText, text } from './field.ts';

const name = text('名称', 30, NO_SCRIPT('名称'));
const why = (schema: typeof name, value: string) => schema.safeParse(value).error?.issues.map((issue) => issue.message);

test('rejects a tag anywhere in a name, also after a line break', () => {
  for (const bad of ['<script>', 'a\n<script>alert(1)</script>', '甲< / b >', '甲<!--x-->', '<\r\nimg src=x>'])
    expect(why(name, bad), bad).toEqual(['名称不能包含脚本字符']);
  for (const good of ['3 < 4', 'a > b', '<', '书名《远山》', '< 3 >']) expect(name.safeParse(good).success, good).toBe(true);
});

test('rejects a megabyte of text by its length before a slow pattern runs', () => {
  const mail = optionalText('邮箱', 50, [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '邮箱格式错误']);
  const started = Date.now();
  expect(why(name, '<'.repeat(1_000_000))).toEqual(['名称长度不能超过30个字符']);
  expect(why(name, `<${' '.repeat(1_000_000)}1`)).toEqual(['名称长度不能超过30个字符']);
  expect(mail.safeParse(`a@${'a.'.repeat(500_000)}@`).error?.issues).toMatchObject([{ message: '邮箱长度不能超过50个字符' }]);
  expect(Date.now() - started).toBeLessThan(1000);
});

test('rejects a name of invisible characters only', () => {
  for (const blank of ['', ' \n', '\u3000', '\u200b\u200d', '\u202e', '\ufeff'])
    expect(why(name, blank), JSON.stringify(blank)).toContain('名称不能为空');
  for (const good of ['一', '?', '👩‍🚀', '\u200b甲']) expect(name.safeParse(good).success, good).toBe(true);
});
