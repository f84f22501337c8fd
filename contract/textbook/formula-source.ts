const OPEN = '<math';
const CLOSE = '</math>';
/** Begins the TeX that a stored formula was made from. */
const NOTE = '<annotation encoding="application/x-tex">';
const NOTE_END = '</annotation>';

/** A dollar sign in stored HTML that does not begin or end a formula. */
export const DOLLAR_HTML = '&#36;';

/**
 * HTML with each formula that was made from TeX as this TeX again: `$x$`, or `$$x$$` for one on a line of its own. MathML of other origin stays.
 * Linear in the text.
 */
export function formulaSource(html: string): string {
  let made = '';
  let from = 0;
  for (let at = html.indexOf(OPEN); at >= 0; at = html.indexOf(OPEN, from)) {
    const end = html.indexOf(CLOSE, at);
    if (end < 0) break;
    const formula = html.slice(at, end);
    const note = formula.lastIndexOf(NOTE);
    const noteEnd = formula.indexOf(NOTE_END, note);
    const tex = note < 0 || noteEnd < 0 ? '' : formula.slice(note + NOTE.length, noteEnd);
    const sign = /^<math[^>]*\sdisplay="block"/.test(formula) ? '$$' : '$';
    made += html.slice(from, at) + (tex === '' ? formula + CLOSE : sign + tex + sign);
    from = end + CLOSE.length;
  }
  return made + html.slice(from);
}

/** The same for every text of a value, such as the content of a question. */
export function withFormulaSource<T>(value: T): T {
  if (typeof value === 'string') return formulaSource(value) as T;
  if (Array.isArray(value)) return value.map(withFormulaSource) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFormulaSource(one as unknown)])) as T;
}
