import QRCode from 'qrcode';

/** A4 across, points. */
const [WIDTH, HEIGHT] = [842, 595];
const MARGIN = 40;
const TEXT = { title: 40, body: 18, small: 10 } as const;
/** Full width characters of a line of the body. */
const LINE = 32;

const hex = (text: string): string =>
  [...text]
    .flatMap((character) => {
      // UniGB-UCS2-H has no characters outside the basic plane.
      const code = character.codePointAt(0) ?? 0x20;
      return (code > 0xffff ? 0x25a1 : code).toString(16).padStart(4, '0');
    })
    .join('');

/** Width in points: characters of ASCII are half as wide as others. */
const widthOf = (text: string, size: number): number => [...text].reduce((sum, one) => sum + (one.charCodeAt(0) < 0x80 ? 0.5 : 1), 0) * size;

const at = (text: string, x: number, y: number, size: number): string => `BT /F1 ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td <${hex(text)}> Tj ET`;
const centred = (text: string, y: number, size: number): string => at(text, (WIDTH - widthOf(text, size)) / 2, y, size);

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (widthOf(line + character, 1) > LINE && !/[，。、；：！？”》）]/.test(character)) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return line === '' ? lines : [...lines, line];
}

/** The modules of a QR code as filled squares; its left lower corner is at `x`, `y`. */
function qrCode(text: string, x: number, y: number, size: number): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const step = size / modules.size;
  const squares: string[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        squares.push(`${(x + column * step).toFixed(2)} ${(y + size - (row + 1) * step).toFixed(2)} ${step.toFixed(3)} ${step.toFixed(3)} re`);
  return `${squares.join(' ')} f`;
}

interface CertificateParts {
  /** The words of the filled template: a title, the number, the text, the signature. */
  readonly lines: readonly string[];
  /** Where anyone can check the certificate. */
  readonly address: string;
  readonly certificateNo: string;
}

/**
 * Writes a certificate of one page. The font is one of the standard Chinese fonts of PDF (Adobe-GB1), which viewers have, so that no font is
 * embedded; its characters are UCS-2. Source: PDF 1.7, 9.7.5.
 */
export function certificatePdf({ lines, address, certificateNo }: CertificateParts): Buffer {
  const [title = '证书', ...rest] = lines;
  // The signature of the template: the office and the date, its last two lines.
  const signature = rest.slice(-2);
  const body = rest.slice(0, -2).filter((line) => !line.includes(certificateNo));
  const frame = [
    '0.70 0.22 0.17 RG 2.5 w',
    `${MARGIN} ${MARGIN} ${WIDTH - 2 * MARGIN} ${HEIGHT - 2 * MARGIN} re S`,
    '0.8 w',
    `${MARGIN + 8} ${MARGIN + 8} ${WIDTH - 2 * MARGIN - 16} ${HEIGHT - 2 * MARGIN - 16} re S`,
    '0.12 0.14 0.16 rg',
  ];
  let y = HEIGHT - 240;
  const text = body.flatMap((line, index) =>
    wrapped(index === 0 ? line : `　　${line}`).map((one) => {
      const drawn = at(one, 128, y, TEXT.body);
      y -= 36;
      return drawn;
    }),
  );
  const signed = signature.map((line, index) => at(line, WIDTH - 128 - widthOf(line, TEXT.body), 170 - index * 30, TEXT.body));
  const content = [
    ...frame,
    centred(title.replace(/\s+/g, '　'), HEIGHT - 150, TEXT.title),
    ...text,
    ...signed,
    qrCode(address, 128, 92, 72),
    at(`证书编号：${certificateNo}`, 212, 132, TEXT.small),
    at('扫码或打开下面的地址查验：', 212, 116, TEXT.small),
    at(address, 212, 100, TEXT.small),
  ].join('\n');
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) /ViewerPreferences << /DisplayDocTitle true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /W [1 95 500 814 939 500] /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    `<< /Title <feff${hex(`${title.replace(/\s/g, '')} ${certificateNo}`)}> >>`,
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
