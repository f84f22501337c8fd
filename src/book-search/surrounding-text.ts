/** As many characters as are kept on each side of a passage begin or end anywhere. */
const BEGINS = /^[\s\S]*?[。！？；.!?;\n]["”’」』)）]*\s*(?=\S)/u;
const ENDS = /[。！？；.!?;]["”’」』)）]*$/u;

/** Less than this is all there was: the document begins or ends there. */
const CUT_FROM = 24;

/** What stands before a passage, from the beginning of a sentence where one begins in it; … says that it was cut. */
export function textBefore(before: string): string {
  // A paragraph begins in it, or a heading ends.
  const border = before.lastIndexOf('\n');
  if (border >= 0) return before.slice(border + 1).trimStart();
  const text = before.trimStart();
  if (text.length < CUT_FROM) return before;
  const begun = text.replace(BEGINS, '');
  return begun !== text && begun.length > 0 ? begun : `…${text}`;
}

/** What stands after a passage, to the end of the last sentence that ends in it; … says that it was cut. */
export function textAfter(after: string): string {
  const text = after.trimEnd();
  const border = after.indexOf('\n');
  if (border >= 0) return after.slice(0, border).trimEnd();
  if (text.length < CUT_FROM || ENDS.test(text)) return after;
  const end = Math.max(...['。', '！', '？', '；', '.', '!', '?', ';'].map((mark) => text.lastIndexOf(mark)));
  return end > 0 ? text.slice(0, end + 1) : `${text}…`;
}
