const hex = (text: string): string =>
  [...text]
    .flatMap((character) => {
      // UniGB-UCS2-H has no characters outside the basic plane.
      const code = character.codePointAt(0) ?? 0x20;
      return (code > 0xffff ? 0x25a1 : code).toString(16).padStart(4, '0');
    })
    .join('');

/** Width in points: characters of ASCII are half as wide as others. */
export const widthOf = (text: string, size: number): number => [...text].reduce((sum, one) => sum + (one.charCodeAt(0) < 0x80 ? 0.5 : 1), 0) * size;

/** A text whose baseline begins at `x`, `y`, points from the left lower corner. */
export const textAt = (text: string, x: number, y: number, size: number): string =>
  `BT /F1 ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td <${hex(text)}> Tj ET`;

interface PdfParts {
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/**
 * Writes a PDF whose pages have these contents. The font is one of the standard Chinese fonts of PDF (Adobe-GB1), which viewers have, so that no font
 * is embedded; its characters are UCS-2. Source: PDF 1.7, 9.7.5.
 */
export function chinesePdf(pages: readonly string[], { width, height, title }: PdfParts): Buffer {
  // Objects: catalogue, pages, three of the font, then two of each page, then the information.
  const first = 6;
  const kids = pages.map((_page, index) => `${first + index * 2} 0 R`).join(' ');
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /W [1 95 500 814 939 500] /FontDescriptor 5 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ]),
    `<< /Title <feff${hex(title)}> >>`,
  ]);
}

/** Numbers the objects from 1 and writes the cross-reference table; the last object is the document information. */
function assembled(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(file, 'latin1');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
