import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { makeEpub } from '../support/epub-maker.ts';

const PASSAGE = '江上起了雾，船都不出港。老人说：“灯在雾里走，像有人提着。”他望着远处的码头，许久不说话。';

export default async function marking({ phone, server, until, check, openBook, callTools, press, sees, textAt }) {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a86' } })
    .png()
    .toBuffer();
  const chapters = {
    'c1.xhtml': `<h1>第一章</h1><p>${PASSAGE}<a epub:type="noteref" href="#n1">［一］</a></p><figure><img src="p.png" alt="灯塔"/></figure><p>${PASSAGE.repeat(6)}</p><aside epub:type="footnote" id="n1"><p>这是第一条脚注。</p></aside>`,
    'c2.xhtml': `<h1>第二章</h1><p>${PASSAGE.repeat(12)}琉璃灯塔在这里。</p>`,
  };
  const book = await server.publish(await makeEpub({ title: '雾里的灯', chapters, files: { 'p.png': picture } }));
  /** Returns the names of the custom highlights on the page. */
  const drawn = () => [...(document.querySelector('iframe[data-shown]')?.contentWindow.CSS.highlights?.keys() ?? [])].join();

  await check('a dragged selection opens the menu; its colour and its note are there after a reload', async () => {
    await openBook(book);
    const passage = await textAt('老人说：“灯在雾里走');
    await phone.drag(passage.start, passage.end);
    await press('绿色划线');
    await until((sets) => sets.includes('green'), drawn);
    const other = await textAt('他望着远处的码头');
    await phone.drag(other.start, other.end);
    await press('笔记');
    await press('写下您的想法');
    await phone.type('旧灯');
    await press('保存');
    await openBook(book);
    await until((sets) => sets.includes('green'), drawn);
    await phone.tap(...other.start);
    await press('旧灯');
  });
  await check('a note of the book opens at its link, and a picture can be enlarged', async () => {
    await openBook(book);
    await phone.tap(...(await textAt('［一］')).start);
    await sees('这是第一条脚注。');
    await press('关闭注释');
    const middle = await phone.inPage(() => {
      const frame = document.querySelector('iframe[data-shown]').getBoundingClientRect();
      const box = document.querySelector('iframe[data-shown]').contentDocument.querySelector('img').getBoundingClientRect();
      return [frame.left + box.left + box.width / 2, frame.top + box.top + box.height / 2];
    });
    await phone.tap(...middle);
    await press('放大');
    await sees('150%');
    await press('关闭图片');
  });
  await check('a search in the book leads to the passage, which is highlighted', async () => {
    await openBook(book);
    await callTools();
    await press('搜索');
    // A sheet that is still opening accepts no input.
    await sleep(1000);
    await until(Boolean, () => document.activeElement?.getAttribute('aria-label') === '书内搜索');
    await phone.type('琉璃灯塔');
    await press('琉璃灯塔');
    await textAt('琉璃灯塔');
    await until((sets) => sets.includes('search'), drawn);
    await press('回到');
    await textAt('江上起了雾');
  });
}
