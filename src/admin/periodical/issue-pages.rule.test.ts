import { expect, test } from 'vitest';
import { renumbered } from './issue-pages.rule.ts';

const row = (name: string, pageStart: number, pageEnd: number, wordCount = 3600) => ({ name, pageStart, pageEnd, wordCount });
const pages = (rows: readonly { name: string; pageStart: number; pageEnd: number }[]) =>
  rows.map((one) => `${one.name} ${one.pageStart}-${one.pageEnd}`);
const [one, two, three] = [row('one', 121, 128), row('two', 129, 130), row('three', 131, 140)] as const;

test('#43.14 moving an article keeps the pages continuous from the first page of the issue', () => {
  expect(pages(renumbered([two, one, three], [one, two, three]))).toEqual(['two 121-122', 'one 123-130', 'three 131-140']);
  expect(pages(renumbered([three, one, two], [one, two, three]))).toEqual(['three 121-130', 'one 131-138', 'two 139-140']);
});

test('#43.14 removing and adding articles keeps the first page of the issue', () => {
  expect(pages(renumbered([two, three], [one, two, three]))).toEqual(['two 121-122', 'three 123-132']);
  expect(pages(renumbered([one, row('new', 0, 0)], [one]))).toEqual(['one 121-128', 'new 129-130']);
  expect(pages(renumbered([row('new', 0, 0)], []))).toEqual(['new 1-2']);
});
