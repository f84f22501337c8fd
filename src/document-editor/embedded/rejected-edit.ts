/** Words for what the editor refuses, by the beginning of its code: its own reasons are English. */
const WORDS: readonly (readonly [string, string])[] = [
  ['edit.read-only', '文稿现在只读'],
  ['edit.protected-content', '这部分内容受保护，不能改动'],
  ['edit.suggesting-needs-author', '缺少修订人的姓名，请重新打开文稿'],
  ['edit.tracked-drawing', '修订模式下不能删除或替换图片，请用批注说明'],
  ['edit.tracked-image', '修订模式下不能删除或替换图片，请用批注说明'],
  ['edit.tracked-structure', '修订模式下不能改动这里的结构，请用批注说明'],
  ['edit.tracked-deleted', '这里的文字已标为删除'],
  ['edit.tracked', '修订模式下不能这样改，请用批注说明'],
  ['edit.table', '表格这里不能这样改'],
  ['edit.field', '域的结果由程序生成，不能直接改动'],
  ['edit.resource-limit', '内容过大，没有放进文稿'],
  ['edit.preview', ''],
  ['edit.stale-target', ''],
  ['review.incomplete-group', '这处修订要与相连的修订一起接受或拒绝'],
  ['review.locked-content', '这处修订在受保护的内容里'],
  ['review', '这处修订在这里不能接受或拒绝，请在文字处理软件里处理'],
  ['edit', '这里不能这样改'],
];

/** Returns the words for a code, or an empty text when the user needs none. */
export const rejectionWords = (code: string): string => WORDS.find(([start]) => code.startsWith(start))?.[1] ?? '';
