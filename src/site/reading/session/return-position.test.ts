// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { passagePath } from '../../../annotations/passage-address.ts';
import { leaveForPassage } from './return-position.ts';

it("turns the address of a passage that was left into the book's address, and keeps the router's state", () => {
  const cfi = 'epubcfi(/6/4!/4/2)';
  history.replaceState({ idx: 3, key: 'k' }, '', passagePath({ publishId: 7, editionId: 2, cfi, text: '桥上的灯' }));
  leaveForPassage(cfi);
  expect(location.pathname + location.search).toBe('/cms/main/epubRead?publishId=7');
  expect(history.state).toEqual({ idx: 3, key: 'k' });
});

it('does not change an address that no longer leads there', () => {
  history.replaceState(null, '', '/cms/main/epubRead?publishId=7&at=5');
  leaveForPassage('4');
  leaveForPassage(null);
  expect(location.search).toBe('?publishId=7&at=5');
});
