import QRCode from 'qrcode';
import { chinesePdf, textAt as at, widthOf } from '../document/chinese-pdf.ts';

/** A4 across, points. */
const [WIDTH, HEIGHT] = [842, 595];
const MARGIN = 40;
const TEXT = { title: 40, body: 18, small: 10 } as const;
/** Full width characters of a line of the body. */
const LINE = 32;

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

/** Writes a certificate of one page. */
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
  return chinesePdf([content], { width: WIDTH, height: HEIGHT, title: `${title.replace(/\s/g, '')} ${certificateNo}` });
}
