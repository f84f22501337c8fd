import { expect, test } from 'vitest';
import { listingOf, surnameOf } from './surname.ts';

test.each([
  ['单宁', 'Shàn', 'S'],
  ['查望舒', 'Zhā', 'Z'],
  ['解若谷', 'Xiè', 'X'],
  ['仇远', 'Qiú', 'Q'],
  ['曾一苇', 'Zēng', 'Z'],
  ['尉迟长风', 'Yùchí', 'Y'],
  ['单于越', 'Chányú', 'C'],
  ['欧阳照', 'Ōuyáng', 'O'],
  ['严见山', 'Yán', 'Y'],
])('reads the surname of %s as %s', (name, reading, initial) => {
  expect(surnameOf(name)).toEqual({ reading, initial });
});

test.each([
  ['逯知白', 'L'],
  ['訾无咎', 'Z'],
  ['Émile Fabre', 'E'],
  ['玛丽安', 'M'],
  ['42号作者', '#'],
])('finds the letter of %s without a table', (name, initial) => {
  expect(surnameOf(name).initial).toBe(initial);
});

test('lists a scholar by the reading that an editor gave', () => {
  expect(listingOf({ scholarName: '盖宽', surnameReading: 'Gài', namePinyin: '' })).toMatchObject({ surnameReading: 'Gài', initial: 'G' });
  expect(listingOf({ scholarName: '乐章', surnameReading: 'Lè', namePinyin: 'Le Zhang' })).toMatchObject({
    initial: 'L',
    sortKey: 'le le zhang 乐章',
  });
  expect(listingOf({ scholarName: '吕文', surnameReading: '', namePinyin: '' }).sortKey).toMatch(/^lu /);
});
