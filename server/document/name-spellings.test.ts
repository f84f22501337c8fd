import { expect, test } from 'vitest';
import { makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { findIdentity, textsOf } from './identity-scan.ts';
import { schoolOf, spellingsOf } from './name-spellings.ts';

const found = (text: string, names: readonly string[], units: readonly string[] = []): string[] =>
  findIdentity([{ place: '正文第1段', text }], { names, units, emails: [], funds: [] }).map((one) => one.found);

test.each([
  ['张三丰', ['Zhang Sanfeng', 'ZHANG San-feng', 'Sanfeng Zhang', 'zhang, sanfeng', 'Zhāng Sānfēng', 'Zhang SF', 'S.F. Zhang', 'San Feng Zhang']],
  ['吕布', ['Lü Bu', 'Lu Bu', 'LV Bu', 'Bu Lyu']],
  ['单乐', ['Shan Le', 'Yue Shan']],
  ['欧阳修', ['Ouyang Xiu', 'Xiu Ou-yang']],
  ['曾国藩', ['Zeng Guofan', 'GF Zeng']],
] as const)('45.4 finds %s in pinyin, in both orders, with and without blanks, hyphens and tones', (name, spellings) => {
  expect(spellings.length).toBeGreaterThan(0);
  for (const spelling of spellings) expect(found(`如${spelling}（2019）所说`, [name]), spelling).toEqual([spelling]);
});

test('45.4 finds no spelling inside other words, and no initials of a given name with one character', () => {
  for (const text of ['reliying on it', 'Qualiyi', 'Liyiang', 'Li Y said', '李先生']) expect(found(text, ['李一']), text).toEqual([]);
  expect(found('Li Yi said', ['李一'])).toEqual(['Li Yi']);
  expect(spellingsOf('John Smith')).toEqual([]);
  expect(spellingsOf('李')).toEqual([]);
});

test('45.4 finds the school of a unit without its department', () => {
  expect(found('本文在南京大学答辩时得到指教。', [], ['南京大学文学院'])).toEqual(['南京大学']);
  expect(schoolOf('北京师范大学附属中学语文组')).toBe('北京师范大学');
  expect(schoolOf('桥上出版社')).toBeNull();
  expect(found('大学里的灯', [], ['南京大学文学院'])).toEqual([]);
});

test('45.4 finds a spelling in the parts of a .docx that nobody sees', async () => {
  const bytes = await makeDocx([
    paragraph(run('正文')),
    `<w:sdt><w:sdtPr><w:alias w:val="draft of SANFENG ZHANG"/></w:sdtPr><w:sdtContent>${paragraph(run('段'))}</w:sdtContent></w:sdt>`,
  ]);
  const places = findIdentity(await textsOf(bytes, 'docx'), { names: ['张三丰'], units: [], emails: [], funds: [] });
  expect(places).toMatchObject([{ kind: 'name', found: 'SANFENG ZHANG' }]);
});
