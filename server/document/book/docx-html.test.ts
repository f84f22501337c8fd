import { expect, test } from 'vitest';
import { inserted, makeDocx, paragraph, run, styled } from '../../../tests/support/docx-maker.ts';
import { chaptersOf } from '../../composition/chapter-text.ts';
import { docxHtml } from './docx-html.ts';

const STYLES =
  '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>';
const NOTES = '<w:footnotes><w:footnote w:id="7"><w:p><w:r><w:t>守桥人自己的说法。</w:t></w:r></w:p></w:footnote></w:footnotes>';
const heading = (text: string) => styled('<w:pStyle w:val="1"/>', run(text));

test('converts headings, emphasis, tables and footnotes of a .docx into chapters', async () => {
  const note = '<w:r><w:footnoteReference w:id="7"/></w:r>';
  const bytes = await makeDocx(
    [
      heading('第一章 点灯'),
      paragraph(run('桥上的'), run('灯', '<w:b/>'), note),
      `<w:tbl><w:tr><w:tc>${paragraph(run('格'))}</w:tc></w:tr></w:tbl>`,
      heading('第二章 送行'),
      paragraph(run('a &lt; b')),
    ],
    { 'word/styles.xml': STYLES, 'word/footnotes.xml': NOTES },
  );
  const found = await docxHtml(bytes);
  expect(found).toMatchObject({ notes: 1, tables: 1, pictures: 0 });
  const { chapters } = chaptersOf(found.html, '桥上的灯');
  expect(chapters.map(({ title }) => title)).toEqual(['第一章 点灯', '第二章 送行']);
  expect(chapters[0]?.body).toContain('<strong>灯</strong>');
  expect(chapters[0]?.body).toContain('守桥人自己的说法。');
  expect(chapters[0]?.body).toContain('<td><p>格</p></td>');
  expect(chapters[1]?.body).toBe('<p>a &lt; b</p>');
});

test('rejects a .docx with unresolved revision marks', async () => {
  const bytes = await makeDocx([paragraph(inserted('张编辑', run('新加的字')))]);
  await expect(docxHtml(bytes)).rejects.toThrow(/文稿里还有\d+处修订没有处理，第一处在正文第\d+段，作者是.+；请先在文稿里逐处接受或拒绝/);
});
