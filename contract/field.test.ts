import { expect, test } from 'vitest';
import { file, files, integer, metaOf, NO_SCRIPT, optionalText, richText, rows, text, visibleCharacters } from './field.ts';

const name = text('名称', 30, NO_SCRIPT('名称'));
const why = (schema: typeof name, value: string) => schema.safeParse(value).error?.issues.map((issue) => issue.message);

test('rejects a tag anywhere in a name, also after a line break', () => {
  for (const bad of ['<script>', 'a\n<script>alert(1)</script>', '甲< / b >', '甲<!--x-->', '<\r\nimg src=x>'])
    expect(why(name, bad), bad).toEqual(['名称不能包含脚本字符']);
  for (const good of ['3 < 4', 'a > b', '<', '书名《远山》', '< 3 >']) expect(name.safeParse(good).success, good).toBe(true);
});

// A pattern that runs on a megabyte takes minutes: longer than the limit of a test.
test('rejects a megabyte of text by its length before a slow pattern runs', () => {
  const mail = optionalText('邮箱', 50, [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '邮箱格式错误']);
  expect(why(name, '<'.repeat(1_000_000))).toEqual(['名称长度不能超过30个字符']);
  expect(why(name, `<${' '.repeat(1_000_000)}1`)).toEqual(['名称长度不能超过30个字符']);
  expect(mail.safeParse(`a@${'a.'.repeat(500_000)}@`).error?.issues).toMatchObject([{ message: '邮箱长度不能超过50个字符' }]);
});

test('rejects a name of invisible characters only', () => {
  for (const blank of ['', ' \n', '\u3000', '\u200b\u200d', '\u202e', '\ufeff'])
    expect(why(name, blank), JSON.stringify(blank)).toContain('名称不能为空');
  for (const good of ['一', '?', '👩‍🚀', '\u200b甲']) expect(name.safeParse(good).success, good).toBe(true);
});

test('a table in a form names the line and the problem, and limits the number of lines', () => {
  const links = rows('链接', { title: text('名称', 10), url: text('网址', 50), weight: integer('权重', 0, 9, 1) }, { least: 1, most: 2 });
  expect(links.parse([{ title: ' 甲 ', url: '/a' }])).toEqual([{ title: '甲', url: '/a', weight: 1 }]);
  const whyRows = (value: unknown) => links.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(whyRows([{ title: '甲', url: '/a' }, { url: '/b' }])).toEqual([['1.title', '第2行：名称不能为空']]);
  expect(whyRows([])).toEqual([['', '请填写链接']]);
  expect(whyRows(['甲', null, 3])).toEqual(expect.arrayContaining([['', '链接最多2行']]));
  expect(whyRows('甲')).toEqual([['', '链接不正确']]);
  expect(metaOf(links)).toMatchObject({
    kind: 'rows',
    required: true,
    columns: { title: { label: '名称', required: true }, weight: { kind: 'number' } },
  });
});

test('files are limited by extension, size and number, with a message that says what to do', () => {
  const papers = files('附件', { types: ['docx', 'pdf'], bytes: 1024 * 1024, most: 2 }, { required: true });
  const one = (name: string, size = 10) => ({ fileId: 1, name, size });
  const whyFiles = (...list: unknown[]) => papers.safeParse(list).error?.issues.map(({ message }) => message);
  expect(papers.parse([one('一.DOCX')])).toEqual([one('一.DOCX')]);
  expect(whyFiles()).toEqual(['请上传附件']);
  expect(whyFiles(one('a.exe'))).toEqual(['“a.exe”的格式不正确，请上传docx、pdf格式的文件']);
  expect(whyFiles(one('a.pdf', 2 * 1024 * 1024))).toEqual(['“a.pdf”超过1MB，请压缩后再上传']);
  expect(whyFiles(one('a.pdf'), one('b.pdf'), one('c.pdf'))).toEqual(['附件最多2个文件']);
  expect(metaOf(file('合同', { types: ['pdf'], bytes: 1 })).kind).toBe('file');
});

test('rich text is limited by what a reader sees, not by its markup', () => {
  const intro = richText('简介', { characters: 4, pictures: 1 }, { required: true });
  const whyText = (value: string) => intro.safeParse(value).error?.issues[0]?.message;
  expect(visibleCharacters('<p>春 <b>天</b>&nbsp;&amp;</p>\n')).toBe(5);
  expect(intro.safeParse('<p style="color:red"><strong>春天来了</strong></p>').success).toBe(true);
  expect(whyText('<p>春天又来了</p>')).toBe('简介长度不能超过4个字符');
  expect(whyText('<p><br></p>')).toBe('简介不能为空');
  expect(whyText('<img src="/a.png"><IMG src="/b.png">')).toBe('简介最多放1张图片');
});
