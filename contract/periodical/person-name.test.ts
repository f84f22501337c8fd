import { expect, it } from 'vitest';
import { isOrcid, orcidOf } from './orcid.ts';
import { citedName, filedName, nameParts } from './person-name.ts';

it('#43.11 a name has a family and a given part: Chinese by its surname, compound ones too, Western by the last word with its particles', () => {
  const parts = (name: string) => [nameParts(name).family, nameParts(name).given];
  expect(parts('王小明')).toEqual(['王', '小明']);
  expect(parts('欧阳修')).toEqual(['欧阳', '修']);
  expect(parts('欧阳')).toEqual(['欧', '阳']);
  expect(parts('司马 相如')).toEqual(['司马', '相如']);
  expect(parts('简·史密斯')).toEqual(['简·史密斯', '']);
  expect(parts('Jane Q. Smith')).toEqual(['Smith', 'Jane Q.']);
  expect(parts('Smith, Jane')).toEqual(['Smith', 'Jane']);
  expect(parts('Ludwig van Beethoven')).toEqual(['van Beethoven', 'Ludwig']);
  expect(parts('Plato')).toEqual(['Plato', '']);
});

it('#43.11 names are cited as GB/T 7714 prints them and filed by family name; written parts win over the guess', () => {
  expect(['Jane Q. Smith', 'Jean-Luc Picard', '王小明', 'Plato'].map((name) => citedName({ name }))).toEqual([
    'SMITH J Q',
    'PICARD J-L',
    '王小明',
    'PLATO',
  ]);
  expect(citedName({ name: 'Gabriel García Márquez', family: 'García Márquez', given: 'Gabriel' })).toBe('GARCÍA MÁRQUEZ G');
  expect(filedName({ name: 'Jane Q. Smith' })).toBe('Smith, Jane Q.');
  expect(filedName({ name: '王小明' })).toBe('王, 小明');
});

it('#43.11 an ORCID iD is accepted with its check character only', () => {
  expect(['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'].map(isOrcid)).toEqual([true, true, true]);
  expect(['0000-0002-1825-0098', '0000-0002-1694-2339', '0000000218250097', '', 'constructor'].map(isOrcid)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(orcidOf('https://orcid.org/0000-0002-1694-233x')).toBe('0000-0002-1694-233X');
});
