// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { sentencesOf } from '../reader-engine/sentence.ts';
import { textNodesOf } from '../reader-engine/visible-text.ts';
import { spokenInTable } from './table-heads.ts';

function said(markup: string): string[] {
  document.body.innerHTML = markup;
  return [...sentencesOf(textNodesOf(document.body), null, 'zh')].map(({ text, range }) => spokenInTable(text, range));
}

it('44.4 a table is read aloud cell by cell, row by row, with the heading of the column', () => {
  expect(
    said(
      '<p>见表。</p><table><caption>渡口的水位</caption><thead><tr><th>年份</th><th>水位</th><th>备注</th></tr></thead>' +
        '<tbody><tr><th scope="row">1998</th><td>12.4</td><td>船停了。灯没有灭。</td></tr><tr><th scope="row">1999</th><td>11</td><td> </td></tr></tbody></table><p>完。</p>',
    ),
  ).toEqual(['见表。', '渡口的水位', '年份', '水位', '备注', '1998', '水位：12.4', '备注：船停了。', '灯没有灭。', '1999', '水位：11', '完。']);
});

it('44.4 headings follow spans and levels, and cells that name their headings', () => {
  expect(
    said(
      '<table><tr><th rowspan="2">地</th><th colspan="2">水位</th></tr><tr><th>春</th><th>秋</th></tr>' +
        '<tr><td rowspan="2">桥</td><td>一</td><td>二</td></tr><tr><td>三</td><td><p>四</p><p>五</p></td></tr></table>',
    ),
  ).toEqual(['地', '水位', '春', '秋', '地：桥', '水位，春：一', '水位，秋：二', '水位，春：三', '水位，秋：四', '五']);
  expect(said('<table><tr><td id="h">高</td><td headers="h">甲</td></tr><tr><td headers="h">乙</td></tr></table>')).toEqual(['高', '甲', '高：乙']);
});

it('44.4 a table without headings is read cell by cell, and a span that claims the whole memory ends', () => {
  expect(said('<table><tr><td>甲</td><td>乙</td></tr><tr><td>丙</td><td>丁</td></tr></table>')).toEqual(['甲', '乙', '丙', '丁']);
  const wide = '<tr>' + '<td colspan="1000">格</td>'.repeat(40) + '</tr>';
  expect(said(`<table><tr><th>头</th><th>尾</th></tr>${wide}</table>`).slice(0, 4)).toEqual(['头', '尾', '格', '格']);
});
