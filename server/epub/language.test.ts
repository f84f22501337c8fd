import { expect, test } from 'vitest';
import { withLanguage } from './language.ts';

const page = (attributes: string): string => `<html xmlns="http://www.w3.org/1999/xhtml"${attributes}><body/></html>`;
const ENGLISH = 'It was the best of times, it was the worst of times, and he had not been in the city for a year.';
const FRENCH = 'Elle est dans la ville et il ne voit pas les rues de la ville, ce qui est une chose de la nuit.';

test('#44.8 a chapter without a language gets that of its text, not that of the package', () => {
  expect(withLanguage(page(''), ENGLISH, 'zh-CN')).toContain('lang="en"');
  expect(withLanguage(page(''), FRENCH, 'en')).toContain('lang="fr"');
  expect(withLanguage(page(''), ENGLISH, 'en-GB')).toContain('lang="en-GB"');
  expect(
    withLanguage(page(''), '江上起了雾，船都不出港。灯在雾里走，像有人提着它慢慢走过去，没有人说话，也没有人回头，只是看着那盏灯。', 'en'),
  ).toContain('lang="zh"');
  expect(withLanguage(page(''), 'Xyzzy', 'en')).toBe(page(''));
  expect(withLanguage(page(' lang="de"'), ENGLISH, 'en')).toContain('lang="de"');
});
