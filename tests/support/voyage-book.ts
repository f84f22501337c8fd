import type { Page } from '@playwright/test';
import { makeBook } from '../bench/reader-book.ts';

const LINES = Array.from({ length: 60 }, (_one, index) => `<p>第${index}夜，船在雾里走了${index * 7 + 3}里，灯没有灭。</p>`).join('');

const MORE = Array.from({ length: 40 }, (_one, index) => `<p>新添的话${index}：码头上的人都说，那一年的雾比往年早来了半个月。</p>`).join('');

/**
 * Returns a book whose chapter `inChapter` counts sixty nights, with no two identical sentences; `corrected`: its next edition, with pages
 * inserted before them.
 */
export async function voyageBook(inChapter: number, corrected = false): Promise<Uint8Array> {
  const extra = (number: number): string => (number === inChapter ? (corrected ? MORE : '') + LINES : '');
  return (await makeBook({ title: '雾里行船', chapters: 4, characters: 300, extra })).epub;
}

/** Returns the nights that start on the visible page. */
export const nightsShown = (page: Page): Promise<string[]> =>
  page
    .frameLocator('iframe[data-shown]')
    .locator('body')
    .evaluate((body) => {
      const inside = (one: Element) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().left < 390;
      return [...body.querySelectorAll('p')]
        .filter((one) => /^第\d+夜/.test(one.textContent ?? '') && inside(one))
        .map((one) => one.textContent ?? '');
    });
