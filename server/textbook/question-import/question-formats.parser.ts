import type { AnswerLanguage } from '../../../contract/textbook/question-kind.ts';
import { MB } from '../../../contract/limits.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { docxHtml } from '../../document/book/docx-html.ts';
import { FINDING_KINDS } from '../../document/book/import-findings.ts';
import { readGift } from './gift.parser.ts';
import { readMoodleXml } from './moodle/moodle-xml.parser.ts';
import { linesOfHtml, linesOfText } from './paper/paper-lines.parser.ts';
import { isPaper, PaperReader } from './paper/paper.parser.ts';
import { openPackage } from './qti/qti-package.parser.ts';
import { readQtiPackage, readQtiXml } from './qti/qti.parser.ts';
import { readQuestionSheet } from './question-sheet.parser.ts';
import { decodeText, readXml, rootNameOf } from './question-xml.parser.ts';
import { noted, withoutControls, type ReadFile } from './read-question.format.ts';

export const QUESTIONS_MOST = 5_000;
const TEXT_BYTES = 20 * MB;

/** A file of questions while it is read, in a process of its own. */
export interface QuestionFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly language: AnswerLanguage;
  /** For what is unpacked; its owner removes it. */
  readonly folder: string;
}

export interface ParsedFile extends ReadFile {
  readonly format: string;
}

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';
const isTable = (bytes: Buffer, name: string): boolean =>
  /\.csv$/i.test(name) || /^\ufeff?[^\n]*题型[^\n]*[,\t][^\n]*题干/.test(decodeText(bytes.subarray(0, 2_000)));

async function sheet(bytes: Buffer, name: string, language: AnswerLanguage): Promise<ParsedFile> {
  return { format: 'sheet', ...readQuestionSheet(await readSheet(bytes, name), language) };
}

function xml({ language }: QuestionFile, text: string): ParsedFile {
  const root = readXml(text);
  switch (root.name) {
    case 'quiz':
      return { format: 'moodle', ...readMoodleXml(root, language) };
    default: {
      const found = readQtiXml(root, language);
      if (found) return found;
      throw failed(`不认识这种 XML（根元素是“${root.name.slice(0, 40)}”），可以导入 Moodle XML 和 QTI`);
    }
  }
}

/** A document: its pictures and tables stay where they are. What the reader of documents does not take over is named. */
async function document(bytes: Buffer, language: AnswerLanguage): Promise<ParsedFile> {
  const { html, media, findings } = await docxHtml(bytes);
  const read = new PaperReader('段').read(linesOfHtml(html), language);
  const lost = findings.map(({ kind, place, excerpt }) => noted(place, FINDING_KINDS[kind] + (excerpt === '' ? '' : `：${excerpt}`)));
  const mediaOf = (source: string): Buffer | null => {
    const found = media.get(source);
    return found ? Buffer.from(found) : null;
  };
  return { format: 'paper', ...read, lines: [...read.lines, ...lost], mediaOf };
}

/** Names in a zip are readable in its bytes. */
const holds = (bytes: Buffer, name: string): boolean => bytes.includes(name);

/** A zip is a spreadsheet, a document, or a package of questions. */
async function zip({ bytes, name, language, folder }: QuestionFile): Promise<ParsedFile> {
  const isPackage = holds(bytes, 'imsmanifest.xml');
  if (!isPackage && holds(bytes, 'xl/workbook')) return sheet(bytes, name.replace(/\.csv$/i, '.xlsx'), language);
  if (!isPackage && holds(bytes, 'word/document.xml')) return document(bytes, language);
  const pack = await openPackage(bytes, folder);
  const found = readQtiPackage(pack, language);
  if (found) return found;
  for (const one of pack.names.filter((path) => /\.xml$/i.test(path))) {
    const text = decodeText(pack.read(one) ?? Buffer.alloc(0));
    if (rootNameOf(text) === 'quiz') return { format: 'moodle', ...readMoodleXml(readXml(text, one), language) };
  }
  throw failed('压缩包里没有题目，可以导入 QTI 2、QTI 1.2 和 Common Cartridge（.imscc）的压缩包');
}

const UNKNOWN = '不认识这种文件，请上传模板表格（.xlsx、.csv）、Word 或文本试卷（.docx、.txt）、GIFT、Moodle XML 或 QTI（.xml、.zip、.imscc）';

/** Reads a file of questions in the format of its content; the name is a hint only. Throws an `AppError` for a file of no known format. */
export async function parseQuestions(file: QuestionFile): Promise<ParsedFile> {
  const { bytes, name, language } = file;
  if (isZip(bytes)) return zip(file);
  const isWide = /^(?:fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'));
  if (!isWide && bytes.subarray(0, 4_000).includes(0)) throw failed(UNKNOWN);
  if (bytes.length > TEXT_BYTES) throw failed('文件超过20MB，请拆成几个文件分别导入');
  if (isTable(bytes, name)) return sheet(bytes, `${name}.csv`, language);
  const text = decodeText(bytes);
  if (rootNameOf(text) !== '' && /^[\s\ufeff]*<(?:\?xml|!--|[\w:]+[\s>/])/.test(text) && !/^[\s\ufeff]*<(?:p|b|i|div|br|span|img)\b/i.test(text))
    return xml(file, text);
  if (isPaper(text)) return { format: 'paper', ...new PaperReader('行').read(linesOfText(withoutControls(text)), language) };
  return { format: 'gift', ...readGift(text, language) };
}

/** The same, checked: at least one question, and not too many. */
export async function parsedQuestions(file: QuestionFile): Promise<ParsedFile> {
  const read = await parseQuestions(file).catch((error: unknown) => {
    throw error instanceof AppError || !(error instanceof RangeError) ? error : failed('文件嵌套过深或过大，请拆成几个文件分别导入');
  });
  if (read.questions.length > QUESTIONS_MOST) throw failed(`题目超过${QUESTIONS_MOST}道，请拆成几个文件分别导入`);
  return read;
}
