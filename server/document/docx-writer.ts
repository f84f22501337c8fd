import PizZip from 'pizzip';

/** A block of a plain document. Text may contain template variables in braces. */
export type DocxBlock =
  | { readonly kind: 'title' | 'heading' | 'text' | 'right'; readonly text: string }
  /** A table with labels and values; each line has pairs of both. */
  | { readonly kind: 'form'; readonly lines: readonly (readonly string[])[] }
  /** A table with a head, whose lines follow; a loop over one line is written in its first and last cell. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly lines: readonly (readonly string[])[] };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const FONTS = '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="SimSun"/>';

const run = (text: string, size: number, bold: boolean): string =>
  `<w:r><w:rPr>${FONTS}${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/></w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

const paragraph = (text: string, { size = 21, bold = false, align = 'left', style = '' } = {}): string =>
  `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}<w:spacing w:before="60" w:after="60" w:line="320" w:lineRule="auto"/><w:jc w:val="${align}"/></w:pPr>${run(text, size, bold)}</w:p>`;

/** Width of the text on A4 with margins of 2.5 cm, twentieths of a point. */
const TEXT_WIDTH = 9070;

const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`)
  .join('');

const cell = (text: string, width: number, label: boolean): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${label ? '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>' : ''}</w:tcPr>${paragraph(text, { bold: label })}</w:tc>`;

function grid(lines: readonly (readonly string[])[], isLabel: (line: number, column: number) => boolean, widths: readonly number[]): string {
  const rows = lines.map((line, index) => {
    // A line with fewer cells gives the rest of the width to its last one.
    const rest = widths.slice(line.length - 1).reduce((sum, width) => sum + width, 0);
    const cells = line.map((text, column) => {
      const last = column === line.length - 1;
      const span = last && line.length < widths.length ? `<w:gridSpan w:val="${widths.length - line.length + 1}"/>` : '';
      return cell(text, last ? rest : (widths[column] ?? 0), isLabel(index, column)).replace('</w:tcPr>', `${span}</w:tcPr>`);
    });
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join('')}</w:tr>`;
  });
  const columns = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  return `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${columns}</w:tblGrid>${rows.join('')}</w:tbl>${paragraph('', { size: 12 })}`;
}

const LABEL_WIDTH = 1500;

function blockXml(block: DocxBlock): string {
  if (block.kind === 'title') return paragraph(block.text, { size: 36, bold: true, align: 'center', style: 'Title' });
  if (block.kind === 'heading') return paragraph(block.text, { size: 24, bold: true, style: 'Heading1' });
  if (block.kind === 'right') return paragraph(block.text, { align: 'right' });
  if (block.kind === 'form') {
    const value = TEXT_WIDTH / 2 - LABEL_WIDTH;
    return grid(block.lines, (_line, column) => column % 2 === 0, [LABEL_WIDTH, value, LABEL_WIDTH, value]);
  }
  if (block.kind !== 'table') return paragraph(block.text);
  const width = Math.floor(TEXT_WIDTH / block.head.length);
  return grid(
    [block.head, ...block.lines],
    (line) => line === 0,
    block.head.map(() => width),
  );
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const style = (id: string, name: string, more: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'}<w:qFormat/>${more}</w:style>`;

/** Writes a plain .docx document. It has no author property. */
export function writeDocx(blocks: readonly DocxBlock[]): Buffer {
  const zip = new PizZip();
  zip.file(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${MAIN}.styles+xml"/></Types>`,
  );
  zip.file(
    '_rels/.rels',
    `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  zip.file(
    'word/_rels/document.xml.rels',
    `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  zip.file(
    'word/styles.xml',
    `${HEAD}<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr>${FONTS}<w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault></w:docDefaults>${style('Normal', 'Normal', '')}${style('Title', 'Title', '')}${style('Heading1', 'heading 1', '<w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr>')}</w:styles>`,
  );
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="851" w:footer="992" w:gutter="0"/></w:sectPr>';
  zip.file('word/document.xml', `${HEAD}<w:document ${W}><w:body>${blocks.map(blockXml).join('')}${page}</w:body></w:document>`);
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' });
}
