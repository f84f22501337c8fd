// @vitest-environment jsdom
import { createDocxEditor } from '@docx-editor.dev/core';
import type { EditorCommand } from '@docx-editor.dev/core/contracts/editor';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkReview, listMarks } from '../server/document/review-check.ts';
import { MODULES } from '../src/document-editor/embedded/review.ts';
import { guardMarks, WITHOUT_MARK } from '../src/document-editor/embedded/tracked-only.ts';
import { deleted, inserted, paragraph, run, styled } from './support/docx-maker.ts';
import { CONTENTS, richDocx } from './support/rich-docx.ts';

/** The real editor of the product, without a browser: its files are what the server gets. */
type Editor = ReturnType<typeof createDocxEditor>;

const OTHER = '何语（31）';
const ME = '张编辑（12）';
const LIST = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
const PICTURE = CONTENTS.find((content) => content.includes('<w:drawing>')) ?? '';
const FIELD = CONTENTS.find((content) => content.includes(' REF ')) ?? '';
const cell = (text: string): string => `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${paragraph(run(text))}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
const BODY = [
  styled('<w:outlineLvl w:val="0"/>', run('第一章'), run('渡口')),
  paragraph(run('桥上的灯亮了。')),
  paragraph(run('守桥的人换了'), run('三代', '<w:b/>'), run('，灯没有换。')),
  paragraph(run('前句'), inserted(OTHER, run('别人插的')), run('后句')),
  paragraph(run('甲句'), deleted(OTHER, '别人删的'), run('乙句')),
  styled(LIST, run('列表一')),
  styled(LIST, run('列表二')),
  paragraph(run('有注的句子'), '<w:r><w:footnoteReference w:id="2"/></w:r>', run('后文')),
  paragraph(run('看'), '<w:hyperlink r:id="link" w:tooltip="网站"><w:r><w:t>这个链接</w:t></w:r></w:hyperlink>', run('末尾')),
  `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="8000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid>${row('格甲', '格乙')}${row('格丙', '格丁')}</w:tbl>`,
  paragraph(run('图前'), PICTURE, run('图后')),
  paragraph('<w:bookmarkStart w:id="1" w:name="渡口"/>', run('书签里的字'), '<w:bookmarkEnd w:id="1"/>'),
  `<w:sdt><w:sdtPr><w:alias w:val="整段"/></w:sdtPr><w:sdtContent>${paragraph(run('控件里的段落'))}</w:sdtContent></w:sdt>`,
  paragraph(
    run('批注的'),
    '<w:commentRangeStart w:id="0"/>',
    run('那句话'),
    '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
  ),
  paragraph(run('见'), FIELD, run('。')),
  paragraph(run('末段')),
];

const select =
  (text: string) =>
  (editor: Editor): unknown => {
    const [match] = editor.findMatches(text);
    return match ? editor.selectMatch(match) : null;
  };
/** What is selected. */
const PLACES: Readonly<Record<string, (editor: Editor) => unknown>> = {
  'a part of a run': select('桥上的'),
  'over three formats': select('换了三代，'),
  'over an insertion of somebody else': select('句别人插的后'),
  'in an insertion of somebody else': select('人插'),
  'an item of a list': select('列表一'),
  'before a note': select('有注的句子'),
  'a link': select('这个链接'),
  'in a cell': select('格甲'),
  'in a content control': select('控件里'),
  'in a bookmark': select('书签里'),
  'commented words': select('那句话'),
  'a header': (editor) => (editor.exec({ type: 'editHeaderFooter', position: 'header' }), editor.exec({ type: 'selectAll' })),
  'the whole document': (editor) => editor.exec({ type: 'selectAll' }),
};

const PIXEL = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
const HTML =
  '<p><b>粗</b>体</p><table><tr><td>一</td><td>二</td></tr></table><ul><li>三</li></ul><p><a href="https://a.example/">链</a><img src="data:,"></p>';
