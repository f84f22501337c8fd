/** The stored context on each side of a passage has a fixed length, so it may start or end inside a sentence. */
const BEGINS = /^[\s\S]*?[。！？；.!?;\n]["”’」』)）]*\s*(?=\S)/u;
const ENDS = /[。！？；.!?;]["”’」』)）]*$/u;

/** A shorter context is complete: the document starts or ends there. */
const CUT_FROM = 24;

/** Returns the text before a passage, from the start of a sentence if there is one; … marks a cut. */
export function textBefore(before: string): string {
  // The start of a paragraph, or the end of a heading.
  const border = before.lastIndexOf('\n');
  if (border >= 0) return before.slice(border + 1).trimStart();
  const text = before.trimStart();
  if (text.length < CUT_FROM) return before;
  const begun = text.replace(BEGINS, '');
  return begun !== text && begun.length > 0 ? begun : `…${text}`;
}

/** Returns the text after a passage, to the end of its last complete sentence; … marks a cut. */
export function textAfter(after: string): string {
  const text = after.trimEnd();
  const border = after.indexOf('\n');
  if (border >= 0) return after.slice(0, border).trimEnd();
  if (text.length < CUT_FROM || ENDS.test(text)) return after;
  const end = Math.max(...['。', '！', '？', '；', '.', '!', '?', ';'].map((mark) => text.lastIndexOf(mark)));
  return end > 0 ? text.slice(0, end + 1) : `${text}…`;
}
