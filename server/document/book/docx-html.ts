import { failed } from '../../http/app-error.ts';
import { readPackage, type DocxPackage } from '../docx/docx-package.ts';
import { storyParts } from '../docx/story-parts.ts';
import { BROKEN } from '../docx/xml-part.ts';
import { marksOf } from '../docx-marks.ts';
import { childOf } from '../xml-tree.ts';
import { BookText } from './book-text.ts';
import { sourceCharacters } from './source-characters.ts';
import { expectedLines, sourceLines, type SourceLine } from './source-lines.ts';
import type { UsedStyle } from './style-map.ts';
import type { ImportFinding } from './import-findings.ts';

/** HTML of a .docx file, and the import sheet: what the book does not have, line by line. */
export interface DocxHtml {
  readonly html: string;
  /** Pictures that cannot be shown in a book. */
  readonly pictures: number;
  readonly tables: number;
  readonly notes: number;
  /** Pictures by the source that `html` has for them. */
  readonly media: ReadonlyMap<string, Uint8Array>;
  readonly findings: readonly ImportFinding[];
  /** The paragraph styles of the main text. */
  readonly styles: readonly UsedStyle[];
  /** What the book must have, by paragraphs: the text of the manuscript without what the findings name. */
  readonly expected: readonly SourceLine[];
  /** Characters of the accepted text, of those in `html`, and of those that a finding names: the first is the sum of the others. */
  readonly characters: { readonly source: number; readonly kept: number; readonly left: number };
}

/** The beginning of the message about open marks. */
export const OPEN_MARKS = '文稿里还有';

/** Why the text is not final: marks that nobody accepted or rejected, with the place of the first one; null when there is none. */
function openMarks(document: DocxPackage): string | null {
  const found = storyParts(document).flatMap(({ part, label }) =>
    label === '批注' || part.xml === null ? [] : marksOf(part.xml.root).map((mark) => ({ ...mark, label })),
  );
  const [first] = found;
  if (!first) return null;
  const place = `${first.label}${first.label === '正文' ? `第${Math.max(1, first.paragraph)}段` : ''}`;
  return `${OPEN_MARKS}${found.length}处修订没有处理，第一处在${place}${first.author === '' ? '' : `，作者是${first.author}`}；请先在文稿里逐处接受或拒绝`;
}

/**
 * Converts the accepted text of a .docx: headings, emphasis, ruby, lists with their numbers, tables, text boxes, equations, notes, links and
 * pictures. Every character is in the result or in a finding. Throws for a document with unresolved revision marks.
 * `dropped` are keys of findings whose text the editor took out, `roles` what styles become by their name.
 */
export async function docxHtml(bytes: Uint8Array, dropped: readonly string[] = [], roles: Readonly<Record<string, string>> = {}): Promise<DocxHtml> {
  const document = await readPackage(bytes);
  const body = document.main.xml ? childOf(document.main.xml.root, 'w:body') : undefined;
  if (!body) throw failed(BROKEN);
  const marks = openMarks(document);
  if (marks !== null) throw failed(marks);
  const text = new BookText(document, new Set(dropped), new Map(Object.entries(roles)));
  const html = text.convert(body);
  const source = sourceCharacters(document, body);
  const { findings } = text;
  const missing = source - text.kept - findings.left;
  // The converter must account for every character; when it does not, the editor hears of it.
  if (missing !== 0) {
    findings.place = '全文';
    findings.add('unknown', `有${Math.abs(missing)}个字没有对上`, false);
  }
  for (const removed of document.removed) {
    findings.place = '文档';
    findings.add('removed', removed, false);
  }
  return {
    html,
    pictures: findings.lines.filter(({ kind }) => kind === 'picture' || kind === 'chart').length,
    tables: text.tables,
    notes: text.notes,
    media: text.media,
    findings: findings.lines,
    styles: text.styles.used,
    expected: expectedLines(sourceLines(document, body), findings.pieces),
    characters: { source, kept: text.kept, left: findings.left },
  };
}