const RED = { kind: 'hex', value: 'FF0000' } as const;
const BORDER = { style: 'single', size: 8, color: RED } as const;
/** Every change that a button, a menu or a key of the editor makes. */
const COMMANDS: readonly EditorCommand[] = [
  ...['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript'].map((mark) => ({ type: 'toggleMark' as const, mark })),
  { type: 'setMarkAttr', mark: 'fontFamily', attr: 'fontFamily', value: '黑体' },
  { type: 'setMarkAttr', mark: 'fontSize', attr: 'size', value: 18 },
  { type: 'setMarkAttr', mark: 'color', attr: 'color', value: 'FF0000' },
  { type: 'setMarkAttr', mark: 'highlight', attr: 'color', value: 'yellow' },
  { type: 'clearFormatting' },
  ...(['left', 'center', 'right', 'justify'] as const).map((align) => ({ type: 'setAlignment' as const, align })),
  { type: 'setParagraphDirection', direction: 'rtl' },
  { type: 'setLineSpacing', rule: 'multiple', value: 1.5 },
  { type: 'setParagraphSpacing', beforePt: 12, afterPt: 6 },
  { type: 'setIndent', left: 420, firstLine: 420 },
  { type: 'setParagraphFormat', keepNext: true, pageBreakBefore: true } as EditorCommand,
  { type: 'setParagraphStyle', styleId: 'Quote' },
  { type: 'toggleList', kind: 'bullet' },
  { type: 'toggleList', kind: 'ordered' },
  { type: 'adjustIndent', direction: 'increase' },
  { type: 'adjustIndent', direction: 'decrease' },
  { type: 'insertTable', rows: 2, cols: 2 },
  { type: 'insertRow', where: 'above' },
  { type: 'insertRow', where: 'below' },
  { type: 'deleteRow' },
  { type: 'deleteTable' },
  { type: 'insertColumn', where: 'left' },
  { type: 'insertColumn', where: 'right' },
  { type: 'deleteColumn' },
  { type: 'mergeCells' },
  { type: 'splitCell', rows: 1, cols: 2 },
  { type: 'setCellFill', color: RED },
  { type: 'setTableBorders', scope: 'all', spec: BORDER },
  { type: 'setTableCellVerticalAlignment', alignment: 'center' },
  { type: 'insertHyperlink', href: 'https://example.org/' },
  { type: 'removeHyperlink' },
  ...(['page', 'line', 'section', 'sectionContinuous'] as const).map((kind) => ({ type: 'insertBreak' as const, kind })),
  { type: 'insertText', text: '新字' },
  { type: 'deleteText' },
  { type: 'cut' },
  { type: 'paste', text: '贴\n两段' },
  { type: 'paste', text: '贴', html: HTML },
  { type: 'pasteWithoutFormatting', text: '纯' },
  { type: 'insertNote', noteKind: 'footnote' },
  { type: 'insertNote', noteKind: 'endnote' },
  { type: 'deleteNote', noteKind: 'footnote', noteId: 2 },
  { type: 'convertNote', fromKind: 'footnote', noteId: 2 },
  { type: 'setNoteProperties', footnote: { numFmt: 'upperRoman' } },
  { type: 'insertToc' },
  { type: 'insertBookmark', name: '新书签' },
  { type: 'deleteBookmark', name: '渡口' },
  { type: 'setPageSetup', marginTop: 2000 },
  { type: 'toggleDocumentProtection' },
  { type: 'insertContentControl', subtype: 'richText' },
  { type: 'removeContentControl' },
  { type: 'setContentControlValue', value: '新值' },
  { type: 'insertTextBox' },
  { type: 'insertImage', data: PIXEL, mime: 'image/png', widthPoints: 20, heightPoints: 20 },
  { type: 'setImageProperties', alt: '新的说明' },
  { type: 'deleteImage' },
];

