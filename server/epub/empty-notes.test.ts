import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { prepareBook } from './book.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

test('#44.2 preparation lists the notes that show nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-notes-'));
  folders.push(folder);
  const sign = (name: string, text: string): string => `<a epub:type="noteref" href="${name}">${text}</a>`;
  await writeFile(
    join(folder, 'a.epub'),
    await makeEpub({
      chapters: {
        'c1.xhtml': `<h1>章</h1><p>正文${sign('n.xhtml#whole', '①')}${sign('n.xhtml#picture', '②')}${sign('n.xhtml#empty', '③')}${sign('n.xhtml#gone', '④')}${sign(
          'n.xhtml#back',
          '⑤',
        )}${sign('#here', '⑥')}${sign('n.xhtml#anchor', '⑦')}${sign('n.xhtml#number', '⑧')}</p><aside epub:type="footnote" id="here">[6]</aside>`,
        'n.xhtml':
          '<h1>注</h1><aside epub:type="footnote" id="whole">见卷二。</aside><p id="picture"><img src="p.svg" alt=""/></p><aside epub:type="footnote" id="empty"></aside>' +
          '<p id="back"><a role="doc-backlink" href="c1.xhtml">返回正文</a></p><a id="anchor"></a><p>锚点之后。</p><p id="number">1949年。</p>',
      },
      files: { 'p.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9"/></svg>' },
    }),
  );
  const { findings } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  expect(findings.filter(({ text }) => text.includes('注“')).map(({ file, text }) => `${file}${text}`)).toEqual([
    'OPS/c1.xhtml里的注“③”没有内容，读者点开后看不到注文；请补上注文',
    'OPS/c1.xhtml里的注“④”不在书里，读者点开后看不到注文；请补上注文或改正链接',
    'OPS/c1.xhtml里的注“⑤”没有内容，读者点开后看不到注文；请补上注文',
    'OPS/c1.xhtml里的注“⑥”没有内容，读者点开后看不到注文；请补上注文',
  ]);
});
