/** A heading inside a chapter, for the table of contents. */
export interface BookHeading {
  /** 2 to 6; no level is left out below its parent. */
  readonly level: number;
  readonly id: string;
  readonly title: string;
}

const HEADING = /<h([2-6])([^>]*)>([\s\S]*?)<\/h\1>/g;
/** Readings of ruby and numbers of notes are not part of a title. */
const ASIDE = /<(rt|rp)\b[^>]*>[\s\S]*?<\/\1>|<a epub:type="noteref"[\s\S]*?<\/a>/g;

/** Gives the headings of a chapter an id and levels without gaps: the chapter itself is level 1. The body is XHTML of `chaptersOf`. */
export function numberHeadings(body: string, prefix: string): { body: string; headings: BookHeading[] } {
  const headings: BookHeading[] = [];
  /** Levels of the manuscript that are open, outermost first. */
  const open: number[] = [];
  const numbered = body.replaceAll(HEADING, (_all, digit: string, attributes: string, inner: string) => {
    const own = Number(digit);
    while (open.length > 0 && (open.at(-1) ?? 0) >= own) open.pop();
    open.push(own);
    const level = Math.min(6, open.length + 1);
    const id = `${prefix}-${headings.length + 1}`;
    const title = inner
      .replaceAll(ASIDE, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    headings.push({ level, id, title });
    return `<h${level} id="${id}"${attributes}>${inner}</h${level}>`;
  });
  return { body: numbered, headings: headings.filter(({ title }) => title !== '') };
}

/** Nested list items of headings. `file` is the name of the chapter. Titles are XHTML already. */
export function headingItems(headings: readonly BookHeading[], file: string): string {
  let html = '';
  for (let at = 0; at < headings.length; ) {
    const { level, id, title } = headings[at] as BookHeading;
    let next = at + 1;
    while (next < headings.length && (headings[next] as BookHeading).level > level) next += 1;
    const inner = headingItems(headings.slice(at + 1, next), file);
    html += `<li><a href="${file}#${id}">${title}</a>${inner === '' ? '' : `<ol>${inner}</ol>`}</li>`;
    at = next;
  }
  return html;
}