let bytes: Buffer;
let editor: Editor;
let said: string[];
let off: () => void;
beforeAll(async () => {
  // The editor measures text with a canvas, which jsdom does not have.
  const box = { actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 2, fontBoundingBoxAscent: 8, fontBoundingBoxDescent: 2 };
  const context = { font: '', save: () => undefined, restore: () => undefined, measureText: (text: string) => ({ ...box, width: text.length * 10 }) };
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context });
  bytes = await richDocx(BODY);
});
beforeEach(() => {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  const config = { mode: 'suggesting', author: ME, locale: 'zh-CN', reviewDisplayMode: 'all-markup' } as const;
  editor = createDocxEditor({ container: host, document: new Uint8Array(bytes), modules: MODULES, ...config });
  said = [];
  off = guardMarks(editor, (words) => void said.push(words));
});
afterEach(() => {
  off();
  editor.destroy();
});

const saved = async (): Promise<Buffer> => Buffer.from(await editor.save());

test.each(Object.entries(PLACES))('45.1 what the buttons of the editor change is tracked or not done: %s', async (place, go) => {
  const refused: string[] = [];
  let tracked = 0;
  for (const command of COMMANDS) {
    if (!go(editor)) throw new Error(`${place} is not in the document`);
    said.length = 0;
    const answer = editor.exec(command);
    await Promise.resolve();
    if (WITHOUT_MARK[command.type] !== undefined) expect(said).toHaveLength(1);
    if (!answer.ok || !answer.changed) continue;
    const file = await saved();
    const fault = await checkReview(bytes, file, ME);
    if (fault) refused.push(`${JSON.stringify(command)}: ${JSON.stringify(fault)}`);
    else if ((await listMarks(file)).some(({ author }) => author === ME)) tracked += 1;
    // Back to the document as it was, which is a test of the own undo too.
    for (let step = 0; step < 5 && editor.can({ type: 'undo' }).ok; step += 1) editor.exec({ type: 'undo' });
    await Promise.resolve();
  }
  expect(refused).toEqual([]);
  expect(tracked).toBeGreaterThan(15);
  expect(await checkReview(bytes, await saved(), 'nobody')).toBeNull();
});

test('45.1 several changes one after another, with comments, undo and redo, are tracked as a whole', async () => {
  select('桥上的')(editor);
  editor.exec({ type: 'toggleMark', mark: 'bold' });
  editor.addComment('请核对这一句。');
  editor.exec({ type: 'undo' });
  editor.exec({ type: 'redo' });
  select('格丙')(editor);
  editor.exec({ type: 'insertRow', where: 'below' });
  editor.exec({ type: 'insertText', text: '新格' });
  select('列表二')(editor);
  editor.exec({ type: 'toggleList', kind: 'bullet' });
  select('有注的句子')(editor);
  editor.exec({ type: 'insertNote', noteKind: 'footnote' });
  select('换了三代')(editor);
  editor.exec({ type: 'insertBreak', kind: 'page' });
  const [comment] = editor.getReviewItems({ placement: false }).filter(({ kind, author }) => kind === 'comment' && author === OTHER);
  editor.replyToReviewItem(comment?.key ?? '', '已核对。');
  const file = await saved();
  expect(await checkReview(bytes, file, ME)).toBeNull();
  const mine = (await listMarks(file)).filter(({ author }) => author === ME);
  expect(new Set(mine.map(({ kind }) => kind))).toEqual(new Set(['insert', 'delete', 'format']));
});

test('45.1 a deletion over the edge of a content control is taken back with words', async () => {
  editor.exec({ type: 'selectAll' });
  editor.exec({ type: 'deleteText' } as EditorCommand);
  await Promise.resolve();
  expect(said).toEqual([expect.stringContaining('内容控件')]);
  expect(editor.query({ type: 'contentControls' })).toHaveLength(1);
  expect(await checkReview(bytes, await saved(), ME)).toBeNull();
});
