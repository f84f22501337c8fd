import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readSheet } from './sheet-reading.ts';

test('limits how many sheets are read at the same time and starts the next one after a failure', async () => {
  const sheetOf = async (word: string): Promise<Buffer> => {
    const book = new ExcelJS.Workbook();
    book.addWorksheet('岗位').addRow([word]);
    return Buffer.from(await book.xlsx.writeBuffer());
  };
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from('<workbook><'), 'xl/workbook.xml');
  archive.end();
  const broken = await buffer(archive.outputStream);
  const words = [...'甲乙丙丁戊己庚辛壬癸'];
  const sent = [broken, ...(await Promise.all(words.map(sheetOf)))];
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length);
  }, 5);
  const read = await Promise.allSettled(sent.map((bytes) => readSheet(bytes)));
  clearInterval(look);
  expect(read.map((one) => (one.status === 'fulfilled' ? one.value[0]?.cells[0] : '没有读出'))).toEqual(['没有读出', ...words]);
  // Two running processes, and those that have answered and are about to exit.
  expect(most).toBeLessThan(7);
});
