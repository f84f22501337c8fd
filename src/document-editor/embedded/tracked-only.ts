import type { CanResult, Editor, EditorCommand, ExecResult } from '@docx-editor.dev/core/contracts/editor';

/** Commands that the editor carries out without a mark, also in suggesting mode, and what they change. The server refuses such a file. */
export const WITHOUT_MARK: Readonly<Partial<Record<EditorCommand['type'], string>>> = {
  insertColumn: '表格的列',
  deleteColumn: '表格的列',
  mergeCells: '单元格',
  splitCell: '单元格',
  setCellFill: '表格的底色',
  setTableBorders: '表格的边框',
  setTableCellVerticalAlignment: '单元格的对齐',
  setTableProperties: '表格的宽度',
  toggleHeaderRow: '表格的标题行',
  commitTableColumnDividerResize: '表格的列宽',
  commitTableRightEdgeResize: '表格的宽度',
  insertHyperlink: '链接',
  removeHyperlink: '链接',
  insertContentControl: '内容控件',
  removeContentControl: '内容控件',
  setContentControlValue: '内容控件',
  addRepeatingSectionItem: '内容控件',
  removeRepeatingSectionItem: '内容控件',
  editTextFormField: '表单域',
  insertBookmark: '书签',
  deleteBookmark: '书签',
  keepFirstBookmark: '书签',
  convertNote: '注的种类',
  convertAllNotes: '注的种类',
  setNoteProperties: '注的编号方式',
  insertToc: '目录',
  refreshToc: '目录',
  removeToc: '目录',
  setPageSetup: '页面设置',
  setWatermark: '水印',
  setHeaderFooterOptions: '页眉和页脚的设置',
  removeHeaderFooter: '页眉和页脚的设置',
  linkHeaderFooterToPrevious: '页眉和页脚的设置',
  unlinkHeaderFooterFromPrevious: '页眉和页脚的设置',
  toggleDocumentProtection: '文档保护',
  insertTextBox: '文本框',
  insertImage: '图片',
  replaceImage: '图片',
  deleteImage: '图片',
  setImageWrapType: '图片的版式',
  transformImage: '图片的方向',
  setImagePosition: '图片的位置',
  setImageProperties: '图片的大小和说明',
  setReviewChangesAuthor: '修订的作者',
};

const wordsFor = (what: string): string => `修订不能记录${what}的改动，请用批注说明`;

/**
 * Rejects in suggesting mode what leaves no mark, before it happens: a save of such a change would be refused as a whole. The editor is changed in place,
 * because its own buttons ask it. Returns a function that takes the guard away.
 */
export function guardMarks(editor: Editor, say: (words: string) => void): () => void {
  const { exec, can } = editor;
  const rejected = (command: EditorCommand): (CanResult & ExecResult) | null => {
    const what = WITHOUT_MARK[command.type];
    return what === undefined ? null : { ok: false, code: 'unsupported', reason: wordsFor(what) };
  };
  editor.exec = (command, ...rest) => {
    const answer = rejected(command);
    if (!answer) return exec.call(editor, command, ...rest);
    if (!answer.ok) say(answer.reason);
    return answer;
  };
  editor.can = (command, ...rest) => rejected(command) ?? can.call(editor, command, ...rest);
  const controls = guardControls(editor, say);
  return () => {
    Object.assign(editor, { exec, can });
    controls();
  };
}

/** Steps of one command that are undone. */
const STEPS_MOST = 3;
const controlsIn = (editor: Editor): number => editor.query({ type: 'contentControls' }).length;

/** Undoes a deletion over the edge of a content control, such as a table of contents: it takes the control away without a mark. */
function guardControls(editor: Editor, say: (words: string) => void): () => void {
  let known = controlsIn(editor);
  if (known === 0) return () => undefined;
  let waiting = false;
  const look = (): void => {
    waiting = false;
    const now = controlsIn(editor);
    if (now < known) {
      // A note in place of a selection is two steps.
      for (let step = 0; step < STEPS_MOST && controlsIn(editor) < known; step += 1) editor.exec({ type: 'undo' });
      say('所选内容跨过了内容控件（如目录）的边界，修订不能记录，已撤销；请在控件内外分别删除');
    } else known = now;
  };
  // A change is reported before queries know it.
  return editor.on('change', () => {
    if (!waiting) queueMicrotask(look);
    waiting = true;
  });
}
