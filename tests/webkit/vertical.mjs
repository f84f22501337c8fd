import assert from 'node:assert/strict';
import sharp from 'sharp';
import { makeEpub } from '../support/epub-maker.ts';

export default async function vertical({ phone, server, until, check, openBook }) {
  const picture = await sharp({ create: { width: 250, height: 250, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();
  const chapters = {
    'c1.xhtml': `<h1>第一章</h1><p class="end"><span class="logo"><img src="p.png" alt="印"/></span></p><p>${'江上起了雾，船都不出港。'.repeat(60)}</p>`,
  };
  const head = '<style>html{writing-mode:vertical-rl}.end{text-align:right}.logo{display:inline-block;height:4em}.logo img{height:100%}</style>';
  const book = await server.publish(await makeEpub({ title: '竖排的灯', chapters, head, files: { 'p.png': picture } }));

  await check('a small picture at the end of a column is complete on its page', async () => {
    await openBook(book);
    const box = await until(
      (found) => found.width > 0,
      () => {
        const inside = document.querySelector('iframe[data-shown]').contentDocument;
        const { left, top, right, bottom, width, height } = inside.querySelector('img').getBoundingClientRect();
        const { innerWidth, innerHeight } = inside.defaultView;
        return { left, top, right, bottom, width, height, innerWidth, innerHeight };
      },
    );
    assert.ok(box.left >= 0 && box.top >= 0 && box.right <= box.innerWidth + 1 && box.bottom <= box.innerHeight + 1, JSON.stringify(box));
    assert.equal(Math.round(box.width), Math.round(box.height));
  });
  await check('requests vertical glyph forms explicitly where this engine would not use them', async () => {
    const asked = () => getComputedStyle(document.querySelector('iframe[data-shown]').contentDocument.querySelector('p')).fontFeatureSettings;
    await until((found) => found.includes('vert'), asked);
    assert.equal(await phone.inPage(() => CSS.supports('font: -apple-system-body')), false);
  });
}
